#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# callgrind.sh BUILD [DOCUMENT]
#
# How many instructions it takes to build and queue one request of each kind, from the call to its return: 1000 are queued, and 2000,
# under callgrind (valgrind), and the difference is divided by 1000. A table on standard output or, given a DOCUMENT, between its
# callgrind marks. Unlike times these numbers are the same on a busy machine; they change with compiler and options.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=${1:?usage: callgrind.sh BUILD [DOCUMENT]}
document=${2:-}
program=$build/tests/bench/netcfg_requests

die() {
	echo "callgrind: $1" >&2
	exit "${2:-1}"
}

[ -x "$program" ] || die "there is no $program" 2
command -v valgrind >/dev/null || die "no valgrind here" 77

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

instructions() {	# REQUEST NUMBER
	valgrind --tool=callgrind --callgrind-out-file="$work/out" "$program" "$1" "$2" >"$work/log" 2>&1 || { cat "$work/log" >&2; die "$1 failed"; }
	sed -n 's/^\(summary\|totals\): \([0-9]*\).*/\2/p' "$work/out" | head -n 1
}

{
	echo '| request | instructions |'
	echo '|---|---:|'
	for request in $("$program"); do
		some=$(instructions "$request" 1000)
		more=$(instructions "$request" 2000)
		echo "| $request | $(((more - some + 500) / 1000)) |"
	done
} >"$work/part"

if [ -z "$document" ]; then
	cat "$work/part"
	exit 0
fi
awk -v name=callgrind -v part="$work/part" -f "$here/insert.awk" "$document" >"$work/document" || die "$document has no callgrind marks"
cat "$work/document" >"$document"
