#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The version is the same in CMakeLists.txt, in the header, and in what is built.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"

project=$(sed -n 's/^project(.* VERSION \([0-9.]*\).*/\1/p' "$source_dir/CMakeLists.txt")
[ -n "$project" ] || complain "CMakeLists.txt has no version"

header=
for part in MAJOR MINOR PATCH; do
	n=$(sed -n "s/^#define NETCFG_VERSION_$part \([0-9]*\)\$/\1/p" \
		"$source_dir/include/netcfg/context.h")
	header=$header${header:+.}$n
done
[ "$project" = "$header" ] || complain "CMakeLists.txt has $project, context.h has $header"

for built in "lib/libnetcfg.so.$project" "lib/libnetcfg.so.${project%%.*}"; do
	[ -e "$build_dir/$built" ] || complain "no $built was built"
done
grep -qx "Version: $project" "$build_dir/pkgconfig/libnetcfg.pc" ||
	complain "libnetcfg.pc has another version than $project"
grep -q "(PACKAGE_VERSION \"$project\")" "$build_dir/pkgconfig/libnetcfg-config-version.cmake" ||
	complain "libnetcfg-config-version.cmake has another version than $project"

# The newest node of the map is of this major version, and not from the future.
node=$(sed -n 's/^NETCFG_\([0-9.]*\) {.*/\1/p' "$source_dir/lib/libnetcfg.map" | tail -n 1)
[ "${node%%.*}" = "${project%%.*}" ] || complain "the map's last node is $node"
minor=${project#*.}
[ "${node#*.}" -le "${minor%%.*}" ] || complain "the map's last node is $node"
finish
