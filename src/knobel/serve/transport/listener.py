"""The listening socket of a server.

It is bound before the server itself is loaded: connections that come meanwhile wait in its backlog.
"""

from __future__ import annotations

import socket
from typing import Final

from ...rules.errors import KnobelError

BACKLOG: Final = 8192
"""Length of the accept queue, as far as the system allows it. After a restart all clients reconnect at once, and a
full queue costs a client a second or more (TCP retransmission)."""


def listen(host: str, port: int, *, or_any: bool) -> socket.socket:
    """A socket that listens there; with `or_any` on any free port if that one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for wanted in (port, 0) if or_any else (port,):
        listener = socket.socket(family)
        _claim_port(listener)
        try:
            listener.bind((host, wanted))
        except (OSError, OverflowError, TypeError) as error:  # a TypeError is a name that no host can have
            listener.close()
            reason = getattr(error, "strerror", None) or str(error)
            continue
        listener.listen(BACKLOG)
        return listener
    sentence = f"nothing can listen at {host}, port {port}: {reason}"
    raise KnobelError(sentence, key="error-listen", host=host, port=str(port), why=reason)


def _claim_port(listener: socket.socket) -> None:
    """Make the port exclusive.

    On Windows `SO_REUSEADDR` would let other programs bind the same port and take its connections;
    `SO_EXCLUSIVEADDRUSE` forbids it. Elsewhere ports are exclusive, and `SO_REUSEADDR` only permits to bind a port
    again whose old connections are in TIME_WAIT.
    """
    exclusive: int | None = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)  # defined on Windows only
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)


def local_address(listener: socket.socket) -> str:
    """The URL at which this machine itself reaches a listening socket."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
