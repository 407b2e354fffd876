#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The test programs under valgrind: memory that is used wrongly, or lost.
set -euo pipefail

usage() {
	cat <<'END'
usage: tests/valgrind.sh BUILD [PATTERN]

Runs the programs of the groups unit and netns whose names match PATTERN (a regular expression; all) under valgrind, as many at a
time as there are processors. BUILD is a build directory with tests, without sanitizers. Takes a quarter of an hour. Only what is
surely lost counts: libnl keeps what it registered when it was loaded. Prints a line for each, and what valgrind said of those that
failed. Exit status: 0; 1 if one failed; 77 if there is no valgrind.
END
}

[ "${1:-}" != -h ] || { usage; exit 0; }
case $# in 1 | 2) ;; *) usage >&2; exit 2 ;; esac
build=$(cd "$1" && pwd)
pattern=${2:-.}
command -v valgrind >/dev/null || { echo "valgrind: there is none here" >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
export work

one() {	# PROGRAM
	local name status=0
	name=$(basename "$1")
	# From the directory that the tests are started in; a skip is none of valgrind's business.
	(cd "$(dirname "$1")/.." && timeout --kill-after=10 900 valgrind -q --error-exitcode=99 --leak-check=full \
		--errors-for-leak-kinds=definite --show-leak-kinds=definite "$1") >"$work/$name" 2>&1 || status=$?
	case $status in
	0) echo "passed  $name" ;;
	77) echo "skipped $name" ;;
	*)
		echo "FAILED  $name (exit status $status)"
		sed 's/^/    /' "$work/$name"
		: >"$work/failed"
		;;
	esac
}
export -f one

find "$build/tests/unit" "$build/tests/netns" -maxdepth 1 -type f -perm -u+x -name 'test_*' | sort | grep -E "$pattern" |
	xargs -r -P "$(nproc)" -I{} bash -c 'one {}'
[ ! -e "$work/failed" ]
