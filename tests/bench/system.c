/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <netcfg/netcfg.h>
#include <netlink/version.h>

#include "output.h"

/* "ip utility, iproute2-6.1.0, libbpf 1.1.2": the second of these. */
static void ip_version(char *version, size_t size)
{
	FILE *output = popen("ip -V 2>/dev/null", "re");
	char line[256] = "";
	const char *word;

	snprintf(version, size, "no ip command");
	if (!output)
		return;
	if (!fgets(line, sizeof(line), output))
		line[0] = 0;
	pclose(output);
	word = strstr(line, "iproute2");
	if (word)
		snprintf(version, size, "%.*s", (int)strcspn(word, ",\n"), word);
}

void system_line(char *line, size_t size, unsigned int rounds)
{
	struct utsname name;
	char ip[64];

	ip_version(ip, sizeof(ip));
	if (uname(&name) < 0)
		memset(&name, 0, sizeof(name));
	snprintf(line, size, "%s %.*s on %s; %ld CPUs; libnetcfg %s; libnl %s; %s; %u rounds",
		 name.sysname, (int)strcspn(name.release, "-"), name.release, name.machine,
		 sysconf(_SC_NPROCESSORS_ONLN), netcfg_version(), LIBNL_VERSION, ip, rounds);
}
