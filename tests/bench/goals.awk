# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the library is to achieve, and what the figures say. A goal whose figures are not there is named as not measured.
function at(scenario, size, peer, column,    key) {
	key = scenario SUBSEP size SUBSEP peer SUBSEP column
	return key in figure ? figure[key] : ""
}

function divide(a, b) {
	return a == "" || b == "" || b + 0 == 0 ? "" : a / b
}

function subtract(a, b) {
	return a == "" || b == "" ? "" : a - b
}

function goal(what, value, relation, limit, unit,    holds) {
	if (value == "") {
		printf "| %s | %s %s%s | not measured | |\n", what, relation, limit, unit
		return
	}
	# What is shown is what is judged: two digits after the point, or none for the large ones.
	value = sprintf(value + 0 >= 20 ? "%.0f" : "%.2f", value)
	holds = relation == "≥" ? value + 0 >= limit + 0 : value + 0 <= limit + 0
	printf "| %s | %s %s%s | %s%s | %s |\n", what, relation, limit, unit, value, unit, holds ? "yes" : "**no**"
}

NF != 25 || $1 == "scenario" || $4 != "ok" { next }

{
	for (i = 5; i <= 22; i++) {
		key = $1 SUBSEP $2 SUBSEP $3 SUBSEP i
		if (!(key in figure) && $i != "")
			figure[key] = $i
	}
}

BEGIN { US = 7; TO_RAW = 10; TO_OURS = 14; CPU = 15; PROBE = 17; LOOKUPS = 18; SENDS = 19; THERE = 20; BEYOND = 22 }

END {
	print "\n## Goals\n\n| what | goal | measured | holds |\n|---|---|---:|---|"
	goal("1000 veth pairs deleted in a batch: times faster than `ip -batch`", at("veth-delete", 1000, "ip -batch", TO_OURS), "≥", 45)
	goal("the same, against one raw sweep of a group", at("veth-delete", 1000, "ours", TO_RAW), "≤", 1.4, " ×")
	goal("the same with `netcfg_link_delete_many()`", at("veth-delete", 1000, "ours: delete_many", TO_RAW), "≤", 1.4, " ×")
	goal("a set by another process meanwhile (batch): longest wait", at("veth-delete-probed", 1000, "ours", PROBE), "≤", 120, " ms")
	goal("a set by another process meanwhile (`delete_many`): longest wait", at("veth-delete-probed", 1000, "ours: delete_many", PROBE), "≤", 120, " ms")
	goal("1000 veth pairs created in a batch, against raw", at("veth-create", 1000, "ours", TO_RAW), "≤", 1.05, " ×")
	goal("5000 veth pairs created in a batch, against raw", at("veth-create", 5000, "ours", TO_RAW), "≤", 1.05, " ×")
	goal("creating a pair, 20000 against 1000", divide(at("veth-create", 20000, "ours", US), at("veth-create", 1000, "ours", US)), "≤", 1.5, " ×")
	goal("the same of raw, for comparison", divide(at("veth-create", 20000, "raw", US), at("veth-create", 1000, "raw", US)), "≤", 1.5, " ×")
	goal("10000 sets in a batch, against raw", at("set-batch", 10000, "ours", TO_RAW), "≤", 1.15, " ×")
	goal("the same where nothing changes, which the kernel does in less than a microsecond", at("set-batch-same", 10000, "ours", TO_RAW), "≤", 1.15, " ×")
	goal("10000 sets in a batch: times faster than libnl one by one", at("set-batch", 10000, "libnl", TO_OURS), "≥", 5)
	goal("one set by name among 10 links, against raw", at("set", 10, "ours", TO_RAW), "≤", 1.15, " ×")
	goal("one set by name among 1000 links, against raw", at("set", 1000, "ours", TO_RAW), "≤", 1.15, " ×")
	goal("one set by name among 20000 links, against raw", at("set", 20000, "ours", TO_RAW), "≤", 1.15, " ×")
	goal("20000 links listed, against a raw receive of the same", at("list", 20000, "ours", TO_RAW), "≤", 1.4, " ×")
	goal("20000 links listed: times faster than libnl's cache of links", at("list", 20000, "libnl: cache", TO_OURS), "≥", 2)
	goal("25500 IPv4 addresses on a link, against raw", at("addr4", 25500, "ours", TO_RAW), "≤", 1.05, " ×")
	goal("the same: look-ups of the link", at("addr4", 25500, "ours", LOOKUPS), "≤", 1)
	goal("creating a namespace: times faster than `ip netns add`", at("netns-create", 1, "ip", TO_OURS), "≥", 4)
	goal("creating a namespace, 5000 present against 1", divide(at("netns-create", 5000, "ours", US), at("netns-create", 1, "ours", US)), "≤", 1.15, " ×")
	goal("the same of raw, for comparison", divide(at("netns-create", 5000, "raw", US), at("netns-create", 1, "raw", US)), "≤", 1.15, " ×")
	goal("one container attached: sends on the host's socket", at("container", 2, "ours", SENDS), "≤", 2)
	goal("one container attached: sends in the container", at("container", 2, "ours", THERE), "≤", 1)
	goal("one container attached: times faster than LXC's sequence", at("container", 2, "LXC sequence", TO_OURS), "≥", 1.4)
	goal("one container attached: times faster than create and move", at("container", 2, "create then move", TO_OURS), "≥", 15)
	goal("one container attached, 20000 links on the host against 2", divide(at("container", 20000, "ours", US), at("container", 2, "ours", US)), "≤", 1.5, " ×")
	goal("the same of raw, for comparison", divide(at("container", 20000, "raw", US), at("container", 2, "raw", US)), "≤", 1.5, " ×")
	goal("CPU of a batched set, more than raw", subtract(at("cost", 500000, "ours", CPU), at("cost", 500000, "raw", CPU)), "≤", 0.7, " µs")
	goal("memory of a queued set beyond its message", at("cost", 500000, "ours", BEYOND), "≤", 512, " bytes")
	goal("memory of a queued veth create beyond its message", at("cost", 500000, "ours: veth queued only", BEYOND), "≤", 512, " bytes")
}
