"""Names of people in the rows of a table: which there are, and their replacement, together with ids of devices.

A name may equal any keyword (a game, a bot level, a tag), so only the fields that hold names are changed. Refusals and
analyses quote names in sentences; they are deleted, since a table that was changed answers anew, and the coach computes
an analysis again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from ..table.events import Anchored
from ..table.names import alike, unique
from .checksums import rewrite_checksums, sound_entries
from .connection import Connection
from .errors import Damaged
from .leases import revoke

ANONYMOUS: Final = "N. N."
"""The name of a deleted person at a table, as German and Latin have it (nomen nominandum)."""

_NO_COMMITMENT: Final = msgspec.json.encode(Anchored(0, ""))


class _Named(Struct):
    """The name in an entry, if it has one."""

    name: str | None = None


_NAMED: Final = msgspec.json.Decoder(_Named)


def names_in_log(connection: Connection, code: str) -> set[str]:
    """All names that ever sat or knocked at a table; `Damaged` if an entry cannot be read."""
    names = set[str | None]()
    for version, event in connection.execute("SELECT version, event FROM entries WHERE code = ?", (code,)).fetchall():
        try:
            names.add(_NAMED.decode(event).name)
        except msgspec.MsgspecError:
            raise Damaged(code, version, "unreadable") from None
    return {name for name in names if name is not None}


def anonymous_names(known: Collection[str], names: Collection[str]) -> dict[str, str]:
    """Anonymous names for those of the `known` names that are alike one of `names`; all stay different."""
    wanted = {alike(name) for name in names}
    taken, found = set(known), dict[str, str]()
    for old in sorted(known):
        if alike(old) in wanted:
            found[old] = unique(ANONYMOUS, taken)
            taken.add(found[old])
    return found


def replace_names(
    connection: Connection, code: str, names: Mapping[str, str], devices: Mapping[str, str] | None = None
) -> None:
    """Replace names, and ids of devices, in the log and the lists of a table at which no game runs.

    The proofs of checkable dice are bound to the names, and go. What is damaged stays so.
    """
    revoke(connection, code)
    sound = sound_entries(connection, code)
    for table in ("entries", "holders"):
        for old, new in (devices or {}).items():
            connection.execute(f"UPDATE {table} SET device = ? WHERE code = ? AND device = ?", (new, code, old))
    found: Any = connection.execute("SELECT version, event FROM entries WHERE code = ?", (code,)).fetchall()
    rows = [
        (after, code, version)
        for version, before in found
        if (after := _replaced(before, names, devices or {})) != before
    ]
    connection.executemany("UPDATE entries SET event = ? WHERE code = ? AND version = ?", rows)
    rewrite_checksums(connection, code, sound)
    for table, key in (("tables", "code"), ("games", "replay")):
        lists: Any = connection.execute(f"SELECT {key}, names FROM {table} WHERE code = ?", (code,)).fetchall()
        listed = [(_replaced_list(stored, names), each) for each, stored in lists]
        connection.executemany(f"UPDATE {table} SET names = ? WHERE {key} = ?", listed)
    connection.executemany(
        "UPDATE club_results SET name = ? WHERE name = ? AND EXISTS (SELECT 1 FROM club_games"
        " WHERE club_games.club = club_results.club AND club_games.id = club_results.id AND code = ?)",
        [(new, old, code) for old, new in names.items()],
    )
    connection.execute("DELETE FROM analyses WHERE replay IN (SELECT replay FROM games WHERE code = ?)", (code,))
    for table in ("refusals", "answers"):
        connection.execute(f"DELETE FROM {table} WHERE code = ?", (code,))


def _replaced(stored: bytes, names: Mapping[str, str], devices: Mapping[str, str]) -> bytes:
    """An entry with other names and devices, and without what its dice commit to.

    An entry that is only a commitment becomes an anchor that commits to nothing, since a log has no gaps.
    """
    before: dict[str, Any] = msgspec.json.decode(stored)
    if before.get("t") in ("rooted", "protested"):
        return _NO_COMMITMENT
    event = dict(before)
    if event.get("t") == "started":
        event.pop("fair", None)
    for field, replaced in (("name", names), ("device", devices)):
        if field in event:
            event[field] = replaced.get(event[field], event[field])
    return stored if event == before else msgspec.json.encode(event)


def _replaced_list(stored: bytes, names: Mapping[str, str]) -> bytes:
    return msgspec.json.encode([names.get(name, name) for name in msgspec.json.decode(stored, type=list[str])])
