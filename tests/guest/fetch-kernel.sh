#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# fetch-kernel.sh CACHE
#
# Provides a kernel that has every kind of link: CACHE/kernel/{release,vmlinuz,lib/modules/RELEASE}.
# It is Debian's cloud kernel, taken out of its package without installing anything, so no privilege is needed and /boot stays as it is.
# NETCFG_GUEST_KERNEL=DIR names an unpacked kernel package (DIR/boot/vmlinuz-*, DIR/lib/modules) to use instead, for machines without apt.
set -euo pipefail

cache=$1
meta=linux-image-cloud-amd64

die() {
	echo "guest kernel: $*" >&2
	exit 1
}

if [ -n "${NETCFG_GUEST_KERNEL:-}" ]; then
	[ -d "$NETCFG_GUEST_KERNEL" ] || die "NETCFG_GUEST_KERNEL=$NETCFG_GUEST_KERNEL is no directory"
elif [ -s "$cache/kernel/release" ]; then
	exit 0
fi

mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
work=$(mktemp -d "$cache/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

# The sandbox user of apt cannot enter a build directory; these options only silence its warning about that.
apt=(-qq -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1)

# The system's package lists may be absent or out of date, and only root may renew them. A private copy needs no privilege.
use_private_lists() {
	mkdir -p "$work/lists/partial" "$work/archives/partial"
	apt+=(-o Dir::State::lists="$work/lists" -o Dir::Cache="$work" -o Dir::Cache::archives="$work/archives")
	apt-get "${apt[@]}" update >&2
}

download() {
	local package
	package=$(apt-cache "${apt[@]}" depends "$meta" 2>/dev/null | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)$/\1/p' | head -n 1)
	[ -n "$package" ] || return 1
	echo "guest kernel: downloading $package" >&2
	(cd "$work" && apt-get "${apt[@]}" download "$package:amd64" >&2)
}

if [ -n "${NETCFG_GUEST_KERNEL:-}" ]; then
	tree=$NETCFG_GUEST_KERNEL
else
	for tool in apt-get apt-cache dpkg-deb; do
		command -v "$tool" >/dev/null || die "no $tool here; set NETCFG_GUEST_KERNEL to an unpacked kernel package"
	done
	download || { use_private_lists || :; download; } || die "cannot download $meta (no network?)"
	tree=$work/tree
	dpkg-deb -x "$work"/linux-image-*.deb "$tree"
fi

# The modules are under /lib in Debian 12 and may be under /usr/lib elsewhere; depmod looks into one or the other, by how it was built.
modules=''
for directory in "$tree"/lib/modules/*/ "$tree"/usr/lib/modules/*/; do
	if [ -d "$directory" ]; then modules=${directory%/}; break; fi
done
[ -n "$modules" ] || die "no modules in $tree"
release=${modules##*/}
new=$work/kernel
mkdir -p "$new/lib/modules" "$new/usr"
ln -s ../lib "$new/usr/lib"
cp -r "$modules" "$new/lib/modules/"
cp "$tree/boot/vmlinuz-$release" "$new/vmlinuz"
depmod -b "$new" "$release"
[ -s "$new/lib/modules/$release/modules.dep" ] || die "depmod wrote no modules.dep"
echo "$release" >"$new/release"
rm -rf "$cache/kernel"
mv "$new" "$cache/kernel"
