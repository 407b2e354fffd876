#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# A file of the library includes headers of its own layer or a lower one.
#
# The layer is what the file's first comment says, "L1:" to "L5:". A source that
# says none has that of the header it includes first. Public headers have none:
# all may include them, and they include no file of lib/.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir

layer_in_comment() {
	head -n 5 "$1" | sed -n 's/^[^A-Za-z]*L\([1-9]\): .*/\1/p' | head -n 1
}

includes() {
	sed -n 's/^#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' "$1"
}

# An include of lib/ is beside the file that has it, or in lib/ itself.
find_header() {	# FILE INCLUDE
	for dir in "$(dirname "$1")" "$source_dir/lib"; do
		if [ -f "$dir/$2" ]; then
			echo "$dir/$2"
			return
		fi
	done
}

layer() {
	found=$(layer_in_comment "$1")
	if [ -z "$found" ]; then
		case $1 in
		*.c)
			first=$(find_header "$1" "$(includes "$1" | head -n 1)")
			[ -z "$first" ] || found=$(layer_in_comment "$first")
			;;
		esac
	fi
	echo "$found"
}

find "$source_dir/lib" -name '*.[ch]' | LC_ALL=C sort >"$work/sources"
[ -s "$work/sources" ] || complain "there is no source in lib/"
while IFS= read -r file; do
	short=${file#"$source_dir/"}
	own=$(layer "$file")
	if [ -z "$own" ]; then
		complain "$short has no layer in its first comment"
		continue
	fi
	[ "$own" -le 5 ] || complain "$short is of layer $own, and there are 5"
	includes "$file" >"$work/includes"
	while IFS= read -r include; do
		header=$(find_header "$file" "$include")
		if [ -z "$header" ]; then
			complain "$short includes \"$include\", which is not in lib/"
			continue
		fi
		other=$(layer "$header")
		if [ -n "$other" ] && [ "$other" -gt "$own" ]; then
			complain "$short of layer $own includes $include of layer $other"
		fi
	done <"$work/includes"
done <"$work/sources"

for file in "$source_dir"/include/netcfg/*.h; do
	includes "$file" >"$work/includes"
	[ ! -s "$work/includes" ] ||
		complain "${file#"$source_dir/"} includes $(cat "$work/includes")"
done
finish
