# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Takes the output of `ctest -V` apart: DIR/N.name, DIR/N.log and DIR/N.status of the N-th test, as the guest leaves them.
# The status is 0, 77 for skipped, or ctest's word for what happened: Failed, Timeout, Exception:SegFault ...
#
#   awk -v dir=DIR -f split-ctest.awk

# What test 7 prints is marked "7: ", also when several tests run at once.
/^[0-9]+: / {
	number = $1
	sub(/:$/, "", number)
	line = $0
	sub(/^[0-9]+: /, "", line)
	print line >(dir "/" number ".log")
	next
}

#  2/17 Test  #7: netns.test_veth ..........   Passed    0.02 sec
#  3/17 Test  #8: netns.test_vlan ..........***Failed    0.02 sec
/^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: / {
	line = $0
	sub(/^.*Test +#/, "", line)
	number = line
	sub(/:.*$/, "", number)
	sub(/^[0-9]+: /, "", line)
	name = line
	sub(/ .*$/, "", name)
	sub(/^[^ ]+ \.*/, "", line)
	sub(/ +[0-9.]+ sec.*$/, "", line)
	gsub(/[* ]/, "", line)
	status = line
	if (line == "Passed")
		status = 0
	else if (line == "Skipped" || line == "NotRun(Disabled)")
		status = 77
	print name >(dir "/" number ".name")
	print status >(dir "/" number ".status")
	printf "" >>(dir "/" number ".log")
}
