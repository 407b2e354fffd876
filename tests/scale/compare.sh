#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Does an operation of the library get dearer the more there is? The kernel's own do, some of them. So the examples and the programs
# that do the same without a library run in turn, and what is compared is how much each step of either grows. Nothing is judged here.
set -euo pipefail

usage() {
	cat <<'END'
usage: tests/scale/compare.sh [-r ROUNDS] [-n CONTAINERS] [-v VLANS] [-w ROUNDS-OF-TWO] BUILD

BUILD is a build directory with tests/scale/raw_container in it (cmake -D NETCFG_TESTS=ON). Defaults: 3, 1000, 4000, 1000. With
-n 0 no containers, with -v 0 no VLANs. Containers are made by this kernel, VLANs by the guest's (tests/guest), and by this one with
-V. A round of 1000 containers takes a minute or two, one of 4000 VLANs five.

One table by the clock and one in processor time, which is not disturbed by what else this machine does. The guest's clock counts
its instructions, so there one round is as good as many. Columns, all medians over the rounds, with the smallest and the largest in
brackets:
  ours, raw   how many times dearer the last 100 runs of a step were than the first 100: library, and no library
  growth      ours divided by raw, round by round: what the library adds to the kernel's own growth
  cost        median time of the library's step divided by that of the other: what the library costs at all
END
}

here=$(cd "$(dirname "$0")" && pwd)
rounds=3 containers=1000 vlans=4000 twos=1000 guest=1

die() {
	echo "compare: $1" >&2
	exit "${2:-1}"
}

while getopts r:n:v:w:Vh option; do
	case $option in
	r) rounds=$OPTARG ;;
	n) containers=$OPTARG ;;
	v) vlans=$OPTARG ;;
	w) twos=$OPTARG ;;
	V) guest=0 ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || { usage >&2; exit 2; }
build=$1
for number in "$rounds" "$containers" "$vlans" "$twos"; do
	case $number in '' | *[!0-9]* | ??????*) die "not a number, or too large: $number" 2 ;; esac
done
for program in examples/container_net examples/vlan_scale tests/scale/raw_container tests/scale/raw_vlan; do
	[ -x "$build/$program" ] || die "there is no $program in $build"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Every second round the other way round: what the first leaves for the kernel to do in the background is in the way of the second.
in_turn() {	# ROUND OURS RAW
	if [ $(($1 % 2)) -eq 1 ]; then echo "$2 $3"; else echo "$3 $2"; fi
}

run() {	# LOG COMMAND...
	local log=$1
	shift
	echo "compare: $*" >&2
	"$@" >"$log" || { cat "$log" >&2; die "$1 failed"; }
}

for ((round = 1; round <= rounds && containers > 0; round++)); do
	for side in $(in_turn "$round" ours raw); do
		program=$build/examples/container_net
		[ "$side" = ours ] || program=$build/tests/scale/raw_container
		run "$work/containers.$round.$side" "$program" -n "$containers"
		sleep 5	# the kernel takes the namespaces apart after the program has ended
	done
done

for ((round = 1; round <= rounds && vlans > 0; round++)); do
	for side in $(in_turn "$round" ours raw); do
		program=$build/examples/vlan_scale
		[ "$side" = ours ] || program=$build/tests/scale/raw_vlan
		command=("$program" -n "$vlans" --rounds "$twos")
		[ "$guest" -eq 0 ] || command=("$here/../guest/run.sh" --steady --timeout 900 -- "${command[@]}")
		run "$work/vlans.$round.$side" "${command[@]}"
	done
done

# The rows of the tables that support/steps.c prints: side, round, step, median, ratio; the name of a step may have blanks in it.
rows() {	# PAIR FIELD
	local log round side
	for log in "$work/$1".*; do
		round=${log%.*}
		round=${round##*.}
		side=${log##*.}
		tr -d '\r' <"$log" | awk -v side="$side" -v round="$round" -v field="$2" '
			{ name = $1; first = 2 }
			$2 ~ /^[a-z]+$/ { name = name "_" $2; first = 3 }
			NF == first + 9 && $first ~ /^[0-9]+$/ { print side, round, name, $(first + field), $(first + field + 3) }'
	done
}

table() {	# TITLE PAIR FIELD
	printf '\n%s\n' "$1"
	rows "$2" "$3" | awk '
	function sorted(list, values,    n, i, j, t) {
		n = split(list, values, " ")
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && values[j - 1] + 0 > values[j] + 0; j--) {
				t = values[j]; values[j] = values[j - 1]; values[j - 1] = t
			}
		return n
	}
	function spread(list,    values, n, middle) {
		n = sorted(list, values)
		if (!n)
			return "-"
		middle = n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
		return sprintf("%.2f [%.2f..%.2f]", middle, values[1], values[n])
	}
	function centre(list,    values, n) {
		n = sorted(list, values)
		return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
	}
	{
		if (!($3 in seen)) { seen[$3] = 1; steps[++count] = $3 }
		time[$1, $2, $3] = $4
		ratio[$1, $2, $3] = $5
		times[$1, $3] = times[$1, $3] " " $4
		if ($5 != "-")
			ratios[$1, $3] = ratios[$1, $3] " " $5
		if ($2 > rounds)
			rounds = $2
	}
	END {
		printf "%-17s %10s %10s  %-19s %-19s %-19s %s\n", "step", "ours us", "raw us", "ours last/first", "raw last/first", "growth", "cost"
		for (i = 1; i <= count; i++) {
			step = steps[i]
			growth = cost = ""
			for (round = 1; round <= rounds; round++) {
				cost = cost " " time["ours", round, step] / time["raw", round, step]
				if (ratio["ours", round, step] != "-")
					growth = growth " " ratio["ours", round, step] / ratio["raw", round, step]
			}
			name = step
			gsub("_", " ", name)
			printf "%-17s %10.1f %10.1f  %-19s %-19s %-19s %s\n", name, centre(times["ours", step]), centre(times["raw", step]),
				spread(ratios["ours", step]), spread(ratios["raw", step]), spread(growth), spread(cost)
		}
	}'
}

tables() {	# TITLE PAIR
	compgen -G "$work/$2.*" >/dev/null || return 0
	table "$1: by the clock" "$2" 2
	table "$1: processor time" "$2" 6
}

echo "$(uname -sr), $(nproc) CPUs, $rounds rounds"
tables "$containers containers" containers
tables "$vlans VLANs and $twos rounds of two$([ "$guest" -eq 0 ] || echo ', in the guest')" vlans
