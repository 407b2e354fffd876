#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# No C file of more than 500 lines, and no function of more than 60.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir

list_files | grep -E '^(lib|include|examples|tests)/.*\.[ch]$' >"$work/list"
[ -s "$work/list" ] || complain "there is no C file"
while IFS= read -r file; do
	lines=$(wc -l <"$source_dir/$file")
	[ "$lines" -le 500 ] || complain "$file has $lines lines"
	# In this style a function's body is what is between braces in the first column.
	awk '
		/^{/ { begin = NR }
		/^}/ { if (begin && NR - begin - 1 > 60)
				print "line " begin ": a function of " NR - begin - 1 " lines"
		       begin = 0 }
	' "$source_dir/$file" >"$work/functions"
	while IFS= read -r line; do
		complain "$file, $line"
	done <"$work/functions"
done <"$work/list"
finish
