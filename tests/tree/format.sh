#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The library is formatted as .clang-format has it.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir

command -v clang-format >/dev/null || skip "there is no clang-format"
version=$(clang-format --version | sed -n 's/.*version \([0-9]*\)\..*/\1/p')
[ "${version:-0}" -ge 14 ] || skip "clang-format ${version:-of no version} is older than 14"

list_files | grep -E '^lib/.*\.[ch]$' >"$work/list"
[ -s "$work/list" ] || complain "there is no source in lib/"
while IFS= read -r file; do
	clang-format --style=file --dry-run -Werror "$source_dir/$file" >"$work/out" 2>&1 ||
		complain "$file: $(head -n 6 "$work/out")"
done <"$work/list"
finish
