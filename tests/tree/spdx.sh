#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Every source and script says its licence in its first three lines.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir

looked_at=0
list_files >"$work/list"
while IFS= read -r file; do
	case $file in
	tests/forms/* | tests/fuzz/corpus/*) continue ;;	# what programs are given
	*.c | *.h | *.cpp | *.sh | *.awk | *.py | *.cmake | *.map | *.in | *.yml | *.yaml | \
	*CMakeLists.txt | *Makefile | *.clang-format | *.clang-tidy | *.editorconfig) ;;
	*)
		# A script by its first two bytes.
		[ "$(head -c 2 "$source_dir/$file" | tr -d '\0')" = '#!' ] || continue
		;;
	esac
	looked_at=$((looked_at + 1))
	head -n 3 "$source_dir/$file" | grep -q 'SPDX-License-Identifier: LGPL-2.1-or-later' ||
		complain "$file has no SPDX line"
done <"$work/list"
[ "$looked_at" -gt 50 ] || complain "only $looked_at files were found"
finish
