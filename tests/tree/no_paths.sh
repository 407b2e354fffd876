#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Nothing in the tree names a directory of somebody's machine, and no line ends in white space.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir

list_files >"$work/list"
[ -s "$work/list" ] || complain "there are no files"
cd "$source_dir" || exit 1
while IFS= read -r file; do
	# Behind a letter it is part of another path. -I: not in binary files.
	LC_ALL=C grep -InE '(^|[^A-Za-z0-9_.$}-])/(work|home|root|Users)/' "$file" >"$work/out" &&
		complain "$file: $(head -n 3 "$work/out")"
	case $file in
	LICENSE | *.patch | tests/forms/batch/* | tests/fuzz/corpus/*) continue ;;	# as people, and fuzzers, write them
	esac
	LC_ALL=C grep -InE '[[:blank:]]+$' "$file" >"$work/out" &&
		complain "$file ends a line in white space: $(head -n 3 "$work/out")"
	[ ! -s "$file" ] || [ -z "$(tail -c 1 "$file" | tr -d '\0')" ] ||
		complain "$file does not end in a newline"
done <"$work/list"
finish
