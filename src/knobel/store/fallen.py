"""How the dice of finished games have fallen: running sums for each table, and for all of them together.

Dice are counted in the transaction that ends their game, and not before: until then some of them lie under cups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, TypeAlias

import apsw
import msgspec
from msgspec import Struct

from ..odds.honesty import Fallen, count

Thrower: TypeAlias = Literal["person", "bot", "nobody"]
"""Whose dice they are; white dice and Jörg's are nobody's."""

EVERYWHERE: Final = ""
"""What stands for all tables together where the code of a table would be."""

_SCHEMA: Final = """
CREATE TABLE fallen (
    code TEXT NOT NULL,
    thrower TEXT NOT NULL,
    fair INTEGER NOT NULL,
    one INTEGER NOT NULL,
    two INTEGER NOT NULL,
    three INTEGER NOT NULL,
    four INTEGER NOT NULL,
    five INTEGER NOT NULL,
    six INTEGER NOT NULL,
    followed INTEGER NOT NULL,
    repeats INTEGER NOT NULL,
    throws_of_two INTEGER NOT NULL,
    throws_of_three INTEGER NOT NULL,
    doubles_of_two INTEGER NOT NULL,
    doubles_of_three INTEGER NOT NULL,
    PRIMARY KEY (code, thrower, fair)
) WITHOUT ROWID;
"""

_SUMS: Final = (
    *("one", "two", "three", "four", "five", "six", "followed", "repeats"),
    *("throws_of_two", "throws_of_three", "doubles_of_two", "doubles_of_three"),
)
_ADD: Final = (
    f"INSERT INTO fallen (code, thrower, fair, {', '.join(_SUMS)}) VALUES ({', '.join('?' * (3 + len(_SUMS)))})"
    f" ON CONFLICT DO UPDATE SET {', '.join(f'{name} = {name} + excluded.{name}' for name in _SUMS)}"
)
_READ: Final = f"SELECT thrower, fair, {', '.join(_SUMS)} FROM fallen WHERE code = ? ORDER BY thrower, fair"


class FallenRow(Struct, frozen=True):
    """Dice of one kind of seat; `fair` says that their games can be verified."""

    thrower: Thrower
    fair: bool
    fallen: Fallen


class _Dice(Struct):
    """What an event of any game says about dice: those of a seat, those of all seats, or nobody's."""

    dice: Any = ()
    seat: int | None = None


class _Said(Struct):
    """As much of an entry as is needed here: reading all of it would keep the writer busy for longer."""

    t: str
    event: _Dice | None = None
    by: str | None = None
    fair: Any = None


_DECODE: Final = msgspec.json.Decoder(_Said).decode


def add_fallen(connection: apsw.Connection, code: str, began: int, ended: int, levels: Sequence[str | None]) -> None:
    """Count the dice of a game whose entries are in the log already; `levels` says which seats are bots'."""
    log = connection.execute(
        "SELECT event FROM entries WHERE code = ? AND version BETWEEN ? AND ? ORDER BY version", (code, began, ended)
    )
    entries = [_DECODE(event) for (event,) in log]
    fair = any(entry.t == "started" and entry.fair is not None for entry in entries)
    for thrower, fallen in fallen_of(_thrown(entries), levels).items():
        sums = (*fallen.faces, fallen.followed, fallen.repeats, *fallen.throws, *fallen.doubles)
        for place in (code, EVERYWHERE):
            connection.execute(_ADD, (place, thrower, fair, *sums))


def _thrown(entries: Iterable[_Said]) -> Iterable[_Dice]:
    """What fell here; the first events of a game that is played on fell elsewhere."""
    return (entry.event for entry in entries if entry.t == "played" and entry.event and entry.by != "record")


def fallen_of(events: Iterable[_Dice], levels: Sequence[str | None]) -> dict[Thrower, Fallen]:
    """The dice of a game by whose they are."""
    throws = defaultdict[int | None, list[Sequence[int]]](list)
    for event in events:
        if event.dice and isinstance(event.dice[0], int):
            throws[event.seat].append(event.dice)
        else:
            for seat, cup in enumerate(event.dice):
                throws[seat if seat < len(levels) else None].append(cup)
    found = defaultdict[Thrower, Fallen](Fallen)
    for whose, thrown in throws.items():
        found[_thrower(whose, levels)] += count(thrown)
    return found


def _thrower(seat: int | None, levels: Sequence[str | None]) -> Thrower:
    if seat is None:
        return "nobody"
    return "person" if levels[seat] is None else "bot"


def read_fallen(connection: apsw.Connection, code: str) -> list[FallenRow]:
    """The sums of a table, or of all."""
    return [_row(*found) for found in connection.execute(_READ, (code,))]


def _row(thrower: Thrower, fair: int, *sums: int) -> FallenRow:
    followed, repeats = sums[6:8]
    return FallenRow(thrower, bool(fair), Fallen(sums[:6], followed, repeats, sums[8:10], sums[10:12]))


def add_sums(connection: apsw.Connection) -> None:
    """The step to version 7 of the store: count the games that are finished; a record that was loaded has no table."""
    connection.execute(_SCHEMA)
    games: Any = connection.execute("SELECT code, began, ended, levels FROM games WHERE code IS NOT NULL").fetchall()
    for code, began, ended, levels in games:
        add_fallen(connection, code, began, ended, msgspec.json.decode(levels))
