# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=sh
# For the checks of the tree, which source it: the files, the compiler, and how a check fails.

source_dir=$1
build_dir=$2
name=$(basename "$0" .sh)
failures=0

# Say what disagrees. The check goes on, so that all of it is seen at once.
complain() {
	echo "$name: $*" >&2
	failures=$((failures + 1))
}

skip() {
	echo "$name: skipped: $*" >&2
	exit 77
}

finish() {
	[ "$failures" -eq 0 ] || exit 1
	exit 0
}

# A private directory that goes with the script.
make_work_dir() {
	work=$(mktemp -d) || exit 1
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
}

# All files of the project, one a line, relative to it: what git has or would
# take, or without git what is there, except builds.
list_files() {
	if [ -e "$source_dir/.git" ] &&
	   git -C "$source_dir" ls-files -co --exclude-standard >"$work/files" 2>/dev/null; then
		while IFS= read -r file; do
			if [ -f "$source_dir/$file" ]; then echo "$file"; fi
		done <"$work/files"
	else
		(cd "$source_dir" && find . \
			\( -name .git -o -type d -exec test -e '{}/CMakeCache.txt' \; \) -prune \
			-o -type f -print) | sed 's,^\./,,'
	fi | LC_ALL=C sort
}

# A variable of the build's cache.
cache() {
	sed -n "s/^$1:[A-Z]*=//p" "$build_dir/CMakeCache.txt"
}

compiler() {
	cc=$(cache CMAKE_C_COMPILER)
	[ -n "$cc" ] || cc=cc
}
