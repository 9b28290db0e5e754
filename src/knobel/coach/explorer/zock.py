"""Strategy chart of ZOCK: the value of every cover for each of the 21 throws, for any open fields.

>>> fresh = chart(Question())
>>> round(fresh.value, 4)  # the first throw is a small advantage
0.5149
>>> [(cover.fields, cover.best) for cover in fresh.throws[9].covers]  # a throw of 2 and 5
[((2, 5), True), ((7,), False)]
"""

# The solver is imported where it is used, since it loads numba, which the types do not need.

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from ...rules import zock as rules
from ...rules.dice import multisets
from ...rules.errors import BadPosition
from ...rules.game import Dice
from ...rules.zock import ALL_FIELDS, Fields, Options

if TYPE_CHECKING:
    from ...solve.zock.solver import Solution

Aim: TypeAlias = Literal["win", "points", "match"]
Variant: TypeAlias = Literal["basic", "A", "B", "C"]

VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)

_LONGEST: Final = 10
"""Matches of up to this many games are solved (K8)."""

_FARTHEST: Final = _LONGEST * sum(ALL_FIELDS)
"""The largest possible lead in such a match (K7)."""


class Question(Struct, frozen=True):
    """The player who throws has the `own` fields open. In a match `games` are left, and the lead is in loss points."""

    variant: Variant = "basic"
    two_digit: Literal["digits", "ten_only"] = "digits"
    own: Fields = ALL_FIELDS
    rival: Fields = ALL_FIELDS
    aim: Aim = "win"
    games: int = 1
    lead: int = 0


class ChartCover(Struct, frozen=True):
    """A cover with its value, and how much less that is than the best one's; `best` is each of equally good ones."""

    fields: Fields
    value: float
    behind: float
    best: bool


class ChartThrow(Struct, frozen=True):
    """A throw that falls `weight` times in 36, and its covers in the order of the rules; without any, pass (K4)."""

    dice: Dice
    weight: int
    value: float
    covers: tuple[ChartCover, ...]


class Chart(Struct, frozen=True):
    """All throws of a player with these fields open, and the `value` before the throw.

    Values are chances for the aims `win` and `match`, and for `points` the loss points that the rival is expected to
    have more in this game.
    """

    asked: Question
    value: float
    throws: tuple[ChartThrow, ...]


class Openings(Struct, frozen=True):
    """The first throw of a game in every variant."""

    charts: tuple[Chart, ...]


def openings(asked: Question) -> Openings:
    """The covers of the first throw in every variant."""
    return Openings(tuple(chart(replace(asked, variant=each, own=ALL_FIELDS, rival=ALL_FIELDS)) for each in VARIANTS))


def chart(asked: Question) -> Chart:
    """Every throw with its covers."""
    _check(asked)
    game = _game(asked)
    throws = tuple(_throw(asked, game, dice, weight) for dice, weight in multisets(2))
    return Chart(asked, game.value(asked.own, asked.rival), throws)


def _check(asked: Question) -> None:
    for fields in (asked.own, asked.rival):
        if not fields:
            raise BadPosition("who has covered all nine fields has won already", "K7")
        if not set(fields) <= set(ALL_FIELDS) or list(fields) != sorted(set(fields)):
            raise BadPosition("open fields are some of the numbers 1 to 9, each once and in order", "K1")
    if asked.aim == "match" and not 1 <= asked.games <= _LONGEST:
        raise BadPosition(f"matches are solved for 1 to {_LONGEST} games that are left", "K8")
    if abs(asked.lead) > _FARTHEST:
        raise BadPosition(f"the lead is at most {_FARTHEST} loss points in {_LONGEST} games", "K7")


def _game(asked: Question) -> Solution:
    from ...solve.zock.solver import match_solution, solution

    options = Options(variant=asked.variant, two_digit=asked.two_digit)
    if asked.aim == "match":
        return match_solution(options, asked.games, asked.lead)
    return solution(options, asked.aim)


def _throw(asked: Question, game: Solution, dice: Dice, weight: int) -> ChartThrow:
    from ...solve.zock.solver import ALIKE

    offered = rules.covers(asked.variant, asked.two_digit, dice, asked.own)
    if not offered:
        return ChartThrow(dice, weight, game.value(asked.own, asked.rival, throws=False), ())
    worth = {each.fields: each.value for each in game.covers(asked.own, asked.rival, offered)}
    most = max(worth.values())
    behind = {fields: most - value for fields, value in worth.items()}
    covers = (ChartCover(fields, worth[fields], behind[fields], behind[fields] < ALIKE) for fields in offered)
    return ChartThrow(dice, weight, most, tuple(covers))
