"""Export of a club: everything as JSON, and one line per seat of each game as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final, Literal

from msgspec import Struct

from .box import Booking, Tariff
from .results import FACTS, ClubGame, outcome
from .roles import Role
from .seasons import Season

FORMAT: Final = "knobel-club/1"

COLUMNS: Final = (
    *("id", "date", "game", "seat", "member", "name", "place", "seats", "last", "win", "loss", "points"),
    *FACTS,
)
"""`win` and `loss` are 0 or 1, `last` is the worst place; a guest has no member, a deleted name is empty."""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins with one of these is a formula to a spreadsheet."""


class ExportedMember(Struct, frozen=True):
    """A member; a deleted one has no name."""

    member: int
    name: str | None
    role: Role
    joined: int


class ClubExport(Struct, frozen=True):
    """Everything that a club has. Devices and links are not part of it."""

    name: str
    made: int
    members: tuple[ExportedMember, ...]
    seasons: tuple[Season, ...]
    tariff: Tariff
    games: tuple[ClubGame, ...]
    bookings: tuple[Booking, ...]
    format: Literal["knobel-club/1"] = FORMAT


def csv_lines(games: Iterable[ClubGame]) -> Iterator[str]:
    """The results as CSV, line by line, the oldest game first."""
    yield _line(COLUMNS)
    for game in games:
        for seat in game.seats:
            result = outcome(seat.place, game.last)
            yield _line(
                [
                    *(game.id, _date(game.at), game.game, seat.seat, seat.member, safe_cell(seat.name or "")),
                    *(seat.place, len(game.seats), game.last, int(result > 0), int(result < 0), seat.points),
                    *(seat.facts.get(fact, 0) for fact in FACTS),
                ]
            )


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def safe_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula; `plain_cell` undoes it.

    >>> safe_cell("=1+1"), safe_cell("Anna"), plain_cell("'=1+1")
    ("'=1+1", 'Anna', '=1+1')
    """
    return f"'{text}" if text.startswith((*_FORMULA, "'")) else text


def plain_cell(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith((*_FORMULA, "'")) else text


def _line(cells: Iterable[object]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerow(["" if cell is None else cell for cell in cells])
    return buffer.getvalue()
