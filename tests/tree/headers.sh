#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Each public header compiles alone and twice, as C99, C11 and C++, without a gap in any struct.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir
compiler

strict="-Wall -Wextra -Wpedantic -Wstrict-prototypes -Wundef -Wpadded -Werror -fsyntax-only"
include="-I $source_dir/include"

try() {	# WHAT COMMAND...
	what=$1
	shift
	"$@" >"$work/out" 2>&1 || complain "$what: $(cat "$work/out")"
}

for header in "$source_dir"/include/netcfg/*.h; do
	short=netcfg/$(basename "$header")
	printf '#include <%s>\n#include <%s>\nint unused;\n' "$short" "$short" >"$work/twice.c"
	for standard in c99 c11; do
		# shellcheck disable=SC2086 # several options
		try "$short as $standard" "$cc" -std=$standard $strict $include "$work/twice.c"
	done

	grep -nE '#[[:space:]]*include[[:space:]]*[<"](linux|netlink|asm|sys|net)/' "$header" \
		>"$work/out" && complain "$short includes a header of the system: $(cat "$work/out")"
	grep -nE '\b(struct|enum) (nl_|nla|nlmsg|nlattr|rtnl_|ifinfomsg|ifaddrmsg|rtmsg)' "$header" \
		>"$work/out" && complain "$short has a type of libnl or the kernel: $(cat "$work/out")"
done

# Without a 32-bit C library; the layout must have no gaps there either.
printf '#include <netcfg/netcfg.h>\nint unused;\n' >"$work/all.c"
if echo 'int unused;' | "$cc" -m32 -x c -fsyntax-only - 2>/dev/null; then
	# shellcheck disable=SC2086
	try "32 bits" "$cc" -std=c99 -m32 -ffreestanding $strict $include "$work/all.c"
else
	echo "headers: this compiler has no -m32: the 32-bit layout was not looked at"
fi

cxx=$(cache CMAKE_CXX_COMPILER)
[ -n "$cxx" ] || cxx=$(command -v c++ || command -v g++ || command -v clang++)
if [ -n "$cxx" ]; then
	for standard in c++11 c++17; do
		try "$standard" "$cxx" -std=$standard -Wall -Wextra -Wpedantic -Wundef -Wpadded \
			-Werror -fsyntax-only -I "$source_dir/include" -x c++ "$work/all.c"
	done
	# What is declared there is found in a C library.
	printf '#include <netcfg/netcfg.h>\nint main() { return netcfg_version() == nullptr; }\n' \
		>"$work/link.cc"
	try "C++" "$cxx" -std=c++17 -I "$source_dir/include" -S -o "$work/link.s" "$work/link.cc"
	grep -qw netcfg_version "$work/link.s" || complain "names are mangled in C++"
else
	echo "headers: there is no C++ compiler: C++ was not tried"
fi
finish
