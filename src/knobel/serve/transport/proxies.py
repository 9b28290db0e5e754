"""Trusted reverse proxies: their forwarded headers name the client, those of all other peers are ignored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, TypeAlias

from starlette.types import ASGIApp, Receive, Scope, Send

from ..limits.blocks import Network, parse_network

Address: TypeAlias = IPv4Address | IPv6Address

_MAX_HOPS: Final = 20
"""Forwarded addresses that are looked at, from the right."""

_SCHEMES: Final = {b"http": "http", b"https": "https"}


class TrustedProxies:
    """ASGI middleware that takes the client from `X-Forwarded-For` and the scheme from `X-Forwarded-Proto`.

    Only peers in the trusted networks are believed, not even loopback otherwise. Each proxy appends the address that it
    sees, so the client is the right-most address that is not a trusted proxy. What is no address ends the list: then
    the client is the last proxy before it.
    """

    def __init__(self, app: ASGIApp, trusted: Iterable[str]) -> None:
        self._app = app
        self._trusted: Sequence[Network] = [parse_network(each) for each in trusted]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._trusted and scope["type"] in ("http", "websocket") and scope.get("client"):
            self._forward(scope)
        await self._app(scope, receive, send)

    def _forward(self, scope: Scope) -> None:
        peer = _parsed(scope["client"][0])
        if peer is None or not self._trusts(peer):
            return
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        client = self._client(peer, [value for name, value in headers if name == b"x-forwarded-for"])
        scope["client"] = str(client), 0
        schemes = [value for name, value in headers if name == b"x-forwarded-proto"]
        scheme = _SCHEMES.get(schemes[-1].strip().lower()) if schemes else None
        if scheme is not None:
            scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._trusted)

    def _client(self, peer: Address, forwarded: Sequence[bytes]) -> Address:
        client = peer
        for text in _from_the_right(forwarded):
            address = _parsed(text)
            if address is None:
                return client
            client = address
            if not self._trusts(client):
                return client
        return client


def _from_the_right(forwarded: Sequence[bytes]) -> Iterator[str]:
    """The last addresses of all headers, the last one first."""
    for header in reversed(forwarded):
        for text in reversed(header.decode("latin-1").rsplit(",", _MAX_HOPS)[-_MAX_HOPS:]):
            yield text.strip()


def _parsed(text: str) -> Address | None:
    """An address, with or without a port; IPv4 addresses that are written as IPv6 become IPv4.

    >>> [str(_parsed(text)) for text in ("192.0.2.7:80", "[2001:db8::1]:80", "::ffff:192.0.2.7", "unknown")]
    ['192.0.2.7', '2001:db8::1', '192.0.2.7', 'None']
    """
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
