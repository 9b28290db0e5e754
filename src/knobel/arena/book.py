"""The log file of a contest, JSON lines: a header that describes the contest, then one line per finished deal.

Deals may come in any order. An incomplete last line, left by a killed process, is dropped.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from ..rules.errors import KnobelError
from .contest import Contest, Deal

FORMAT: Final = "knobel-arena/1"


class _Header(Contest, frozen=True, tag_field="format", tag=FORMAT, forbid_unknown_fields=True):
    """The first line."""


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    """Any other line."""

    deal: Annotated[int, Meta(ge=0)]
    outcomes: Deal


class Book:
    """An append-only log of a contest; `deals` are those written so far."""

    def __init__(self, path: Path, contest: Contest, deals: dict[int, Deal]) -> None:
        self.path: Final = path
        self.contest: Final = contest
        self.deals: Final = deals

    @classmethod
    def begin(cls, path: Path, contest: Contest) -> Book:
        """Create a new file; an existing one is never overwritten."""
        header = _Header(**{name: getattr(contest, name) for name in Contest.__struct_fields__})
        try:
            with path.open("xb") as file:
                file.write(msgspec.json.encode(header) + b"\n")
        except FileExistsError:
            raise KnobelError(f"{path} is there already; --resume goes on with it") from None
        except OSError as error:
            raise _unusable(path, error) from None
        return cls(path, contest, {})

    @classmethod
    def open(cls, path: Path) -> Book:
        """Open a file to resume its contest; an incomplete last line is truncated."""
        try:
            first, *lines = path.read_bytes().split(b"\n")
        except OSError as error:
            raise _unusable(path, error) from None
        try:
            header = msgspec.json.decode(first, type=_Header)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise KnobelError(f"{path} does not begin as an arena's file does") from None
        if not lines:  # the header lacks its line end, so the next deal would be appended to it
            raise KnobelError(f"{path} does not begin as an arena's file does")
        contest = Contest(*(getattr(header, name) for name in Contest.__struct_fields__)).checked()
        deals, whole = dict[int, Deal](), len(first) + 1
        for number, line in enumerate(lines[:-1], start=2):
            deals.update([_read(path, number, line, contest)])
            whole += len(line) + 1
        if lines and lines[-1]:
            with path.open("r+b") as file:
                file.truncate(whole)
        return cls(path, contest, deals)

    def write(self, deal: int, outcomes: Deal) -> None:
        """Append a deal."""
        self.deals[deal] = outcomes
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(_Line(deal, outcomes)) + b"\n")
        except OSError as error:
            raise _unusable(self.path, error) from None


def _read(path: Path, number: int, line: bytes, contest: Contest) -> tuple[int, Deal]:
    try:
        written = msgspec.json.decode(line, type=_Line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise KnobelError(f"line {number} of {path} is no deal") from None
    skilled = contest.players if contest.without_luck else 0
    counted = contest.players if contest.third_party else 0
    lengths = {(len(game.won), len(game.points), len(game.skill), len(game.lost)) for game in written.outcomes}
    seats = contest.players
    if len(written.outcomes) != len(contest.seatings) or lengths != {(seats, seats, skilled, counted)}:
        raise KnobelError(f"line {number} of {path} is a deal of another contest")
    return written.deal, written.outcomes


def _unusable(path: Path, error: OSError) -> KnobelError:
    why = error.strerror or str(error)
    return KnobelError(f"{path} cannot be used: {why}", key="error-unusable", file=path, why=why)
