# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=sh
#
# The Debian packages that building and testing need; to be sourced.
#
#   need_packages GROUP...     GROUP: build, demo, tests, ci, guest
#
# Something is missing when the thing itself is missing (a command, a header, a pkg-config module), not when dpkg has never heard of
# the package: other distributions have the same things under other names.
# As root on a machine with apt-get the missing packages are installed. Anybody else is told what to install; the result is then 1.

# ip, depmod and qemu's helpers are in the sbin directories, which an ordinary user's PATH lacks on Debian.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
export PATH

# group | Debian package | how to find out that it is there | what it is for
package_table() {
	cat <<-'END'
	build|gcc|command cc|C compiler
	build|libc6-dev|header stdio.h|headers of the C library
	build|linux-libc-dev|header linux/rtnetlink.h|headers of the kernel
	build|cmake|command cmake|CMake
	build|make|command make|make
	build|pkg-config|command pkg-config|pkg-config
	build|libnl-3-dev|module libnl-3.0|libnl, pkg-config module libnl-3.0
	tests|libnl-route-3-dev|module libnl-route-3.0|libnl-route, pkg-config module libnl-route-3.0
	demo|iproute2|command ip|the ip command
	tests|iproute2|command ip|the ip command
	tests|util-linux|command unshare|the unshare command
	tests|libcmocka-dev|module cmocka|cmocka, pkg-config module cmocka
	tests|g++|command c++|C++ compiler, for the tests of the headers
	ci|clang|command clang|the clang compiler
	ci|libclang-rt-dev|sanitizer clang|the runtime of its sanitizers
	ci|clang-format|command clang-format|clang-format
	guest|iproute2|command ip|the ip command
	guest|qemu-system-x86|command qemu-system-x86_64|the emulator qemu-system-x86_64
	guest|busybox-static|command busybox|busybox, the guest's tools
	guest|dash|command dash|dash, the guest's shell
	guest|kmod|command depmod|depmod
	END
}

package_is_there() {	# HOW WHAT
	case $1 in
	command) command -v "$2" >/dev/null 2>&1 ;;
	module) pkg-config --exists "$2" >/dev/null 2>&1 ;;
	header) printf '#include <%s>\n' "$2" | cc -E - >/dev/null 2>&1 ;;
	sanitizer) echo 'int main(void) { return 0; }' | "$2" -fsanitize=address,undefined -x c -o /dev/null - >/dev/null 2>&1 ;;
	*) return 1 ;;
	esac
}

# Prints "package|what for" of everything in the given groups that is not there.
packages_missing() {	# GROUP...
	_seen=' '
	package_table | while IFS='|' read -r _group _package _check _purpose; do
		case " $* " in *" $_group "*) ;; *) continue ;; esac
		case $_seen in *" $_package "*) continue ;; esac
		_seen="$_seen$_package "
		# shellcheck disable=SC2086 # two words on purpose
		package_is_there $_check || printf '%s|%s\n' "$_package" "$_purpose"
	done
}

packages_explain() {	# MISSING
	echo "missing:" >&2
	printf '%s\n' "$1" | while IFS='|' read -r _package _purpose; do
		printf '  %-20s %s\n' "$_package" "$_purpose" >&2
	done
}

# Prints nothing but "installing ..." unless apt-get fails, when all that it said is wanted.
packages_install() {	# PACKAGE...
	echo "installing: $*" >&2
	# Lists that are old but present may still do, so a failing update alone is no reason to give up.
	_update=$(apt-get update 2>&1 </dev/null) || printf '%s\napt-get update failed, trying with what is there\n' "$_update" >&2
	_install=$(DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" 2>&1 </dev/null) || {
		printf '%s\ncannot install: %s\n' "$_install" "$*" >&2
		return 1
	}
}

need_packages() {	# GROUP...
	_missing=$(packages_missing "$@")
	[ -n "$_missing" ] || return 0
	_names=$(printf '%s\n' "$_missing" | cut -d '|' -f 1 | tr '\n' ' ')
	if ! command -v apt-get >/dev/null 2>&1; then
		packages_explain "$_missing"
		echo "There is no apt-get here. Install what your distribution has in place of these Debian packages, then run this again." >&2
		return 1
	fi
	if [ "$(id -u)" -ne 0 ]; then
		packages_explain "$_missing"
		echo "Install them as root, then run this again:" >&2
		echo "  apt-get update && apt-get install -y --no-install-recommends $_names" >&2
		return 1
	fi
	# shellcheck disable=SC2086 # one word per package
	packages_install $_names || return 1
	_missing=$(packages_missing "$@")
	[ -n "$_missing" ] || return 0
	packages_explain "$_missing"
	echo "apt-get reported success, yet these are still not usable." >&2
	return 1
}
