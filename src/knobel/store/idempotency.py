"""Idempotency keys: the answers to commands, so that a command that is sent twice takes effect once.

The answer to an accepted command is stored in the row of its first entry, which costs no extra row. A command names the
version that its client saw; its entries can only come after that version, and not more than `table.LONG_AGO` entries
later, or the command would have been refused. So a lookup reads that part of the log. Answers without an entry, and
those of stores before version 3, have rows of their own.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ..table import LONG_AGO
from .connection import Connection
from .errors import Repeated

REFUSALS: Final = 64
"""Refusals that are kept per device and table. A client repeats a command only after a reconnect, and has few in
flight; the bound keeps refused commands from filling the disk."""


REFUSED_DEVICES: Final = 256
"""Devices per table whose refusals are kept: more than can hold its seats at the same time."""


class CommandKey(Struct, frozen=True, gc=False, cache_hash=True):
    """Idempotency key of a command: its table (empty if it creates one), its device, and the id from the client."""

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
"""Where refusals of many devices are kept, deletes those of devices without a seat."""


def read_answer(connection: Connection, key: CommandKey, seen: int) -> bytes | None:
    """The stored answer to a command whose client had seen version `seen`."""
    answer: bytes | None = connection.execute(_ANY, (key.code, key.device, key.id, seen)).get
    return answer


def check_new(connection: Connection, key: CommandKey, seen: int) -> None:
    if read_answer(connection, key, seen) is not None:
        raise Repeated("this command has its answer already")


def write_refusal(connection: Connection, key: CommandKey, answer: bytes) -> None:
    """Keep the answer to a refused command; beyond `REFUSALS` the device's oldest one is deleted."""
    query = "SELECT max(number) FROM refusals WHERE code = ? AND device = ?"
    number = (connection.execute(query, (key.code, key.device)).get or 0) + 1
    if number == 1:
        connection.execute(_FORGET, (key.code, REFUSED_DEVICES))
    row = (key.code, key.device, number, key.id, answer)
    connection.execute("INSERT INTO refusals VALUES (?, ?, ?, ?, ?)", row)
    old = (key.code, key.device, number - REFUSALS)
    connection.execute("DELETE FROM refusals WHERE code = ? AND device = ? AND number <= ?", old)


def write_answer(connection: Connection, key: CommandKey, answer: bytes) -> None:
    """Keep the answer to a command whose entries belong to another table than it names: one that created it."""
    connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?)", (key.code, key.device, key.id, answer))
