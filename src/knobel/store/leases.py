"""Fencing: appends by a node that does not own their table any more are refused."""

from __future__ import annotations

from collections.abc import Mapping

from .connection import Connection
from .errors import Fenced


def check_epochs(connection: Connection, epochs: Mapping[str, int]) -> None:
    """Raise `Fenced` unless these are the epochs of the leases on the tables, in the transaction that appends."""
    raise Fenced("this store has no leases")
