/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The manual of the program. */
#include "usage.h"

static const char calling[] = "usage: netcfg_batch [-force] [-n NETNS] [-4|-6] [FILE]...\n"
			      "\n"
			      "Carries out files of the form that `ip -batch` reads, or standard "
			      "input (no FILE, or \"-\").\n"
			      "\n"
			      "  -force     go on after a line that failed\n"
			      "  -n NETNS   in this namespace, as `ip netns` names it\n"
			      "  -4, -6     what is about addresses is about this family\n"
			      "  -batch     may stand before FILE, for those who are used to it\n"
			      "\n"
			      "Exit status: 0, 1 if a line failed or could not be read, 2 for a "
			      "bad option. Each failure is\n"
			      "a line \"netcfg_batch: FILE:LINE: text\" on standard error; LINE is "
			      "the last one of a command\n"
			      "that is continued.\n";

static const char lines[] =
	"\n"
	"Lines are those of ip, with its abbreviations:\n"
	"  link add|set|change|replace|delete|property\n"
	"  addr add|change|replace|delete|flush\n"
	"  route add|change|replace|append|prepend|delete|flush\n"
	"  neigh add|change|replace|delete|flush\n"
	"  netns add|delete|set|attach|list|list-id\n"
	"Kinds of link: bond, bridge, bridge_slave (set), dummy, ifb, ipvlan, macvlan, veth, vlan, "
	"vrf,\n"
	"vxlan. '#' ends a line wherever it stands, a backslash right before the newline joins the "
	"next\n"
	"one, words may be in quotes. A line may begin with -n NETNS, -4 or -6: with ip it may "
	"not.\n"
	"\n"
	"Lines take effect in order, but are carried out together where that makes no difference: "
	"up to\n"
	"1024, and fewer when more input is not there yet. Without -force nothing behind a line "
	"that\n"
	"failed is done. With it, the run still ends at a line that makes no sense, at one that "
	"names a\n"
	"master, a VXLAN's device, a next hop's device or a namespace that is not there, and at a\n"
	"neighbour that the kernel refuses: as with ip.\n";

static const char differences[] =
	"\n"
	"On purpose other than `ip -batch`:\n"
	"  - the status is 1 where ip has 255 or 2, and a failure always has file and line;\n"
	"  - what is not supported is an error of its line, at which -force goes on, and nothing "
	"of that\n"
	"    line was done: objects, show, netns exec, options of kinds, words such as xdp, \"mtu "
	"0\",\n"
	"    \"proto 0\" of routes, \"index\" of a link that is moved, netns, master and vrf of "
	"one that is\n"
	"    deleted, queues of one that is there, a peer's prefix of length 0, a VXLAN's remote "
	"0.0.0.0\n"
	"    and its \"link\";\n"
	"  - of a value that is no good (a number out of range or with a sign or blanks, a name "
	"or alias\n"
	"    that is too long, a MAC of another length) either may end the run in spite of -force "
	"where\n"
	"    the other goes on;\n"
	"  - what ip ignores without a word is ignored with a warning: words behind a namespace's "
	"name or\n"
	"    behind \"type dummy\" and \"type ifb\" (newer ip refuses those), lladdr and nud of a "
	"proxy\n"
	"    entry; and as with older ip, the run goes on with -force at a process that is not "
	"there;\n"
	"  - a file that ends in a line to be continued, and a directory, are errors; ip has "
	"status 0;\n"
	"  - a line of more than 1 MiB, comments apart, is an error;\n"
	"  - \"up\", \"master\" and \"alias\" work for a veth's far end, and \"alias\" and "
	"\"addrgenmode\" when a\n"
	"    link is made;\n"
	"  - 0.0.0.0 and an empty label are refused as addresses' own; a name with '%' is refused "
	"unless\n"
	"    it is one \"%d\"; `netns list` is sorted;\n"
	"  - a link that lacks a name is given the next free one here, not by the kernel, so it "
	"needs a\n"
	"    name if it is to be in another namespace;\n"
	"  - with -n NETNS the names of namespaces are those of the caller's /run/netns.\n";

void usage(FILE *file)
{
	fputs(calling, file);
	fputs(lines, file);
	fputs(differences, file);
}
