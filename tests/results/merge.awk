# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Merges the lines of cases.awk from all kernels and prints the summary.
#
#   awk -F '\t' -v require=0|1 -f merge.awk CASES...
#
# A case counts once per kernel in which it ran, and as skipped if it ran in none. A program that was refused as a whole in one kernel
# (case "-", skipped) says nothing about its cases when it ran in another. Exit status 1: something failed, nothing ran at all,
# or, with require=1, something never ran.

{
	kernel = $1
	key = $2 "\t" $3
	if (!(kernel in table)) {
		table[kernel] = 1
		kernels[++nkernels] = kernel
	}
	if (!(key in program)) {
		keys[++nkeys] = key
		program[key] = $2
		name[key] = ($3 == "-" ? $2 : $2 ": " $3)
	}
	n[kernel, $4]++
	if ($4 == "skipped")
		next
	ran[key]++
	whole[$2]++
	total[$4]++
	if ($4 == "failed")
		failures[++nfailures] = name[key] "   [" kernel "]"
}

END {
	for (i = 1; i <= nkeys; i++) {
		key = keys[i]
		if (key in ran || (key == program[key] "\t-" && whole[program[key]]))
			continue
		never[++nnever] = name[key]
	}
	printf "\n%-44s %7s %7s %7s\n", "kernel", "passed", "failed", "skipped"
	for (i = 1; i <= nkernels; i++) {
		kernel = kernels[i]
		printf "%-44s %7d %7d %7d\n", kernel, n[kernel, "passed"], n[kernel, "failed"], n[kernel, "skipped"]
	}
	if (nfailures)
		print "\nFAILED:"
	for (i = 1; i <= nfailures; i++)
		print "  " failures[i]
	if (nnever)
		print "\n" (require ? "NEVER RAN, which is a failure because of NETCFG_TEST_REQUIRE=1:" : "NEVER RAN, in no kernel:")
	for (i = 1; i <= nnever; i++)
		print "  " never[i]
	if (!total["passed"] && !total["failed"])
		print "\nNo test case ran at all."
	printf "\n%d passed, %d failed, %d skipped\n", total["passed"], total["failed"], nnever
	exit (total["failed"] || !total["passed"] || (require && nnever)) ? 1 : 0
}
