# SPDX-License-Identifier: LGPL-2.1-or-later
#
# From what one test program printed to one line per test case: KERNEL <tab> PROGRAM <tab> CASE <tab> passed|failed|skipped
#
#   awk -v kernel=NAME -v program=NAME -v status=STATUS -v cmocka=0|1 -f cases.awk LOG
#
# A cmocka program is made to print TAP, because its exit status does not tell a skipped case from a passed one, and is a count of
# failures that comes out as 0 for 256 of them. Any other program is a single case, named "-", of which only the exit status counts.
# Whatever does not add up is a failure: cases that never reported, a bad status with no bad case, no results at all.

function result(name, what) {
	if (++seen[name] > 1)
		name = name " #" seen[name]
	printf "%s\t%s\t%s\t%s\n", kernel, program, name, what
	count[what]++
}

function strip(text, pattern) {
	sub(pattern, "", text)
	return text
}

{ sub(/\r$/, "") }

/^1\.\.[0-9]+$/ {
	planned += substr($0, 4)
	reported_here = 0
	plans++
}

# cmocka cuts an overlong message together with its line end, and the result follows on the same line. The right number tells it from chance.
!/^(not )?ok [0-9]/ && match($0, /(not )?ok [0-9]+ (- |# SKIP ).*$/) {
	tail = substr($0, RSTART)
	if (strip(strip(tail, "^(not )?ok "), " .*$") == reported_here + 1)
		$0 = tail
}

# cmocka 1: "ok 1 - NAME", "not ok 2 - NAME", "not ok 3 # SKIP NAME", "not ok 4 - NAME Could not run test: ..."; a group whose setup
# fails is number 0 and none of its cases reports. cmocka 2 has "ok 3 # SKIP NAME".
/^(not )?ok [0-9]+/ {
	bad = ($1 == "not")
	number = bad ? $3 : $2
	text = strip($0, "^(not )?ok [0-9]+ *")
	if (text ~ /# SKIP/) {
		name = strip(strip(text, " *# SKIP.*$"), "^- *")
		if (name == "" || name == "-")
			name = strip(text, "^.*# SKIP *")
		result(name, "skipped")
		reported++
		reported_here++
		next
	}
	name = strip(strip(text, "^- *"), " Could not run test:.*$")
	if (number == 0 && bad) {
		result(strip(name, " *[[] .*$") " (group setup)", "failed")
		unset = 1
		next
	}
	result(name, bad ? "failed" : "passed")
	reported++
	reported_here++
}

END {
	if (!plans) {
		if (status == "77")
			result("-", "skipped")
		else if (status == "0" && cmocka)
			result("(no results)", "failed")
		else
			result("-", status == "0" ? "passed" : "failed")
		exit
	}
	if (reported != planned && !unset)
		result("(only " reported + 0 " of " planned " cases reported)", "failed")
	if (status != "0" && !count["failed"] && !(status == "77" && !count["passed"]))
		result("(ended with " status ")", "failed")
}
