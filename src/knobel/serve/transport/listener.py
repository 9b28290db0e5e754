"""The socket of a server. It listens before the server itself is loaded: whoever comes meanwhile is served then."""

from __future__ import annotations

import socket
from typing import Final

from ...rules.errors import KnobelError

BACKLOG: Final = 8192
"""Connections that wait until the server takes them, as far as the system allows it: after a restart all come back at
once, and whoever finds no room is not heard for a second and more."""


def listen(host: str, port: int, *, or_any: bool) -> socket.socket:
    """A socket that listens there, or on any free port if that one is taken and it does not matter."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for wanted in (port, 0) if or_any else (port,):
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
        except (OSError, OverflowError, TypeError) as error:  # a TypeError is a name that no host can have
            listener.close()
            reason = getattr(error, "strerror", None) or str(error)
            continue
        listener.listen(BACKLOG)
        return listener
    raise KnobelError(f"nothing can listen at {host}, port {port}: {reason}")
