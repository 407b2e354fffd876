#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# docs/for-runtimes.md has the figures and the example that tests/lxc_shape counts and runs.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir

doc=$source_dir/docs/for-runtimes.md
program=$build_dir/tests/netns/test_lxc_shape
[ -x "$program" ] || skip "test_lxc_shape was not built"

"$program" --table >"$work/table" || complain "test_lxc_shape --table failed"
sed '1,/^<!-- lxc:begin -->$/d; /^<!-- lxc:end -->$/,$d' "$doc" >"$work/table-in-doc"
diff "$work/table" "$work/table-in-doc" >&2 ||
	complain "the table is not what test_lxc_shape --table prints"

sed '1,/for-runtimes: begin/d; /for-runtimes: end/,$d' "$source_dir/tests/lxc_shape/container.c" >"$work/code"
sed '1,/^```c$/d; /^```$/,$d' "$doc" >"$work/code-in-doc"
[ -s "$work/code" ] || complain "container.c has no marks"
diff "$work/code" "$work/code-in-doc" >&2 || complain "the example is not that of tests/lxc_shape/container.c"

# Each call that is named is there.
grep -o 'netcfg_[a-z_0-9]*()' "$doc" | tr -d '()' | sort -u |
	while IFS= read -r function; do
		grep -q "[ 	]$function;" "$source_dir/lib/libnetcfg.map" || echo "$function"
	done >"$work/unknown"
[ ! -s "$work/unknown" ] || complain "no such functions: $(tr '\n' ' ' <"$work/unknown")"
finish
