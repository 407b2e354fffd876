#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# For longer than a test run should last: workers for half a minute, all tests ten times in random order.
set -euo pipefail

usage() {
	cat <<'END2'
usage: tests/soak/soak.sh [-s SECONDS] [-r ROUNDS] BUILD

BUILD is a build directory with tests; best one with -DNETCFG_SANITIZE=thread, and one without. Runs 8 threads and then 40 processes
for SECONDS (30) each, and all tests ROUNDS times (10; 0: not) in random order. Says what is left that was not there before:
namespaces, mounts, processes. Exit status 0: nothing failed and nothing is left.
END2
}

seconds=30 rounds=10
while getopts s:r:h option; do
	case $option in
	s) seconds=$OPTARG ;;
	r) rounds=$OPTARG ;;
	h) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] || { usage >&2; exit 2; }
build=$(cd "$1" && pwd)
[ -x "$build/tests/soak/soak" ] || { echo "soak: there is no tests/soak/soak in $build" >&2; exit 2; }

# Names of the kinds of things that may be left, with how many there are. Namespaces that go are gone a moment later.
left() {
	echo "network namespaces in use: $(find /proc/[0-9]*/ns/net -maxdepth 0 -exec readlink {} + 2>/dev/null | sort -u | wc -l)"
	echo "names in /run/netns: $(find /run/netns -mindepth 1 2>/dev/null | wc -l)"
	echo "mounts: $(wc -l </proc/self/mountinfo)"
	echo "programs of ours: $(pgrep -f "$build/(tests|examples)/" | wc -l)"
}

status=0
before=$(left)
"$build/tests/soak/soak" threads 8 "$seconds" || status=1
"$build/tests/soak/soak" processes 40 "$seconds" || status=1
for ((round = 1; round <= rounds; round++)); do
	if (cd "$build" && ctest -j "$(nproc)" --schedule-random --timeout 600 --output-on-failure) >"$build/soak.log" 2>&1; then
		echo "round $round: $(grep 'tests passed' "$build/soak.log")"
	else
		echo "round $round failed:"
		cat "$build/soak.log"
		status=1
	fi
done
sleep 2
after=$(left)
if [ "$before" != "$after" ]; then
	echo "before:"
	echo "$before"
	echo "after:"
	echo "$after"
	status=1
fi
exit "$status"
