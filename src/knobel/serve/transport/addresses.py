"""What counts as one address."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

_NETWORK: Final = 64
"""Bits of an IPv6 address that a provider gives out; whoever has them may choose the rest anew for each connection."""


@lru_cache(maxsize=4096)
def household(host: str) -> str:
    """Whose limits a host shares: all of one router's, whether it hides them behind one address or gives each its own.

    >>> household("192.0.2.7"), household("::ffff:192.0.2.7"), household("2001:db8:0:1:a:b:c:d")
    ('192.0.2.7', '192.0.2.7', '2001:db8:0:1::')
    >>> household("fe80::1%eth0"), household("testclient")
    ('fe80::', 'testclient')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    rest = 128 - _NETWORK
    return str(IPv6Address(int(address) >> rest << rest))
