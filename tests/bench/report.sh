#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Makes the tables of docs/performance.md, and the plot beside it, of what netcfg_bench --csv wrote.
set -euo pipefail

usage() {
	cat <<'END'
usage: tests/bench/report.sh [-o DOCUMENT] [-n] [-c COMMAND]... CSV...

  -o DOCUMENT  the document whose part between the bench marks is renewed (docs/performance.md); -: print that part only
  -c COMMAND   what made the CSV of the same place in the list, shown with its tables
  -n           no plot

The plot is DOCUMENT with .svg for .md: cost of one operation against the number of links (needs gnuplot, and a run with --full for the
larger sizes). A CSV may be the log of a guest run: lines that are no figures are passed over. Figures of the goals come from the first
CSV that has them.
END
}

here=$(cd "$(dirname "$0")" && pwd)
document=$here/../../docs/performance.md
plot=1
commands=()

die() {
	echo "report: $1" >&2
	exit "${2:-1}"
}

while getopts o:c:nh option; do
	case $option in
	o) document=$OPTARG ;;
	c) commands+=("$OPTARG") ;;
	n) plot=0 ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || { usage >&2; exit 2; }
for csv; do
	[ -r "$csv" ] || die "cannot read $csv" 2
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

number=0
for csv; do
	tr -d '\r' <"$csv" >"$work/$number.csv"
	grep -q '^scenario,size,peer,' "$work/$number.csv" || die "$csv has no figures"
	number=$((number + 1))
done

{
	awk -F, -f "$here/goals.awk" "$work"/*.csv
	for ((i = 0; i < number; i++)); do
		awk -F, -v command="${commands[i]:-}" -f "$here/tables.awk" "$work/$i.csv"
	done
} >"$work/part"

if [ "$document" = - ]; then
	cat "$work/part"
	exit 0
fi
awk -v name=bench -v part="$work/part" -f "$here/insert.awk" "$document" >"$work/document" || die "$document has no bench marks"
cat "$work/document" >"$document"

[ "$plot" -eq 1 ] || exit 0
command -v gnuplot >/dev/null || die "no gnuplot here; -n leaves the plot out"
for scenario in veth-create veth-delete set; do
	for peer in ours raw libnl "libnl: cache" "ip -batch"; do
		awk -F, -v scenario="$scenario" -v peer="$peer" '
			$1 == scenario && $3 == peer && $4 == "ok" && $7 != "" { print $2, $7, $8, $9 }' \
			"$work/0.csv" | sort -n >"$work/$scenario.$peer.points"
	done
done
gnuplot -e "work='$work'; svg='${document%.md}.svg'" "$here/plot.gnuplot"
# gnuplot ends some lines in blanks.
sed -i "s/[[:blank:]]*\$//" "${document%.md}.svg"
