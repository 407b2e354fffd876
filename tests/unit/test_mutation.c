/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Replies with random damage, the same in every run of a seed: nothing may
 * crash, hang or leak, and what comes out is text and numbers within bounds.
 *
 * NETCFG_TEST_SEED and NETCFG_TEST_ROUNDS choose others.
 */
#include <linux/if_addr.h>
#include <linux/net_namespace.h>

#include "handle.h"
#include "link_info.h"
#include "netns_id.h"
#include "parse.h"
#include "unit/support/unit.h"

static uint64_t seed = 20240607, rounds = 20000;

/* xorshift64*: the same everywhere. */
static uint32_t random_number(uint32_t below)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return (uint32_t)((seed * 2685821657736338717u) >> 33) % below;
}

static void change_byte(struct packet *m)
{
	m->bytes[random_number((uint32_t)m->len)] = (uint8_t)random_number(256);
}

/* A length, of the message or of an attribute, is what damage is worst in. */
static void change_length(struct packet *m)
{
	static const uint16_t lengths[] = { 0, 1, 3, 4, 5, 8, 16, 255, 4096, 32767, 65535 };
	const uint32_t at = random_number((uint32_t)m->len / 4) * 4;
	uint16_t length = lengths[random_number(ARRAY_SIZE(lengths))];

	if (random_number(2))
		length = (uint16_t)random_number((uint32_t)m->len + 8);
	memcpy(m->bytes + at, &length, sizeof(length));
}

static void cut(struct packet *m)
{
	m->len = NLMSG_HDRLEN + random_number((uint32_t)m->len - NLMSG_HDRLEN + 1);
	if (random_number(2))
		packet_header(m)->nlmsg_len = (uint32_t)m->len;
}

static void damage(struct packet *m)
{
	uint32_t n = random_number(6);

	while (n-- > 0) {
		switch (random_number(3)) {
		case 0:
			change_byte(m);
			break;
		case 1:
			change_length(m);
			break;
		default:
			if (m->len > NLMSG_HDRLEN)
				cut(m);
			break;
		}
		if (m->len < NLMSG_HDRLEN + 4)
			return;
	}
}

/* A copy of exactly its length on the heap, whose header says no more than that. */
static struct nlmsghdr *exact_copy(const struct packet *m)
{
	struct nlmsghdr *h = malloc(m->len);

	assert_non_null(h);
	memcpy(h, m->bytes, m->len);
	if (h->nlmsg_len > m->len || h->nlmsg_len < NLMSG_HDRLEN)
		h->nlmsg_len = (uint32_t)m->len; /* the receive loop would not pass it on */
	return h;
}

static void make_link(struct packet *m)
{
	size_t info, data;

	packet_link(m, NLM_F_MULTI, 7, "v0");
	packet_string(m, IFLA_IFALIAS, "an alias of some length");
	packet_attr(m, IFLA_ADDRESS, "\2\0\0\0\0\1", 6);
	packet_u32(m, IFLA_MTU, 1500);
	packet_u32(m, IFLA_LINK, 3);
	packet_u8(m, IFLA_OPERSTATE, 6);
	info = packet_nest(m, IFLA_LINKINFO);
	packet_string(m, IFLA_INFO_KIND, "vlan");
	data = packet_nest(m, IFLA_INFO_DATA);
	packet_u16(m, IFLA_VLAN_ID, 5);
	packet_attr(m, IFLA_VLAN_PROTOCOL, "\x81\0", 2);
	packet_nest_end(m, data);
	packet_nest_end(m, info);
	packet_u32(m, IFLA_GROUP, 9);
}

static void make_addr(struct packet *m)
{
	const bool v6 = random_number(2);
	const struct ifaddrmsg ifa = { .ifa_family = v6 ? AF_INET6 : AF_INET, .ifa_index = 7 };
	const struct ifa_cacheinfo times = { .ifa_valid = 100 };
	const char bytes[16] = "\xc0\0\2\1\1\1\1\1\1\1\1\1\1\1\1\1";

	packet_begin(m, RTM_NEWADDR, NLM_F_MULTI, &ifa, sizeof(ifa));
	packet_attr(m, IFA_ADDRESS, bytes, v6 ? 16 : 4);
	packet_attr(m, IFA_LOCAL, bytes, v6 ? 16 : 4);
	packet_attr(m, IFA_BROADCAST, bytes, v6 ? 16 : 4);
	packet_string(m, IFA_LABEL, "d0:1");
	packet_u32(m, IFA_FLAGS, 0x80);
	packet_attr(m, IFA_CACHEINFO, &times, sizeof(times));
	packet_u8(m, IFA_PROTO, 3);
}

#define assert_terminated(field) assert_non_null(memchr(field, '\0', sizeof(field)))

static void links(void **state)
{
	struct netcfg_link_info info;
	struct nlmsghdr *h;
	struct packet m;
	uint64_t i, read = 0;

	(void)state;
	for (i = 0; i < rounds; i++) {
		make_link(&m);
		damage(&m);
		h = exact_copy(&m);
		memset(&info, 0xaa, sizeof(info));
		if (link_info_parse(h, &info) == 0) {
			assert_terminated(info.name);
			assert_terminated(info.kind);
			assert_terminated(info.mac);
			assert_terminated(info.alias);
			assert_int_equal(info.size, sizeof(info));
			read++;
		}
		free(h);
	}
	assert_true(read > rounds / 10); /* damage is not all that was tried */
}

static void ids(void **state)
{
	const struct rtgenmsg gen = { 0 };
	struct nlmsghdr *h;
	struct packet m;
	int32_t id;
	uint64_t i, read = 0;

	(void)state;
	for (i = 0; i < rounds; i++) {
		packet_begin(&m, RTM_NEWNSID, 0, &gen, sizeof(gen));
		packet_u32(&m, NETNSA_NSID, 5);
		packet_u32(&m, NETNSA_FD, 5);
		damage(&m);
		h = exact_copy(&m);
		read += netns_id_parse(h, &id) == 0;
		free(h);
	}
	assert_true(read > rounds / 10);
}

static void texts_of_refusals(void **state)
{
	struct nlmsghdr *h;
	struct packet m;
	const char *text;
	size_t len;
	uint64_t i, read = 0;

	(void)state;
	for (i = 0; i < rounds; i++) {
		if (random_number(2)) {
			packet_error(&m, -EPERM, random_number(2), 40);
		} else {
			packet_done(&m, -EPERM);
		}
		packet_kernel_text(&m, "text of the kernel", 19);
		damage(&m);
		h = exact_copy(&m);
		parse_error(h);
		parse_done(h);
		text = parse_kernel_text(h, &len);
		if (text) {
			assert_true(text >= (const char *)h);
			assert_true(len <= h->nlmsg_len);
			assert_true(text + len <= (const char *)h + h->nlmsg_len);
			read++;
		}
		free(h);
	}
	assert_true(read > rounds / 10);
}

static void read_addrs(struct netcfg *nc)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;

	if (netcfg_addr_list(nc, NULL, AF_UNSPEC, &list) < 0) {
		assert_string_not_equal(netcfg_error_message(nc), "");
		return;
	}
	while (netcfg_addr_list_next(list, &info) == 1) {
		assert_terminated(info.address);
		assert_terminated(info.peer);
		assert_terminated(info.broadcast);
		assert_terminated(info.label);
	}
	netcfg_addr_list_free(list);
}

static void read_links(struct netcfg *nc)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	int32_t last = INT32_MIN;
	bool first = true;

	if (netcfg_link_list(nc, NULL, &list) < 0)
		return;
	while (netcfg_link_list_next(list, &info) == 1) {
		assert_true(first || info.ifindex > last);
		last = info.ifindex;
		first = false;
	}
	netcfg_link_list_free(list);
}

/* Whole dumps through the receive loop: damaged parts, with or without a sound end. */
static void dumps(void **state)
{
	struct packet m;
	uint64_t i;
	uint32_t n;

	for (i = 0; i < rounds / 4; i++) {
		const bool of_links = random_number(2);

		fake_answer(of_links ? RTM_GETLINK : RTM_GETADDR);
		for (n = random_number(4); n > 0; n--) {
			if (of_links)
				make_link(&m);
			else
				make_addr(&m);
			damage(&m);
			fake_say(&m);
			if (random_number(2))
				fake_datagram();
		}
		if (random_number(8)) {
			packet_done(&m, 0);
			fake_say(&m);
		}
		if (of_links)
			read_links(*state);
		else
			read_addrs(*state);
		fake_reset();
	}
}

static void from_environment(const char *name, uint64_t *value)
{
	const char *text = getenv(name);

	if (text)
		*value = strtoull(text, NULL, 10);
	if (*value == 0)
		*value = 1; /* the generator would stay at 0 */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links),
		cmocka_unit_test(ids),
		cmocka_unit_test(texts_of_refusals),
		handle_test(dumps),
	};

	from_environment("NETCFG_TEST_SEED", &seed);
	from_environment("NETCFG_TEST_ROUNDS", &rounds);
	print_message("seed %llu, %llu rounds\n", (unsigned long long)seed,
		      (unsigned long long)rounds);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
