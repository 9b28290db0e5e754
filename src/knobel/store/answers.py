"""The answers that commands got, so that one that is sent again gets the same and is done once.

The answer to a command that was accepted stands beside its first entry: one row holds both, and writing it costs
nothing more. A command names the version that its client saw, and its entries can only have come after that one, and
not after so many others that it would have been refused (`table.LONG_AGO`); so whoever looks for it reads that part of
the log. Answers without an entry, and those of stores before version 3, have rows of their own.
"""

from __future__ import annotations

from typing import Final

import apsw
from msgspec import Struct

from ..table import LONG_AGO
from .errors import Repeated

REFUSALS: Final = 64
"""Refusals that are remembered of one device at one table. A client sends a command again when it comes back, and has
few in the air; without a bound somebody could fill the disk with what was refused."""


REFUSED_DEVICES: Final = 256
"""Devices of a table of which refusals are remembered: more than can hold its seats at the same time."""


class Key(Struct, frozen=True, gc=False):
    """A command: the table that it was meant for (none yet if it makes one), the device, and the client's own id."""

    code: str
    device: str
    id: str


_OF_AN_ENTRY: Final = (
    "SELECT answer FROM entries"
    f" WHERE code = ?1 AND version > ?4 AND version <= ?4 + {LONG_AGO + 1} AND id = ?3 AND device = ?2"
)
_OF_A_REFUSAL: Final = "SELECT answer FROM refusals WHERE code = ?1 AND device = ?2 AND id = ?3"
_OF_ANOTHER: Final = "SELECT answer FROM answers WHERE code = ?1 AND device = ?2 AND id = ?3"
_ANY: Final = f"{_OF_AN_ENTRY} UNION ALL {_OF_A_REFUSAL} UNION ALL {_OF_ANOTHER} LIMIT 1"


_FORGET: Final = (
    "DELETE FROM refusals WHERE code = ?1 AND device NOT IN (SELECT device FROM holders WHERE code = ?1)"
    " AND (SELECT count(DISTINCT device) FROM refusals WHERE code = ?1) >= ?2"
)
"""Where many devices have been refused something, those that hold no seat at the table any more are forgotten."""


def read_answer(connection: apsw.Connection, key: Key, seen: int) -> bytes | None:
    """The answer to a command whose client had seen version `seen`."""
    answer: bytes | None = connection.execute(_ANY, (key.code, key.device, key.id, seen)).get
    return answer


def check_new(connection: apsw.Connection, key: Key, seen: int) -> None:
    if read_answer(connection, key, seen) is not None:
        raise Repeated("this command has its answer already")


def write_refusal(connection: apsw.Connection, key: Key, answer: bytes) -> None:
    """Keep the answer to a command that was refused; the oldest one of its device goes where there are many."""
    query = "SELECT max(number) FROM refusals WHERE code = ? AND device = ?"
    number = (connection.execute(query, (key.code, key.device)).get or 0) + 1
    if number == 1:
        connection.execute(_FORGET, (key.code, REFUSED_DEVICES))
    row = (key.code, key.device, number, key.id, answer)
    connection.execute("INSERT INTO refusals VALUES (?, ?, ?, ?, ?)", row)
    old = (key.code, key.device, number - REFUSALS)
    connection.execute("DELETE FROM refusals WHERE code = ? AND device = ? AND number <= ?", old)


def write_answer(connection: apsw.Connection, key: Key, answer: bytes) -> None:
    """Keep the answer to a command that has its entries at another table than it names: it has made that one."""
    connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?)", (key.code, key.device, key.id, answer))
