#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The layout of public structs is the one written down in layout.txt: what is there stays there.
#
# layout.txt has a line for each field: struct, field, offset, size. To append a
# field, append its line (`layout.sh SOURCE BUILD --print` prints them all). A
# line that changes is another ABI.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir
compiler

echo '#include <netcfg/netcfg.h>' |
	"$cc" -E -P -I "$source_dir/include" -x c - >"$work/headers" || exit 1

# From the text of the structs to a program that prints what they are.
{
	cat <<'END'
#include <stdio.h>
#include <netcfg/netcfg.h>
#define FIELD(type, field) \
	printf("%s %s %zu %zu\n", #type, #field, offsetof(struct type, field), \
	       sizeof(((struct type *)0)->field));
int main(void)
{
	if (sizeof(void *) != 8)
		return 77;
END
	tr '\n' ' ' <"$work/headers" | grep -o 'struct netcfg_[a-z_]* *{[^}]*}' |
		sed 's/^struct //; s/ *{/;/; s/}$//' | tr ';' '\n' | awk '
		/^netcfg_/ { type = $1; next }
		NF { field = $0; sub(/\[.*/, "", field); sub(/ *$/, "", field); sub(/.*[ *]/, "", field)
		     printf "\tFIELD(%s, %s)\n", type, field }'
	echo 'return 0; }'
} >"$work/layout.c"

"$cc" -I "$source_dir/include" -o "$work/layout" "$work/layout.c" || exit 1
"$work/layout" >"$work/now"
status=$?
[ "$status" -ne 77 ] || skip "pointers do not have 8 bytes here"
[ "$status" -eq 0 ] || exit 1
if [ "${3:-}" = --print ]; then
	cat "$work/now"
	exit 0
fi

table=$source_dir/tests/tree/layout.txt
grep -v '^#' "$table" >"$work/then"
while read -r type field offset size; do
	line=$(grep "^$type $field " "$work/now")
	if [ -z "$line" ]; then
		complain "struct $type has no $field any more"
	elif [ "$line" != "$type $field $offset $size" ]; then
		complain "$type.$field was at $offset with $size bytes, and now: $line"
	fi
done <"$work/then"
while read -r type field offset size; do
	grep -q "^$type $field " "$work/then" ||
		complain "$type.$field is new: append \"$type $field $offset $size\" to layout.txt"
done <"$work/now"

# No gaps: each field begins where the one before ends, and the struct ends with the last.
awk '
	$1 != type { type = $1; end = 0 }
	$3 != end { print $1 "." $2 " is at " $3 ", and the field before ends at " end }
	{ end = $3 + $4 }
' "$work/now" >"$work/gaps"
while IFS= read -r gap; do
	complain "$gap"
done <"$work/gaps"
finish
