"""Block list: networks whose requests are refused."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network


class BlockList:
    """Networks by prefix; an empty list costs one comparison per request.

    >>> blocks = BlockList()
    >>> blocks.replace(["192.0.2.0/24", "2001:db8::/32"])
    >>> blocks.refuses("192.0.2.7"), blocks.refuses("::ffff:192.0.2.7"), blocks.refuses("198.51.100.1")
    (True, True, False)
    """

    def __init__(self) -> None:
        self._networks: tuple[IPv4Network | IPv6Network, ...] = ()
        self._refuses = lru_cache(maxsize=4096)(self._search)

    def replace(self, networks: Iterable[str]) -> None:
        found = tuple(ip_network(each) for each in networks)
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


def normal_network(text: str) -> str:
    """An address or network in its usual form; raises ValueError. A single IPv6 address blocks its /64 network.

    >>> normal_network("192.0.2.7"), normal_network("2001:db8::7"), normal_network("10.1.2.3/8")
    ('192.0.2.7/32', '2001:db8::/64', '10.0.0.0/8')
    """
    network = ip_network(text, strict=False)
    if network.version == 6 and network.prefixlen == 128:
        network = ip_network(f"{network.network_address}/64", strict=False)
    return str(network)
