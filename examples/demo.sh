#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# From a bare Debian to a container's network in one command: installs what is missing, builds into build/, and runs container_net once to
# show what a container gets, and once with a hundred containers for the figures. It works in namespaces of its own; nothing stays behind.
set -euo pipefail

tree=$(cd "$(dirname "$0")/.." && pwd)
build=$tree/build
log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# shellcheck source=tests/packages.sh
. "$tree/tests/packages.sh"
need_packages build demo

quietly() {	# COMMAND [ARGUMENT]...
	"$@" >"$log" 2>&1 </dev/null || {
		cat "$log" >&2
		echo "examples/demo.sh: this failed: $*" >&2
		exit 1
	}
}

show() {	# COMMAND [ARGUMENT]...
	echo
	echo "\$ ${1#"$tree/"} ${*:2}"
	"$@" </dev/null
}

# Options are left as they are in a build directory that tests/run.sh has configured.
echo "building in build"
quietly cmake -S "$tree" -B "$build"
quietly cmake --build "$build" -j "$(nproc)" --target container_net
show "$build/examples/container_net"
show "$build/examples/container_net" -n 100
