#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# boot.sh VMLINUZ ARCHIVE TOKEN TIMEOUT CLOCK MEMORY OUT PROGRAM...
#
# Boots the guest, prints what its programs print, and writes OUT/release and, for program N, OUT/N.log and OUT/N.status. All that came
# from the guest is in OUT/serial.log, and its kernel's words in OUT/console.log.
# The result is 0 only when the guest said that it has run everything; a program's own failure is in its OUT/N.status.
# TIMEOUT is the guest's own limit for one program. CLOCK is real, or steady: counting instructions. MEMORY is in MiB. A guest that says
# nothing for longer than TIMEOUT hangs, and is ended from here.
set -euo pipefail

vmlinuz=$1 archive=$2 token=$3 timeout=$4 clock=$5 memory=$6 out=$7
shift 7
programs=("$@")	# what is what in the messages
boot_timeout=120	# 2 s on an idle machine
grace=20		# for the guest to end a program on its own
console=$out/console.log
serial=$out/serial.log
qemu=''

# Interrupted, or done: in either case no emulator stays behind.
stop() {
	trap '' INT TERM HUP	# a second signal must not cut this short
	[ -n "$qemu" ] || return 0
	kill -KILL "$qemu" 2>/dev/null || :
	wait "$qemu" 2>/dev/null || :
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

trouble() {
	{
		echo "guest: $*"
		# What it died of, and the end. The first line of the console holds the escape codes of the BIOS.
		{ grep -a -m 5 -E 'Kernel panic|BUG:|Oops' "$console" && echo ...; tail -n 10 "$console"; } 2>/dev/null |
			tr -d '\033\r' | sed 's/^/guest console: /'
	} >&2
	exit 125
}

# `-accel tcg -cpu max` needs no /dev/kvm and no privilege, and the plain `qemu64` processor has been seen to hang.
# One processor: with two on a busy machine it takes twice the work and longer.
# The first serial port is the kernel's, the second the programs'. The parent death signal ends the emulator even if this script is killed
# in a way that it cannot handle.
#
# A steady clock goes on by 2 ns with each instruction, and at once to the next timer when there is nothing to do.
start() {
	local counting=()
	[ "$clock" = real ] || counting=(-icount 'shift=1,align=off,sleep=off')
	exec setpriv --pdeathsig KILL -- qemu-system-x86_64 \
		-accel tcg "${counting[@]}" -cpu max -smp 1 -m "$memory" \
		-nodefaults -no-user-config -display none -monitor none -nic none -no-reboot \
		-chardev file,id=console,path="${console//,/,,}" -serial chardev:console \
		-chardev file,id=out,path="${serial//,/,,}" -serial chardev:out \
		-kernel "$vmlinuz" -initrd "$archive" \
		-append "console=ttyS0 loglevel=4 panic=-1 oops=panic mitigations=off nokaslr"
}

booted='' finished='' program='' started=0
deadline=$((SECONDS + boot_timeout))
held=''		# an empty line may be the beginning of a report

report() {	# WORD...
	case $1 in
	booted)
		booted=1
		echo "$2" >"$out/release"
		echo "guest: kernel $2 is up after $SECONDS s" >&2
		;;
	start)
		program=$2
		started=$SECONDS
		: >"$out/$program.log"
		;;
	exit)
		echo "$3" >"$out/$2.status"
		echo "guest: ${programs[$2 - 1]##*/}: exit status $3 after $((SECONDS - started)) s" >&2
		program=''
		;;
	done) finished=1 ;;
	esac
	deadline=$((SECONDS + timeout + grace))
}

pass_on() {	# LINE
	printf '%s\n' "$1"
	[ -z "$program" ] || printf '%s\n' "$1" >>"$out/$program.log"
}

take() {	# LINE
	case $1 in
	"@$token "*)
		held=''
		# shellcheck disable=SC2086 # words
		report ${1#* }
		;;
	*)
		[ -z "$held" ] || pass_on ''
		held=''
		if [ -z "$1" ]; then held=1; else pass_on "$1"; fi
		;;
	esac
}

# By way of a file, which takes all there is at once: the emulator drops what a pipe is too full for. And without a time limit for
# `read`, which can lose the end of a line to it.
: >"$serial"
exec 3<"$serial"
start &
qemu=$!
partial='' ended=''
while [ -z "$finished" ]; do
	if IFS= read -r -u 3 line; then
		take "$partial$line"
		partial=''
		continue
	fi
	partial+=$line	# what there is of one
	if [ -n "$ended" ] || [ "$SECONDS" -gt "$deadline" ]; then
		break
	fi
	kill -0 "$qemu" 2>/dev/null || ended=1	# once more: for what it wrote last
	sleep 0.1
done
[ -z "$partial" ] || take "$partial"

if [ -z "$booted" ]; then
	trouble "the kernel did not come up"
elif [ -z "$finished" ] && [ "$SECONDS" -gt "$deadline" ]; then
	trouble "hangs${program:+ in ${programs[program - 1]##*/}}, said nothing for $((timeout + grace)) s"
elif [ -z "$finished" ]; then
	trouble "died${program:+ in ${programs[program - 1]##*/}}"
fi
