# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The figures of one run as tables, one for each scenario and size.
function us(value) {
	if (value == "")
		return ""
	if (value + 0 >= 100)
		return sprintf("%.0f", value)
	return sprintf(value + 0 >= 10 ? "%.1f" : "%.2f", value)
}

function ratio(value) {
	return value == "" ? "" : sprintf(value + 0 >= 100 ? "%.0f" : value + 0 >= 10 ? "%.1f" : "%.2f", value)
}

function note(text) {
	notes = notes (notes ? ", " : "") text
}

function make_notes() {
	notes = ""
	if ($1 == "cost")
		note(sprintf("CPU %.2f µs, %.2f of it in user space", $15, $16))
	if ($17 != "")
		note(sprintf("others waited up to %.0f ms", $17))
	if ($18 != "" && ($18 + 0 > 0 || $1 ~ /^addr/))
		note(sprintf("look-ups: %.0f", $18))
	if ($19 != "")
		note(sprintf("sends per operation: %.3g", $19))
	if ($20 != "")
		note(sprintf("and in the container: %.3g", $20))
	if ($21 != "")
		note(sprintf("memory per request: %.0f bytes, %.0f beyond the message", $21, $22))
	return notes
}

/^# / {
	printf "\n## Measured on %s\n", substr($0, 3)
	if (command != "")
		printf "\n```\n%s\n```\n", command
	next
}

NF != 25 || $1 == "scenario" || $4 == "skipped" { next }

$1 != scenario { printf "\n### %s (`%s`)\n", $23, $1 }

$1 != scenario || $2 != size {
	scenario = $1
	size = $2
	printf "\n%s %s:\n\n", $2, $25
	printf "| peer | n | runs | µs per %s | least to most | × raw | its CPU | × ours | |\n|---|---:|---:|---:|---:|---:|---:|---:|---|\n", $24
}

$4 == "failed" {
	printf "| %s | | | failed | | | | | |\n", $3
	next
}

{
	printf "| %s | %d | %d | %s | %s to %s | %s | %s | %s | %s |\n", $3, $5, $6, us($7), us($8), us($9), ratio($10), ratio($13), ratio($14), make_notes()
}
