#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make-initramfs.sh KERNEL STAGE ARCHIVE [FILE[:DESTINATION]]...
#
# Packs a root file system into ARCHIVE: what STAGE already holds, this directory's init, a shell, busybox, ip, bridge, the modules of KERNEL
# (made by fetch-kernel.sh), and every FILE with the libraries it is linked with. A FILE is at the same absolute path in the guest as
# here unless DESTINATION says otherwise, so that run paths, compiled-in paths and paths relative to the program stay true.
# The archive is not compressed: an emulated processor takes longer to unpack it than to read it.
set -euo pipefail

umask 022	# the guest has ordinary users too
here=$(cd "$(dirname "$0")" && pwd)
kernel=$1 root=$2 archive=$3
shift 3

# Every kind that tests use; what they depend on is added. The drivers that make a device of their own when loaded are told not to.
modules="llc stp garp mrp 8021q dummy:numdummies=0 veth bridge macvlan ipvlan vxlan vrf bonding:max_bonds=0 tun ifb:numifbs=0"

die() {
	echo "guest: $*" >&2
	exit 1
}

copy() {	# SOURCE DESTINATION
	[ -e "$root$2" ] && return
	mkdir -p "$root${2%/*}"
	cp -L "$1" "$root$2"
}

is_elf() {
	[ "$(head -c 4 "$1" | tr -d '\177\0')" = ELF ]
}

copy_with_libraries() {	# SOURCE DESTINATION
	local libraries library
	copy "$1" "$2"
	is_elf "$1" || return 0
	libraries=$(ldd "$1" 2>&1) || return 0	# statically linked
	case $libraries in *"not found"*) die "$1: $(grep 'not found' <<<"$libraries")" ;; esac
	while read -r library; do
		copy "$library" "$library"
		# The C library loads this one by hand when a thread ends by pthread_exit() or is cancelled.
		case $library in */libc.so.6)
			[ ! -e "${library%/*}/libgcc_s.so.1" ] || copy "${library%/*}/libgcc_s.so.1" "${library%/*}/libgcc_s.so.1" ;;
		esac
	done < <(awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^\//) { print $i; break } }' <<<"$libraries")
}

make_tree() {
	chmod 755 "$root" "$root/guest"
	mkdir -p "$root"/{dev,proc,sys,run,tmp,root,etc,var,guest,usr/{bin,sbin,lib,lib64}}
	local directory
	for directory in bin sbin lib lib64; do
		ln -s "usr/$directory" "$root/$directory"
	done
	ln -s /run "$root/var/run"
	echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
	echo 'root:x:0:' >"$root/etc/group"
	cp "$here/init" "$root/init"
	chmod 755 "$root/init"
}

# busybox's shell prefers its own ip to the real one, whatever PATH says. So the shell is dash, and busybox has no ip.
add_tools() {
	local applet
	copy_with_libraries "$(command -v dash)" /bin/sh
	copy_with_libraries "$(command -v busybox)" /bin/busybox
	copy_with_libraries "$(command -v ip)" /sbin/ip
	copy_with_libraries "$(command -v bridge)" /sbin/bridge
	for applet in $(busybox --list); do
		case $applet in sh | ash | ip | busybox) continue ;; esac
		[ -e "$root/bin/$applet" ] || ln -s busybox "$root/bin/$applet"
	done
}

# Writes /guest/modules, one "FILE [PARAMETERS]" a line in the order of loading. modules.dep lists what a module needs, the last first.
add_modules() {
	local release entry name file
	release=$(cat "$kernel/release")
	for entry in $modules; do
		name=${entry%%:*}
		grep -q "/$name\.ko\$" "$kernel/lib/modules/$release/modules.builtin" && continue
		awk -v name="$name" -v want="${entry#"$name"}" '
			{ file = $1; sub(/:$/, "", file); base = file; sub(/^.*\//, "", base); sub(/\.ko.*$/, "", base) }
			base == name { found = 1; for (i = NF; i > 1; i--) print $i; print file, substr(want, 2) }
			END { exit !found }
		' "$kernel/lib/modules/$release/modules.dep" || echo "guest: kernel $release has no module $name" >&2
	done | awk '!seen[$1]++' >"$root/guest/modules.list"
	while read -r file entry; do
		name=${file##*/}
		name=${name%%.ko*}.ko
		# insmod takes the plain file only.
		case $file in
		*.xz) busybox xz -dc "$kernel/lib/modules/$release/$file" ;;
		*.gz) busybox gzip -dc "$kernel/lib/modules/$release/$file" ;;
		*.ko) cat "$kernel/lib/modules/$release/$file" ;;
		*) die "cannot unpack $file" ;;
		esac >"$root/guest/$name"
		echo "/guest/$name $entry"
	done <"$root/guest/modules.list" >"$root/guest/modules"
}

make_tree
add_tools
add_modules
for file; do
	source=${file%%:*} destination=${file#*:}
	[ -f "$source" ] || die "no such file: $source"
	case $source in /*) ;; *) source=$PWD/$source ;; esac
	[ "$file" != "${file%%:*}" ] || destination=$source
	copy_with_libraries "$source" "$destination"
done
(cd "$root" && find . | busybox cpio -o -H newc -R 0:0 2>/dev/null) >"$archive" || die "cannot write $archive"
