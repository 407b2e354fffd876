# SPDX-License-Identifier: LGPL-2.1-or-later
#
# From `ctest -N -V` to one line per test: TEST [<tab> NAME=VALUE]... <tab> /PROGRAM [<tab> ARGUMENT]...
#
#   awk -f list-ctest.awk

# 7: Test command: /path/program "first" "second"
/^[0-9]+: Test command: / {
	command = $0
	sub(/^[0-9]+: Test command: */, "", command)
	if (match(command, / ".*"$/)) {
		arguments = substr(command, RSTART + 2, RLENGTH - 3)
		gsub(/" "/, "\t", arguments)
		command = substr(command, 1, RSTART - 1) "\t" arguments
	}
	environment = ""
	next
}

# 7:  NAME=VALUE
/^[0-9]+:  [A-Za-z_][A-Za-z_0-9]*=/ {
	variable = $0
	sub(/^[0-9]+:  /, "", variable)
	environment = environment variable "\t"
	next
}

#   Test  #7: netns.test_veth
/^ +Test +#[0-9]+: / {
	name = $0
	sub(/^ +Test +#[0-9]+: /, "", name)
	sub(/ .*$/, "", name)
	print name "\t" environment command
	command = environment = ""
}
