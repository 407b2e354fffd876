#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The functions that headers mark, those in the map and those the library exports are the same, and
# the archive has no other symbols for programs to meet with.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir

map=$source_dir/lib/libnetcfg.map
library=$build_dir/lib/libnetcfg.so
[ -e "$library" ] || { complain "there is no $library"; finish; }

# A declaration may go over lines; the name is what is before the first parenthesis.
cat "$source_dir"/include/netcfg/*.h | grep -v '^#' | tr '\n' ' ' |
	grep -o 'NETCFG_PUBLIC [^;]*;' | sed 's/(.*//; s/.*[ *]//' | LC_ALL=C sort >"$work/marked"
sed -n 's/^[[:space:]]*\(netcfg_[a-z0-9_]*\);.*/\1/p' "$map" | LC_ALL=C sort >"$work/mapped"
nm -D --defined-only --with-symbol-versions "$library" | awk '$2 != "A" { print $3 }' |
	LC_ALL=C sort >"$work/exported"

[ -s "$work/marked" ] || complain "no header marks a function"
[ -z "$(uniq -d "$work/marked")" ] || complain "declared twice: $(uniq -d "$work/marked")"
[ -z "$(uniq -d "$work/mapped")" ] || complain "twice in the map: $(uniq -d "$work/mapped")"

report() {	# WORDS FILE FILE: what is in the first and not in the second
	for symbol in $(LC_ALL=C comm -23 "$2" "$3"); do
		complain "$symbol $1"
	done
}
report "is marked NETCFG_PUBLIC and not in the map" "$work/marked" "$work/mapped"
report "is in the map and not marked NETCFG_PUBLIC in a header" "$work/mapped" "$work/marked"
# Each in the node that the map has it in.
awk '/^NETCFG_[0-9.]+ *\{/ { node = $1 }
	$1 ~ /^netcfg_[a-z0-9_]*;$/ { sub(";", "", $1); print $1 "@@" node }' "$map" |
	LC_ALL=C sort >"$work/expected"
report "is in the map and not exported in that node" "$work/expected" "$work/exported"
report "is exported and not in the map" "$work/exported" "$work/expected"

archive=$build_dir/lib/libnetcfg.a
[ -e "$archive" ] || { complain "there is no $archive"; finish; }
# The address sanitizer of newer compilers puts a symbol of its own there.
nm -g --defined-only "$archive" | awk 'NF == 3 && $3 !~ /^__/ { print $3 }' | LC_ALL=C sort >"$work/archived"
report "is in the map and not in the archive" "$work/mapped" "$work/archived"
report "is in the archive for all to see" "$work/archived" "$work/mapped"
finish
