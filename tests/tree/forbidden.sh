#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The library leaves its process alone: it prints nothing, ends nothing, reads no
# environment, and has no data that changes. Told by the symbols of its objects.
set -u
# shellcheck source=tests/tree/support/files.sh
. "$(dirname "$0")/support/files.sh"
make_work_dir

archive=$build_dir/lib/libnetcfg.a
[ -e "$archive" ] || { complain "there is no $archive"; finish; }

# Names of the C library without what fortification and versions make of them.
nm -u -A "$archive" 2>/dev/null | sed 's/^\([^ ]*\):  *[Uvw] /\1 /' |
	sed 's/ __isoc[0-9]*_/ /; s/ __\([a-z_]*\)_chk$/ \1/; s/@.*//; s/.*libnetcfg\.a:/ /' |
	awk '{ print $1, $2 }' >"$work/used"
[ -s "$work/used" ] || complain "nothing is used by the library"

forbid() {	# WHY NAME...
	why=$1
	shift
	for symbol in "$@"; do
		awk -v symbol="$symbol" '$2 == symbol { print $1 }' "$work/used" >"$work/objects"
		while IFS= read -r object; do
			complain "$object uses $symbol: $why"
		done <"$work/objects"
	done
}
forbid "it prints" printf vprintf fprintf vfprintf dprintf vdprintf puts fputs putchar putc fputc \
	fwrite perror psignal syslog vsyslog err warn stdout stderr
forbid "it ends the process" exit _exit _Exit quick_exit abort raise __assert_fail pthread_exit
forbid "it depends on the environment" getenv secure_getenv setenv putenv environ setlocale \
	localeconv isspace isalnum isdigit isxdigit tolower toupper __ctype_b_loc
forbid "it changes how signals are handled" signal sigaction sigset sigprocmask alarm setitimer
forbid "it starts a process" system popen fork vfork execve execvp posix_spawn
forbid "it looks in the thread's namespace" if_nametoindex if_indextoname
forbid "it is not for threads" strerror strtok inet_ntoa readdir_r gethostbyname
forbid "libnl loses errno, or reads the environment" nl_socket_alloc nl_connect nl_send_sync \
	nl_recvmsgs nl_recvmsgs_default nl_wait_for_ack nl_addr_parse nl_perror
forbid "unbounded" gets sprintf vsprintf strcat

# Data that can change. Constant tables of pointers are in .data.rel.ro.
if grep -qE ' (__asan|__ubsan|__tsan|__gcov|__msan|__sanitizer)' "$work/used"; then
	echo "forbidden: built with instruments: data was not looked at"
else
	nm -A -f sysv "$archive" 2>/dev/null | awk -F '|' '
		{ gsub(/ /, "", $4); gsub(/ /, "", $7); gsub(/ *$/, "", $1) }
		$4 ~ /OBJECT|TLS|COMMON/ && $7 ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ &&
		$7 !~ /^\.data\.rel\.ro/ { sub(/.*libnetcfg\.a:/, "", $1); print $1 " in " $7 }
	' >"$work/data"
	while IFS= read -r line; do
		complain "data that can change: $line"
	done <"$work/data"
fi
finish
