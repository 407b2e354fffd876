#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# tests/cases/README.md has every case of cases.txt and every test that is named after one, and no other.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir
cases=$source_dir/tests/cases

# GROUP.PROGRAM: `FUNCTION` of the tests whose name has a number: ..b14_.., at the beginning or after a blank.
for file in "$source_dir"/tests/*/test_*.c; do
	group=$(basename "$(dirname "$file")")
	program=$(basename "$file" .c)
	sed -n 's/^static void \([a-z0-9_]*\)(void \*\*.*/\1/p' "$file" | grep -E '(^|_)b[0-9]+(_|$)' |
		sed "s/.*/$group.$program: \`&\`/"
done | sort -u >"$work/written"
grep -oE '[a-z]+\.test_[a-z0-9_]+: `[a-z0-9_]+`' "$cases/README.md" | sort -u >"$work/told"
for line in $(comm -23 "$work/written" "$work/told" | tr -d ' '); do
	complain "README.md does not have $line"
done
for line in $(comm -13 "$work/written" "$work/told" | tr -d ' '); do
	complain "README.md has $line, which is no test"
done

# Every case has a test, or a reason in the third field.
while IFS='	' read -r number text reason; do
	case $number in '#'* | '') continue ;; esac
	grep -q "^| $number |" "$cases/README.md" || complain "README.md does not have $number ($text)"
	lower=$(echo "$number" | tr B b)
	[ -n "$reason" ] || grep -qE "[\`_]${lower}[_\`]" "$work/written" || complain "$number has neither test nor reason"
done <"$cases/cases.txt"
finish
