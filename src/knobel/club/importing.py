"""Import of an older list of results as CSV: one line per game, or one line per seat as in an export."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from msgspec import Struct

from ..table.commands import Refusal
from ..table.names import clean
from .errors import BadList
from .exporting import plain_cell
from .results import FACTS, GAME_NAMES, Fact, GameName, places

MOST_LINES: Final = 50_000

_DATES: Final = ("%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y")
_TIMES: Final = ("", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f")
_EVENING: Final = 20 * 60 * 60 * 1000
"""A date without a time means eight o'clock in the evening, UTC."""

_LARGEST: Final = 1_000_000


class ListedSeat(Struct, frozen=True):
    """A seat of a listed game; a deleted name is None."""

    name: str | None
    place: int
    points: int | None
    facts: dict[Fact, int]


class ListedGame(Struct, frozen=True):
    at: int
    game: GameName
    seats: tuple[ListedSeat, ...]


class _Line(Struct, frozen=True):
    number: int
    cells: dict[str, str]

    def cell(self, name: str) -> str:
        return self.cells.get(name, "")

    def bad(self, why: str, sentence: str, **values: str | int) -> BadList:
        return BadList(self.number, why, sentence, **values)


def read_list(text: str) -> list[ListedGame]:
    """The games of a list, the oldest first; `BadList` names the line that cannot be read.

    >>> read_list("date,game,names,places\\n2024-05-01,zock,Anna/Ben,2/1")[0].seats[1].place
    1
    """
    lines = _lines(text)
    first = next(lines, None)
    if first is None:
        raise BadList(1, "empty", "there are no results in this list")
    every = [first, *lines]
    found = list(_one_line_per_game(every) if "names" in first.cells else _one_line_per_seat(every))
    return sorted(found, key=lambda game: game.at)


def _lines(text: str) -> Iterator[_Line]:
    text = text.removeprefix("\ufeff")
    header = text.partition("\n")[0]
    delimiter = max(",;\t", key=header.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    names = list[str]()
    try:
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if rows.line_num > MOST_LINES:
                raise BadList(
                    rows.line_num, "long", f"a list holds {MOST_LINES} lines at most; split it", most=MOST_LINES
                )
            if not names:
                names = [cell.strip().lower() for cell in row]
                _check_header(names)
            elif len(row) != len(names):
                raise BadList(
                    *(rows.line_num, "cells", f"it has {len(row)} cells, and the first line has {len(names)}"),
                    cells=len(row),
                    first=len(names),
                )
            else:
                yield _Line(rows.line_num, {name: cell.strip() for name, cell in zip(names, row, strict=True)})
    except csv.Error as error:
        raise BadList(rows.line_num, "csv", f"this is no CSV: {error}") from None


def _check_header(names: Sequence[str]) -> None:
    wide = {"date", "game", "names"} <= set(names) and {"places", "points"} & set(names)
    long = {"id", "date", "game", "name"} <= set(names) and {"place", "points"} & set(names)
    if not (wide or long):
        raise BadList(
            1, "columns", "the columns must be date, game, names, and places or points; or those of an export"
        )


def _one_line_per_game(lines: Sequence[_Line]) -> Iterator[ListedGame]:
    for order, line in enumerate(lines):
        names = [_name(line, part) for part in line.cell("names").split("/")]
        ranks = _numbers(line, "places", len(names))
        points = _numbers(line, "points", len(names))
        facts: list[Mapping[Fact, int]] = [{}] * len(names)
        yield _game(line, order, names, ranks, points, facts)


def _one_line_per_seat(lines: Sequence[_Line]) -> Iterator[ListedGame]:
    for order, (_, group) in enumerate(groupby(lines, key=lambda line: line.cell("id"))):
        seats = list(group)
        first = seats[0]
        for line in seats:
            if (line.cell("date"), line.cell("game")) != (first.cell("date"), first.cell("game")):
                raise line.bad("same", "lines with the same id must have the same date and game")
        names = [_name(line, line.cell("name")) if line.cell("name") else None for line in seats]
        ranks = _column(seats, "place")
        yield _game(first, order, names, ranks, _column(seats, "points"), [_facts(line) for line in seats])


def _facts(line: _Line) -> dict[Fact, int]:
    return {fact: _number(line, fact) for fact in FACTS if line.cell(fact) not in ("", "0")}


def _column(seats: Sequence[_Line], name: str) -> list[int] | None:
    return [_number(line, name) for line in seats] if all(line.cell(name) for line in seats) else None


def _game(
    line: _Line,
    order: int,
    names: Sequence[str | None],
    ranks: Sequence[int] | None,
    points: Sequence[int] | None,
    facts: Sequence[Mapping[Fact, int]],
) -> ListedGame:
    kind = _kind(line)
    known = [name.casefold() for name in names if name is not None]
    if not 2 <= len(names) <= 24:
        raise line.bad("players", "a game has 2 to 24 players")
    if len(set(known)) < len(known):
        raise line.bad("twice", "a name stands here twice")
    if ranks is None:
        if points is None:
            raise line.bad("missing", "places or points are missing")
        ranks = places(kind, points)
    if min(ranks) != 1 or max(ranks) > len(names):
        raise line.bad("places", f"places begin with 1 and end at {len(names)} at most", most=len(names))
    listed = [
        ListedSeat(name, place, None if points is None else points[seat], dict(facts[seat]))
        for seat, (name, place) in enumerate(zip(names, ranks, strict=True))
    ]
    return ListedGame(_time(line, order), kind, tuple(listed))


def _kind(line: _Line) -> GameName:
    wanted = re.sub(r"[^a-z]", "", line.cell("game").lower())
    for name in GAME_NAMES:
        if name == wanted:
            return name
    raise line.bad("game", f"the game must be one of {', '.join(GAME_NAMES)}", games=", ".join(GAME_NAMES))


def _name(line: _Line, text: str) -> str:
    try:
        return clean(plain_cell(text.strip()))
    except Refusal as error:
        raise line.bad("name", error.sentence) from None


def _numbers(line: _Line, name: str, count: int) -> list[int] | None:
    if not line.cell(name):
        return None
    parts = line.cell(name).split("/")
    if len(parts) != count:
        raise line.bad("count", f"there are {count} names, and {len(parts)} {name}", names=count, others=len(parts))
    return [_whole(line, name, part) for part in parts]


def _number(line: _Line, name: str) -> int:
    return _whole(line, name, line.cell(name))


def _whole(line: _Line, name: str, text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and int(text) <= _LARGEST):
        raise line.bad("number", f"{name} must be whole numbers from 0 to {_LARGEST}", column=name, most=str(_LARGEST))
    return int(text)


def _time(line: _Line, order: int) -> int:
    """Milliseconds; games of one date without a time keep the order of the list."""
    text = line.cell("date").removesuffix("Z").replace("T", " ", 1)
    for date in _DATES:
        for time in _TIMES:
            try:
                found = datetime.strptime(text, date + time).replace(tzinfo=UTC)
            except ValueError:
                continue
            at = round(found.timestamp() * 1000)
            if at < 0:
                raise line.bad("old", "the date must be after 1970")
            return at if time else at + _EVENING + order % 1_000_000
    raise line.bad("date", "the date must look like 2024-05-01, 2024-05-01 21:30 or 01.05.2024")
