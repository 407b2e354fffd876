// SPDX-License-Identifier: LGPL-2.1-or-later
// The same as main.c in C++, with a handle that closes itself.
#include <netcfg/netcfg.h>

#include <cstring>
#include <iostream>
#include <memory>

namespace {

struct Closer {
	void operator()(netcfg *nc) const
	{
		netcfg_close(nc);
	}
};

} // namespace

int main()
{
	netcfg *raw = nullptr;

	std::cout << "libnetcfg " << netcfg_version() << "\n";
	if (const int err = netcfg_open(&raw)) {
		std::cerr << "open: " << std::strerror(-err) << "\n";
		return 1;
	}
	const std::unique_ptr<netcfg, Closer> nc(raw);
	netcfg_link_info info{};

	info.size = sizeof(info);
	if (netcfg_link_get(nc.get(), "lo", &info)) {
		std::cerr << netcfg_error_message(nc.get()) << "\n";
		return 1;
	}
	std::cout << info.name << " is link " << info.ifindex << "\n";
}
