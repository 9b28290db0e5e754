"""WebSocket close codes with their reasons. A client reconnects by itself, but not after 4401, 4403, 4404 and 4500."""

from __future__ import annotations

from typing import Final

from ...store import StoreDamaged

MALFORMED: Final = 4400
DOOR: Final = 4401
FORBIDDEN: Final = 4403
NO_TABLE: Final = 4404
SILENT: Final = 4408
RELOAD: Final = 4409
SLOW: Final = 4413
TOO_MANY: Final = 4429
DAMAGED: Final = 4500
STOPPING: Final = 1012
FAILED: Final = 1011
"""1012 and 1011 are the registered codes for a service restart and for an internal error (RFC 6455)."""

REASONS: Final = {
    MALFORMED: "this frame is no command",
    DOOR: "this server asks for a door code first",
    FORBIDDEN: "this page belongs to another server",
    NO_TABLE: "there is no such table",
    SILENT: "nothing was heard for too long",
    RELOAD: "the table is read anew: come back",
    SLOW: "too much is waiting to be read: come back",
    TOO_MANY: "too much at once: try it again later",
    DAMAGED: "the log of this table is damaged: the host of the server can restore a backup",
    STOPPING: "the server restarts: come back",
}


def after(error: BaseException, usual: int = RELOAD) -> int:
    """The close code after an error: what is damaged stays so, and a client that came back would meet it again."""
    return DAMAGED if isinstance(error, StoreDamaged) else usual
