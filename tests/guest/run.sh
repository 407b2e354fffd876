#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Runs programs as root in a second kernel, one that has every kind of link, under an emulator that needs no privilege.
set -euo pipefail

usage() {
	cat <<'END'
usage: tests/guest/run.sh [OPTION]... -- [NAME=VALUE]... PROGRAM [ARGUMENT]... [-- PROGRAM...]...

  --timeout SECONDS   limit for each program (120)
  --file SRC[:DST]    put a file into the guest too, with its libraries; DST is SRC unless given
  --out DIR           leave DIR/N.log and DIR/N.status of the N-th program, DIR/release, DIR/serial.log and DIR/console.log there
  --cache DIR         where the guest kernel is kept (build/guest)
  --memory MIB        of the guest (1024)
  --steady            the guest's clock counts its instructions, 2 ns each: times in it are the same in every run, whatever else
                      this machine does, and what waits for time to pass need not wait for it

Prints what the programs print. Each program starts in its own directory, with the caller's NETCFG_TEST_REQUIRE and CMOCKA_* variables.
Exit status: 0 when every program ended with 0; else that of the first that did not (77, skipped, only if nothing else is wrong).
124: a program ran into its limit. 125: the guest died or hung. 126: there is no guest (no emulator, no kernel).
END
}

here=$(cd "$(dirname "$0")" && pwd)
timeout=120 out='' clock=real memory=1024 cache=$here/../../build/guest
files=() programs=()

die() {
	echo "guest: $1" >&2
	exit "${2:-126}"
}

while [ $# -gt 0 ]; do
	case $1 in
	--timeout | --file | --out | --cache | --memory) [ $# -ge 2 ] || die "$1 needs an argument" 2 ;;&
	--timeout) timeout=$2; shift ;;
	--file) files+=("$2"); shift ;;
	--out) out=$2; shift ;;
	--cache) cache=$2; shift ;;
	--memory) memory=$2; shift ;;
	--steady) clock=steady ;;
	-h | --help) usage; exit 0 ;;
	--) break ;;
	*) usage >&2; exit 2 ;;
	esac
	shift
done
[ $# -ge 2 ] || { usage >&2; exit 2; }
case $timeout in '' | *[!0-9]*) die "--timeout wants seconds" 2 ;; esac
case $memory in '' | *[!0-9]*) die "--memory wants a number" 2 ;; esac

work=$(mktemp -d)
child=''
# shellcheck disable=SC2317 # called by the traps
cleanup() {
	trap '' INT TERM HUP	# a second signal must not cut this short
	if [ -n "$child" ]; then
		kill -TERM "$child" 2>/dev/null || :
		wait "$child" 2>/dev/null || :
	fi
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# In the background, so that a signal is acted upon at once and not when the child has ended.
run() {
	local status=0
	"$@" &
	child=$!
	wait "$child" || status=$?
	child=''
	return "$status"
}

quote() {	# STRING
	printf "'%s'" "${1//\'/\'\\\'\'}"
}

# One small script per program; the guest's shell runs it.
add_program() {	# [NAME=VALUE]... PROGRAM [ARGUMENT]...
	local word path line='exec env'
	while [[ ${1:-} =~ ^[A-Za-z_][A-Za-z_0-9]*= ]]; do
		line+=" $(quote "$1")"
		shift
	done
	[ $# -gt 0 ] || die "no program after --" 2
	path=$(type -P -- "$1") || die "no such program: $1"
	case $path in /*) ;; *) path=$(cd "$(dirname "$path")" && pwd)/${path##*/} ;; esac
	shift
	line+=" $(quote "$path")"
	for word; do
		line+=" $(quote "$word")"
	done
	files+=("$path")
	programs+=("$path")
	{
		# Handed on one by one: the rest of the environment is of no use in there.
		for word in $(compgen -e | grep -E '^(NETCFG_TEST_REQUIRE$|CMOCKA_)' || :); do
			echo "export $word=$(quote "${!word}")"
		done
		echo "cd $(quote "${path%/*}")"
		echo "$line"
	} >"$work/root/guest/${#programs[@]}"
}

mkdir -p "$work/root/guest"
words=()
shift	# the first --
for word; do
	if [ "$word" = -- ]; then
		add_program ${words[@]+"${words[@]}"}
		words=()
	else
		words+=("$word")
	fi
done
add_program ${words[@]+"${words[@]}"}

[ "$(uname -m)" = x86_64 ] || die "the guest kernel is for x86_64, these programs are for $(uname -m)"
# shellcheck source=tests/packages.sh
. "$here/../packages.sh"
need_packages guest || die "cannot be run without these packages"
[ -n "$out" ] || out=$work/out
mkdir -p "$out"
rm -f "$out"/*.log "$out"/*.status "$out/release"

run "$here/fetch-kernel.sh" "$cache" || die "there is no guest kernel"
token=$(od -A n -N 8 -t x1 /dev/urandom | tr -d ' \n')
echo "$token" >"$work/root/guest/token"
echo "$timeout" >"$work/root/guest/timeout"
run "$here/make-initramfs.sh" "$cache/kernel" "$work/root" "$work/archive" "${files[@]}" || die "cannot make the root file system"

guest=0
# Even if this script is killed in a way that it cannot handle, the guest ends with it.
run setpriv --pdeathsig TERM -- "$here/boot.sh" "$cache/kernel/vmlinuz" "$work/archive" "$token" "$timeout" "$clock" "$memory" "$out" "${programs[@]}" || guest=$?

# A program without a status never ended, whatever the guest said about the rest.
result=0
for ((number = 1; number <= ${#programs[@]}; number++)); do
	if [ ! -s "$out/$number.status" ]; then
		echo "guest: ${programs[number - 1]}: did not finish" >&2
		result=125
		continue
	fi
	status=$(cat "$out/$number.status")
	case $status:$result in
	0:* | *:12[45]) ;;
	77:0) result=77 ;;
	77:*) ;;
	*:0 | *:77) result=$status ;;
	esac
done
[ "$guest" -eq 0 ] || result=$guest
exit "$result"
