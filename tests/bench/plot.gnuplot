# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Called by report.sh with work (a directory of points: links, median, least, most) and svg (what to write). A peer of which there are
# no points is left out.
set terminal svg size 1200,420 font "sans-serif,12" background "white" name "performance"
set output svg
set multiplot layout 1,3
set logscale xy
set format x "10^{%L}"
set format y "10^{%L}"
set grid
set key top left font ",10"
set style data yerrorlines

scenarios = "veth-create veth-delete set"
titles = "'creating a veth pair' 'deleting a veth pair' 'a set by name'"
xlabels = "'pairs created' 'pairs deleted' 'links present'"
peers = "'ours' 'raw' 'libnl' 'libnl: cache' 'ip -batch'"

points(scenario, peer) = sprintf("%s/%s.%s.points", work, scenario, peer)
has(scenario, peer) = int(system(sprintf("wc -l <'%s'", points(scenario, peer)))) > 0

do for [i = 1:3] {
	scenario = word(scenarios, i)
	set title word(titles, i)
	set xlabel word(xlabels, i)
	set ylabel i == 1 ? "µs each, median (bars: least and most)" : ""
	there = ""
	do for [p = 1:5] {
		if (has(scenario, word(peers, p))) { there = there . sprintf(" %d", p) }
	}
	if (words(there) > 0) {
		plot for [n = 1:words(there)] p = int(word(there, n)) points(scenario, word(peers, p)) \
			using 1:2:3:4 title word(peers, p) pointtype p linecolor p linewidth 1.5
	} else {
		set multiplot next
	}
}
unset multiplot
