"""Block list: networks whose requests are refused."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network

_MAPPED_PREFIX: Final = 96
"""Bits before the IPv4 address in an IPv4-mapped IPv6 address (RFC 4291)."""

IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that a provider assigns; a client can choose the others anew for each connection."""


class BlockList:
    """Networks by prefix; an empty list costs one comparison per request.

    >>> blocks = BlockList()
    >>> blocks.replace(["192.0.2.0/24", "2001:db8::/32"])
    >>> blocks.refuses("192.0.2.7"), blocks.refuses("::ffff:192.0.2.7"), blocks.refuses("198.51.100.1")
    (True, True, False)
    """

    def __init__(self) -> None:
        self._networks: tuple[Network, ...] = ()
        self._refuses = lru_cache(maxsize=4096)(self._search)

    def replace(self, networks: Iterable[str]) -> None:
        found = tuple(parse_network(each) for each in networks)
        if found != self._networks:
            self._networks = found
            self._refuses.cache_clear()

    def refuses(self, host: str) -> bool:
        return bool(self._networks) and self._refuses(host)

    def _search(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None)
        return any((mapped or address) in network for network in self._networks)


def parse_network(text: str) -> Network:
    """An address or network, IPv4 instead of IPv4-mapped IPv6; raises ValueError.

    >>> parse_network("::ffff:192.0.2.7"), parse_network("::ffff:192.0.2.0/120"), parse_network("10.1.2.3/8")
    (IPv4Network('192.0.2.7/32'), IPv4Network('192.0.2.0/24'), IPv4Network('10.0.0.0/8'))
    """
    network = ip_network(text, strict=False)
    if isinstance(network, IPv6Network) and network.prefixlen >= _MAPPED_PREFIX:
        mapped = network.network_address.ipv4_mapped
        if mapped is not None:
            return IPv4Network((mapped, network.prefixlen - _MAPPED_PREFIX))
    return network


def normal_network(text: str) -> str:
    """The network that is blocked for an address or network; raises ValueError. For IPv6 it is a /64 at least.

    >>> normal_network("192.0.2.7"), normal_network("2001:db8::7"), normal_network("::ffff:192.0.2.7")
    ('192.0.2.7/32', '2001:db8::/64', '192.0.2.7/32')
    """
    network = parse_network(text)
    if isinstance(network, IPv6Network) and network.prefixlen > IPV6_PREFIX:
        network = network.supernet(new_prefix=IPV6_PREFIX)
    return str(network)
