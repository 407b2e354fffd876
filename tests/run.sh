#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Builds the library and runs every test, in this kernel and, where it lacks a kind of link, in a second one that has them all.
set -euo pipefail

usage() {
	cat <<'END'
usage: tests/run.sh [OPTION]...

Installs what is missing (as root on Debian), builds into build/, runs the tests and prints, last,
"N passed, N failed, N skipped". A test case counts once per kernel; skipped are those that ran in no kernel.

  --no-guest        this kernel only
  --guest           all tests that need a kernel in the guest kernel too, even if this kernel has everything; else, where
                    this kernel lacks a kind, those of which something is skipped here, and those that know of both kernels
  --guest-only      only the tests that need a kernel, only in the guest kernel
  --groups REGEX    only tests with a label that matches, e.g. 'unit|netns'
  --build-dir DIR   instead of build
  --results FILE    write there, for each case and kernel: kernel, program, case, passed, failed or skipped; tabs between
  --cmake ARG       a further argument for the configuration, e.g. --cmake -DNETCFG_SANITIZE=address; repeatable
  -h, --help

NETCFG_TEST_REQUIRE=1 makes it a failure that something could not be tested.
No privilege is needed: the tests make namespaces of their own, and the guest is an emulated machine.
END
}

here=$(cd "$(dirname "$0")" && pwd)
tree=$(dirname "$here")
build=$tree/build
guest=auto host=1 all_in_guest=''
groups=.
results=/dev/null
cmake_args=()
require=0
case ${NETCFG_TEST_REQUIRE:-0} in
0) unset NETCFG_TEST_REQUIRE ;;	# the programs only look whether it is set
*) require=1 ;;
esac

die() {
	echo "tests/run.sh: $1" >&2
	exit "${2:-1}"
}

while [ $# -gt 0 ]; do
	case $1 in
	--build-dir | --cmake | --results | --groups) [ $# -ge 2 ] || die "$1 needs an argument" 2 ;;&
	--no-guest) guest='' ;;
	--guest) guest=1 all_in_guest=1 ;;
	--guest-only) guest=1 all_in_guest=1 host='' ;;
	--groups) groups=$2; shift ;;
	--build-dir) build=$2; shift ;;
	--results) results=$2; shift ;;
	--cmake) cmake_args+=("$2"); shift ;;
	-h | --help) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
	shift
done
case $build in /*) ;; *) build=$PWD/$build ;; esac

# Everything that is started makes its temporary files in here.
work=$(mktemp -d)
export TMPDIR=$work
child=''

# Each step is a process group of its own, so that all of it can be ended, whatever it has started.
stop() {
	trap '' INT TERM HUP	# a second signal must not cut this short
	local i
	if [ -n "$child" ]; then
		kill -TERM -- "-$child" 2>/dev/null || :
		for ((i = 0; i < 50; i++)); do
			kill -0 -- "-$child" 2>/dev/null || break
			sleep 0.1
		done
		kill -KILL -- "-$child" 2>/dev/null || :
	fi
	rm -rf "$work"
}
trap stop EXIT
trap 'echo "tests/run.sh: interrupted" >&2; exit 130' INT
trap 'exit 143' TERM HUP

step() {	# COMMAND [ARGUMENT]...
	local status=0
	set -m
	("$@") </dev/null &
	child=$!
	set +m
	wait "$child" || status=$?
	child=''
	return "$status"
}

# Prints which of the kinds that the tests use this kernel lacks, by asking it to make them in a namespace that ends at once.
lacking_kinds() {
	local user=()
	[ "$(id -u)" -eq 0 ] || user=(--user --map-root-user)
	unshare ${user[@]+"${user[@]}"} --net sh -c '
		ip link add name nc0 type veth peer name nc1 2>/dev/null || echo veth
		ip link add name nc2 type dummy 2>/dev/null || echo dummy
		ip link add link nc0 name nc3 type vlan id 5 2>/dev/null || echo vlan
		ip link add name nc4 type bridge 2>/dev/null || echo bridge
		ip link set nc4 type bridge vlan_filtering 1 2>/dev/null || echo vlan_filtering
		ip link add name nc5 link nc0 type macvlan 2>/dev/null || echo macvlan
		ip link add name nc6 link nc1 type ipvlan 2>/dev/null || echo ipvlan
		ip link add name nc7 type vxlan id 5 dstport 4789 2>/dev/null || echo vxlan
		ip link add name nc8 type vrf table 5 2>/dev/null || echo vrf
		ip link add name nc9 type bond 2>/dev/null || echo bond
		ip link add name nc10 type ifb 2>/dev/null || echo ifb
	' 2>/dev/null || echo "network namespaces"
}

build_tree() {
	cmake -S "$tree" -B "$build" -DNETCFG_TESTS=ON ${cmake_args[@]+"${cmake_args[@]}"} >"$work/cmake.log" 2>&1 || {
		cat "$work/cmake.log" >&2
		die "cannot configure"
	}
	cmake --build "$build" -j "$(nproc)" >"$work/build.log" 2>&1 || {
		grep -vE '(Building|Linking) |Built target' "$work/build.log" >&2 || :
		die "cannot build"
	}
	grep -i warning "$work/build.log" >&2 || :
}

run_ctest() {	# LOG STATUS-FILE
	local status=0
	export CMOCKA_MESSAGE_OUTPUT=TAP
	unset CLICOLOR_FORCE CMOCKA_XML_FILE
	# When the guest follows, what cannot be tested here is tested there, and the merging sees to it that nothing is left over.
	[ -z "$guest" ] || unset NETCFG_TEST_REQUIRE
	(cd "$build" && ctest -V -L "$groups" --no-tests=error --timeout 600 -j "$(nproc)" 2>&1) | tee "$1" |
		grep --line-buffered -E '^ *[0-9]+/[0-9]+ +Test +#' || status=${PIPESTATUS[0]}
	echo "$status" >"$2"
}

list_tests() {	# [CTEST-OPTION]...
	(cd "$build" && ctest -N -V "$@" 2>/dev/null) | awk -f "$here/results/list-ctest.awk"
}

# Prints 1 for a program of which results are expected case by case.
uses_cmocka() {	# TEST
	local program
	program=$(awk -F '\t' -v name="$1" '$1 == name { for (i = 2; i <= NF; i++) if ($i ~ /^\//) { print $i; exit } }' "$work/tests")
	if grep -qs 'libcmocka\.so' "$program"; then echo 1; else echo 0; fi
}

# Writes $work/NAME.cases from the N.name, N.log and N.status files in a directory, and shows what the programs that failed printed.
collect() {	# NAME KERNEL DIRECTORY
	local file number test status
	touch "$work/$1.cases"
	for file in "$3"/*.name; do
		[ -e "$file" ] || continue
		number=${file%.name}
		test=$(cat "$file")
		status=$(cat "$number.status" 2>/dev/null || echo "no end")
		touch "$number.log"
		awk -v kernel="$2" -v program="$test" -v status="$status" -v cmocka="$(uses_cmocka "$test")" \
			-f "$here/results/cases.awk" "$number.log" >"$number.cases"
		cat "$number.cases" >>"$work/$1.cases"
		if grep -q 'failed$' "$number.cases"; then
			printf '\n--- %s failed in kernel %s, it printed:\n' "$test" "$2"
			cat "$number.log"
			echo "--- end of $test: $status"
		fi
	done
}

# A failure that a tool reports must be one of ours too.
check_status() {	# NAME KERNEL TOOL STATUS
	[ "$4" -ne 0 ] || return 0
	grep -q 'failed$' "$work/$1.cases" || printf '%s\t%s\t(ended with %s)\tfailed\n' "$2" "$3" "$4" >>"$work/$1.cases"
}

test_here() {
	local kernel
	kernel="$(uname -r) (this machine)"
	mkdir "$work/here"
	echo "running the tests in this kernel, $(uname -r)"
	step run_ctest "$work/ctest.log" "$work/ctest.status"
	awk -v dir="$work/here" -f "$here/results/split-ctest.awk" "$work/ctest.log"
	collect here "$kernel" "$work/here"
	check_status here "$kernel" ctest "$(cat "$work/ctest.status")"
}

# As many guests as there are processors share the work: each of them keeps one busy, and has 1 GiB of memory.
guest_count() {
	local most
	most=$(awk '$1 == "MemAvailable:" { print int($2 / 1500000) }' /proc/meminfo)
	[ "$(nproc)" -ge "${most:-1}" ] || most=$(nproc)
	echo $((most < 1 ? 1 : most > 4 ? 4 : most))
}

# Prints the tests for the guest: labelled netns, and something of it was skipped here, or what is right depends on the kernel.
guest_tests() {
	if [ -n "$all_in_guest" ]; then
		list_tests -L '^netns$'
		return
	fi
	awk -F '\t' '$4 == "skipped" { print $2 }' "$work/here.cases" >"$work/guest.wanted"
	list_tests -L '^kernels$' | cut -f 1 >>"$work/guest.wanted"
	list_tests -L '^netns$' | awk -F '\t' 'NR == FNR { wanted[$1] = 1; next } $1 in wanted' "$work/guest.wanted" -
}

# Scripts are left out: the guest has nothing but a small shell.
# Guest number G runs what is listed in G/command and finds its results in G, as N.name, N.log and N.status.
share_out() {	# DIRECTORY COUNT
	local line words first number=0 to
	while IFS= read -r line; do
		IFS=$'\t' read -r -a words <<<"$line"
		for first in "${words[@]:1}"; do
			case $first in /*) break ;; esac
		done
		[ "$(head -c 4 "${first:-/dev/null}" | tr -d '\177\0')" = ELF ] || continue
		to=$1/$((number % $2))
		mkdir -p "$to"
		echo "${words[0]}" >"$to/$((number / $2 + 1)).name"
		printf '%s\0' -- "${words[@]:1}" >>"$to/command"
		number=$((number + 1))
	done < <(guest_tests)
}

run_guest() {	# DIRECTORY
	local command file files=() status=0
	mapfile -d '' command <"$1/command"
	# What tests start and read: the examples, and the files in forms.
	while IFS= read -r -d '' file; do
		files+=(--file "$file")
	done < <(find "$build/examples" -maxdepth 1 -type f -perm -u+x -print0 2>/dev/null; find "$here/forms" -type f -print0)
	"$here/guest/run.sh" --timeout 600 --cache "$tree/build/guest" --out "$1" ${files[@]+"${files[@]}"} "${command[@]}" >/dev/null || status=$?
	echo "$status" >"$1/status"
}

run_guests() {	# DIRECTORY...
	local dir
	set +m	# all in the one process group that step() made, so that all are ended with it
	# Once, not each of them at the same time. If it cannot be done, they will say so.
	! need_packages guest || "$here/guest/fetch-kernel.sh" "$tree/build/guest" || :
	for dir; do
		run_guest "$dir" &
	done
	wait
}

test_guest() {
	local dir status kernel outcome=skipped
	mkdir "$work/guest"
	share_out "$work/guest" "$(guest_count)"
	if [ ! -d "$work/guest/0" ]; then
		echo "there are no programs to run in the guest kernel"
		return
	fi
	echo "running the tests that need a kernel in the guest kernel"
	export CMOCKA_MESSAGE_OUTPUT=TAP
	step run_guests "$work/guest"/*
	for dir in "$work/guest"/*; do
		status=$(cat "$dir/status" 2>/dev/null || echo 1)
		if [ "$status" -eq 126 ]; then
			# Nothing ran, so nothing failed; but it has to be seen.
			[ "$require" = 0 ] || outcome=failed
			printf 'guest\tguest kernel\t-\t%s\n' "$outcome" >>"$work/guest.cases"
			continue
		fi
		kernel="$(cat "$dir/release" 2>/dev/null || echo unknown) (guest)"
		collect guest "$kernel" "$dir"
		[ "$status" -eq 77 ] || check_status guest "$kernel" "guest kernel" "$status"
	done
}

# shellcheck source=tests/packages.sh
. "$here/packages.sh"
need_packages build tests
lacking=$(lacking_kinds | tr '\n' ' ')
[ "$guest" != auto ] || guest=${lacking:+1}
if [ -n "$lacking" ] && [ -n "$guest" ]; then
	echo "this kernel lacks: ${lacking% }; what needs a kernel is tested in a guest kernel as well"
elif [ -n "$lacking" ]; then
	echo "this kernel lacks: ${lacking% }; what needs these is skipped"
fi
echo "building in ${build#"$tree/"}"
step build_tree || {
	echo "0 passed, 1 failed, 0 skipped"
	exit 1
}
list_tests >"$work/tests"
touch "$work/here.cases" "$work/guest.cases"
[ -z "$host" ] || test_here
[ -z "$guest" ] || test_guest
cat "$work/here.cases" "$work/guest.cases" >"$results"
awk -F '\t' -v require="$require" -f "$here/results/merge.awk" "$work/here.cases" "$work/guest.cases"
