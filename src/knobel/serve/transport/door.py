"""Door code: newcomers enter a short code once per device before they can make or open tables.

A device that has shown the code gets a cookie, an HMAC of the code and its device id, so that the server keeps no list,
and another code shuts the door again for all. The key is a secret of the store: clients cannot try codes as cookies.
"""

from __future__ import annotations

import hmac
from typing import Final

from starlette.requests import HTTPConnection

from ..tokens import TokenSource, normal_door_code

_COOKIE: Final = "knobel-door"
_YEAR: Final = 365 * 24 * 60 * 60


class Door:
    """The door of a server with a code. Case, spaces and dashes of a code do not matter.

    >>> door = Door("Kila-Bomu", TokenSource())
    >>> door.opens("kila bomu"), door.opens("kila")
    (True, False)
    """

    def __init__(self, code: str, secrets: TokenSource) -> None:
        self._code = normal_door_code(code)
        self._secrets = secrets

    def opens(self, code: str) -> bool:
        return hmac.compare_digest(normal_door_code(code).encode(), self._code.encode())

    def cookie(self, device: str, *, secure: bool) -> str:
        """The Set-Cookie header for a device that has shown the code."""
        ending = "; Secure" if secure else ""
        return f"{_COOKIE}={self._proof(device)}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{ending}"

    def admits(self, connection: HTTPConnection, device: str) -> bool:
        """Whether the device of a request has shown the code."""
        return hmac.compare_digest(connection.cookies.get(_COOKIE, "").encode(), self._proof(device).encode())

    def _proof(self, device: str) -> str:
        return self._secrets.mac(f"door {self._code} {device}")
