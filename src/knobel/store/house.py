"""What belongs to the house itself: the secret from which the keys of all dice come."""

from __future__ import annotations

import secrets
from typing import Final

import apsw

from ..fair.hashing import SIZE

_HOUSE: Final = "CREATE TABLE house (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"


def add_house(connection: apsw.Connection) -> None:
    """The step to version 6 of the store."""
    connection.execute(_HOUSE)
    connection.execute("INSERT INTO house VALUES ('dice', ?)", (secrets.token_bytes(SIZE),))


def read_house_secret(connection: apsw.Connection) -> bytes:
    found: bytes = connection.execute("SELECT value FROM house WHERE name = 'dice'").get
    return found
