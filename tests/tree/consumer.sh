#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# A foreign project builds against what is installed, by CMake and by pkg-config, and runs.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir
compiler

stage=$work/stage
prefix=$(cache CMAKE_INSTALL_PREFIX)
project=$source_dir/tests/consumer
warnings="-Wall -Wextra -Wpedantic -Werror"
sanitize=$(cache NETCFG_SANITIZE)
flags=${sanitize:+-fsanitize=$sanitize}
version=$(sed -n 's/^project(.* VERSION \([0-9.]*\).*/\1/p' "$source_dir/CMakeLists.txt")
cxx=$(cache CMAKE_CXX_COMPILER)
[ -n "$cxx" ] || cxx=$(command -v c++ || command -v g++ || command -v clang++)
ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
export ASAN_OPTIONS

must() {	# WHAT COMMAND...
	what=$1
	shift
	"$@" >"$work/out" 2>&1 && return 0
	complain "$what: $(tail -n 20 "$work/out")"
	return 1
}

runs() {	# PROGRAM: prints the version and finds the loopback link
	must "$(basename "$1")" "$1" || return
	grep -qx "libnetcfg $version" "$work/out" || complain "$1 has another version: $(cat "$work/out")"
	grep -qx 'lo is link [1-9][0-9]*' "$work/out" || complain "$1 printed: $(cat "$work/out")"
}

must "install" env DESTDIR="$stage" cmake --install "$build_dir" || finish
root=$stage$prefix

# Nothing but the library, its headers and its package files.
unexpected=$(cd "$root" && find . ! -type d | grep -vE \
	'^\./(include/netcfg/[a-z]*\.h|lib[^ ]*/libnetcfg\.(a|so(\.[0-9.]*)?)|lib[^ ]*/cmake/libnetcfg/[a-z-]*\.cmake|lib[^ ]*/pkgconfig/libnetcfg\.pc|share/(man|doc)/.*)$')
[ -z "$unexpected" ] || complain "installed as well: $unexpected"
find "$root" -name '*.cmake' -o -name '*.pc' | while IFS= read -r file; do
	grep -lF -e "$source_dir" -e "$build_dir" "$file"
done >"$work/names_tree"
[ ! -s "$work/names_tree" ] || complain "names this tree: $(cat "$work/names_tree")"
library_dir=$(dirname "$(find "$root" -name libnetcfg.so.1)")
objdump -p "$library_dir/libnetcfg.so" | grep -qE 'SONAME +libnetcfg\.so\.1$' ||
	complain "the soname is not libnetcfg.so.1"

# CMake.
if must "CMake configures" cmake -S "$project" -B "$work/build" -DCMAKE_PREFIX_PATH="$root" \
	-DCMAKE_C_COMPILER="$cc" ${cxx:+"-DCMAKE_CXX_COMPILER=$cxx"} -DCMAKE_BUILD_TYPE=Debug \
	-DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" &&
	must "CMake builds" cmake --build "$work/build"; then
	for program in "$work"/build/consumer_*; do
		runs "$program"
	done
	[ -e "$work/build/consumer_c99" ] || complain "CMake built no consumer_c99"
fi

# pkg-config, with the stage before what directories there are.
pc=$(find "$root" -name libnetcfg.pc)
grep -qx "prefix=$prefix" "$pc" || complain "libnetcfg.pc has another prefix than $prefix"
sed -i "s,^\([a-z]*\)=/,\1=$stage/," "$pc"
PKG_CONFIG_PATH=$(dirname "$pc")${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH
LD_LIBRARY_PATH=$library_dir
export LD_LIBRARY_PATH

by_pkg_config() {	# NAME COMPILER STANDARD SOURCE LINK-OPTIONS
	# shellcheck disable=SC2046,SC2086 # several options each
	must "pkg-config, $1" $2 -std=$3 $warnings $flags $(pkg-config --cflags libnetcfg) \
		"$project/$4" -o "$work/$1" $5 && runs "$work/$1"
}
if must "pkg-config" pkg-config --exists --print-errors libnetcfg; then
	[ "$(pkg-config --modversion libnetcfg)" = "$version" ] || complain "pkg-config: version"
	shared=$(pkg-config --libs libnetcfg)
	# The library itself from its archive, the rest as the system has it.
	static=$(pkg-config --static --libs libnetcfg | sed "s,-lnetcfg,$library_dir/libnetcfg.a,")
	case $shared in
	*-lnl*) complain "a dynamic link is told to link libnl: $shared" ;;
	esac
	# What has to be installed for it is what it uses, and no more.
	for option in $static; do
		case $option in
		-lnl-*) objdump -p "$library_dir/libnetcfg.so" | grep -q "NEEDED  *lib${option#-l}\\." ||
			complain "libnetcfg.pc requires $option, which the library does not use" ;;
		esac
	done
	by_pkg_config pc_c99 "$cc" c99 main.c "$shared"
	by_pkg_config pc_c11 "$cc" c11 main.c "$shared"
	by_pkg_config pc_c99_static "$cc" c99 main.c "$static"
	if [ -n "$cxx" ]; then
		by_pkg_config pc_cxx17 "$cxx" c++17 main.cpp "$shared"
		by_pkg_config pc_cxx17_static "$cxx" c++17 main.cpp "$static"
	fi
	! objdump -p "$work/pc_c99" | grep -qE 'NEEDED +libnl' || complain "pc_c99 needs libnl itself"
	! objdump -p "$work/pc_c99_static" | grep -qE 'NEEDED +libnetcfg' ||
		complain "pc_c99_static needs the shared library"
fi
finish
