# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Makes tests/cases/README.md of the cases and of what tests/run.sh --results has written:
#
#   tests/run.sh --results results.txt
#   awk -F '\t' -f tests/cases/table.awk tests/cases/cases.txt results.txt >tests/cases/README.md
#
# A test belongs to the cases whose numbers its name has: b04_b05_bad_names to B04 and B05.

FNR == 1 { file++ }
/^#/ || NF < 2 { next }

file == 1 {
	cases[++count] = $1
	text[$1] = $2
	reason[$1] = $3
	next
}

{
	kernel = $1
	sub(/[^0-9.].*$/, "", kernel)
	sub(/^[0-9]+\.[0-9]+/, "&\n", kernel)
	sub(/\n.*/, "", kernel)
	test = $2 ": " $3
	sub(/ #[0-9]+$/, "", test)
	rest = $3
	while (match(rest, /(^|_)b[0-9]+(_|$)/)) {
		number = substr(rest, RSTART, RLENGTH)
		rest = "_" substr(rest, RSTART + RLENGTH)
		gsub(/[^0-9]/, "", number)
		note("B" number, test, kernel, $4)
	}
}

function note(number, test, kernel, what) {
	if (!((number, test) in known)) {
		known[number, test] = 1
		tests[number, ++ntests[number]] = test
	}
	if (what == "skipped")
		return
	if (!((number, test, kernel) in ran)) {
		ran[number, test, kernel] = 1
		kernels[number, test] = kernels[number, test] (kernels[number, test] ? ", " : "") kernel
	}
	if (what == "failed")
		failed[number, test] = 1
}

END {
	print "# Cases\n"
	print "Public bug reports about other netlink tools, what has to hold here, and the tests that see to it."
	print "Written by `tests/cases/table.awk` from `cases.txt` and the results of a run of `tests/run.sh`;"
	print "tests/tree/cases.sh checks that no case and no test is missing from it.\n"
	print "| case | what has to hold | test | kernels | result |"
	print "|---|---|---|---|---|"
	for (i = 1; i <= count; i++) {
		number = cases[i]
		if (!ntests[number]) {
			printf "| %s | %s | - | - | %s |\n", number, text[number], reason[number] ? reason[number] : "no test"
			continue
		}
		with = 0
		for (j = 1; j <= ntests[number]; j++) {
			test = tests[number, j]
			what = failed[number, test] ? "failed" : kernels[number, test] ? "passed" : "skipped"
			with += what == "passed"
			split(test, part, ": ")
			printf "| %s | %s | %s: `%s` | %s | %s |\n", j == 1 ? number : "", j == 1 ? text[number] : "", part[1], part[2],
				kernels[number, test] ? kernels[number, test] : "-", what
		}
		total += with > 0
	}
	printf "\n%d of %d cases have a test that ran and passed.\n", total, count
}
