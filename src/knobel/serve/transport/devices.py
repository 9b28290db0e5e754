"""Clients of a request: device cookie (HttpOnly), same-origin check, and the address that limits apply to."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from itertools import islice
from typing import Final

from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..limits.blocks import IPV6_PREFIX
from ..limits.lru_cache import LruCache
from ..tokens import TokenSource, digest, is_token

COOKIE: Final = "knobel"
_YEAR: Final = 365 * 24 * 60 * 60
_MAX_HOST: Final = 255
"""Characters of the longest host name (RFC 1035)."""
_HOST: Final = re.compile(rb"(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z._-]+)(:[0-9]{1,5})?")
_MAX_COOKIES: Final = 4
"""Cookies of our name that are looked at: for old tokens the store is asked."""

_MAX_OLD: Final = 4096
"""Devices with old tokens that are remembered."""

_ORIGIN: Final = re.compile(r"(?P<scheme>https?)://(?P<host>[^\s/?#@\\]+)")


class DeviceIdentity(Struct, frozen=True):
    """A device by the digest of its token; `cookie` is the Set-Cookie header for a request that came without one."""

    digest: str
    cookie: str | None


class Devices:
    """Identifies devices by their cookies. A request without a token that this server issued gets a fresh one.

    Earlier versions took any token of 32 digits. Those are accepted if the store knows their device (`is_known`).
    """

    def __init__(self, secrets: TokenSource, is_known: Callable[[str], Awaitable[bool]]) -> None:
        self._secrets = secrets
        self._is_known = is_known
        self._old = LruCache[str, bool](_MAX_OLD)

    async def identify(self, connection: HTTPConnection) -> DeviceIdentity:
        for token in islice(_tokens(connection), _MAX_COOKIES):
            if self._secrets.is_issued(token) or (is_token(token) and await self._is_old(digest(token))):
                return DeviceIdentity(digest(token), None)
        token = self._secrets.device_token()
        secure = "; Secure" if _encrypted(connection) else ""
        cookie = f"{COOKIE}={token}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{secure}"
        return DeviceIdentity(digest(token), cookie)

    async def _is_old(self, device: str) -> bool:
        return self._old.get(device) or (await self._is_known(device) and self._old.put(device, True))


def set_device_cookie(answer: Response, device: DeviceIdentity) -> None:
    """Set the cookie of a new device. The response becomes private: a shared cache must not hand out the token."""
    if device.cookie is not None:
        answer.headers.append("set-cookie", device.cookie)
        others = [part for part in answer.headers.get("cache-control", "no-store").split(", ") if part != "public"]
        answer.headers["cache-control"] = ", ".join(["private", *others])


def _tokens(connection: HTTPConnection) -> Iterator[str]:
    """The values of our cookies. Programs on one host share its cookies, so the header may contain anything."""
    for header in connection.headers.getlist("cookie"):
        for cookie in header.split(";"):
            name, _, value = cookie.partition("=")
            if name.strip() == COOKIE:
                yield value.strip()


def valid_host_header(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request has one valid Host header, or none as in HTTP/1.0."""
    hosts = [value for name, value in headers if name == b"host"]
    return all(len(host) <= _MAX_HOST and _HOST.fullmatch(host) for host in hosts) and len(hosts) <= 1


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this server, or from a client that sends no Origin (not a browser).

    There has to be one complete origin, and over TLS one with https.
    """
    origins, hosts = connection.headers.getlist("origin"), connection.headers.getlist("host")
    if not origins:
        return connection.headers.get("sec-fetch-site") not in ("cross-site", "same-site")
    named = _ORIGIN.fullmatch(origins[0].lower()) if len(origins) == len(hosts) == 1 else None
    if named is None or (_encrypted(connection) and named["scheme"] != "https"):
        return False
    return named["host"] == hosts[0].lower()


def _encrypted(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


def client_address(connection: HTTPConnection) -> str:
    """The address of a request for limits and quotas."""
    return client_network(connection.client.host) if connection.client else ""


@lru_cache(maxsize=4096)
def client_network(host: str) -> str:
    """The network whose limits a host shares: an IPv4 address, or the /64 prefix of an IPv6 address.

    >>> client_network("192.0.2.7"), client_network("::ffff:192.0.2.7"), client_network("2001:db8:0:1:a:b:c:d")
    ('192.0.2.7', '192.0.2.7', '2001:db8:0:1::')
    >>> client_network("fe80::1%eth0"), client_network("testclient")
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
    rest = 128 - IPV6_PREFIX
    return str(IPv6Address(int(address) >> rest << rest))
