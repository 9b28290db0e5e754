"""How the dice of games that are over have fallen: running sums for each table, and for all of them together.

Dice are counted in the transaction that ends their game, and not before: until then some of them lie under cups. A
table that is closed ends its game too: if its dice did not count, whoever is losing could take them out of the sums.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, TypeAlias

import apsw
import msgspec
from msgspec import Struct

from ..odds.honesty import Fallen, count
from ..table import Table, rebuild
from .entries import decode_log

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


class Told(Struct, frozen=True):
    """A game whose dice are no secret any more: where its entries stand in the log of its table.

    `levels` are those of the bots that hold its seats in the end.
    """

    code: str
    began: int
    ended: int
    levels: tuple[str | None, ...]


class _Dice(Struct):
    """What an event of any game says about dice: those of a seat, those of all seats, or nobody's."""

    dice: Any = ()
    seat: int | None = None


class _Said(Struct):
    """As much of an entry as is needed here: reading all of it would keep the writer busy for longer."""

    t: str
    event: _Dice | None = None
    by: str | None = None
    seat: int | None = None
    fair: Any = None


_DECODE: Final = msgspec.json.Decoder(_Said).decode


def told(before: Table | None, after: Table) -> Told | None:
    """The game that was played to its end or given up between two moments of a table.

    What a closed table had still wanted has not fallen, and nobody has seen it: it counts for nothing.
    """
    if after.phase not in ("over", "closed") or (before is not None and before.phase != "playing"):
        return None
    return _last_game(after)


def _last_game(table: Table) -> Told:
    return Told(table.code, table.began, table.version, tuple(seat.level for seat in table.seats))


def add_fallen(connection: apsw.Connection, game: Told) -> None:
    """Count the dice of a game whose entries are in the log already."""
    log = connection.execute(
        "SELECT event FROM entries WHERE code = ? AND version BETWEEN ? AND ? ORDER BY version",
        (game.code, game.began, game.ended),
    )
    entries = [_DECODE(event) for (event,) in log]
    fair = any(entry.t == "started" and entry.fair is not None for entry in entries)
    for thrower, fallen in _fallen(entries, game.levels).items():
        sums = (*fallen.faces, fallen.followed, fallen.repeats, *fallen.throws, *fallen.doubles)
        for place in (game.code, EVERYWHERE):
            connection.execute(_ADD, (place, thrower, fair, *sums))


def _fallen(entries: Sequence[_Said], levels: Sequence[str | None]) -> dict[Thrower, Fallen]:
    """The dice of a game by who held the seat when they fell: whoever is removed afterwards has thrown them still.

    The first events of a game that is played on fell elsewhere.
    """
    removed = {entry.seat for entry in entries if entry.t == "bot_sat"}
    holders: list[Thrower] = [
        "person" if level is None or seat in removed else "bot" for seat, level in enumerate(levels)
    ]
    throws = defaultdict[tuple[int | None, Thrower], list[Sequence[int]]](list)
    for entry in entries:
        if entry.t == "bot_sat" and entry.seat is not None:
            holders[entry.seat] = "bot"
        elif entry.t == "played" and entry.event and entry.by != "record":
            for seat, cup in _cups(entry.event):
                if seat is not None and seat < len(holders):
                    throws[seat, holders[seat]].append(cup)
                else:
                    throws[None, "nobody"].append(cup)
    found = defaultdict[Thrower, Fallen](Fallen)
    for (_, thrower), thrown in throws.items():
        found[thrower] += count(thrown)
    return found


def _cups(event: _Dice) -> Iterable[tuple[int | None, Sequence[int]]]:
    """The dice of an event with their seats; behind the seats of the players stands Jörg's."""
    if event.dice and isinstance(event.dice[0], int):
        return [(event.seat, event.dice)]
    return enumerate(event.dice)


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
        add_fallen(connection, Told(code, began, ended, tuple(msgspec.json.decode(levels))))


def count_anew(connection: apsw.Connection) -> None:
    """The step to version 8: version 7 left out games that were given up, and gave the dice of whoever was removed to
    the bot that came after."""
    connection.execute("DROP TABLE fallen")
    add_sums(connection)
    closed: Any = connection.execute("SELECT code FROM tables WHERE phase = 'closed' ORDER BY code").fetchall()
    for (code,) in closed:
        query = "SELECT version, at, event FROM entries WHERE code = ? ORDER BY version"
        log: Any = connection.execute(query, (code,)).fetchall()
        table = rebuild(entry.event for entry in decode_log(log))
        if table is not None and table.replay != table.finished:
            add_fallen(connection, _last_game(table))
