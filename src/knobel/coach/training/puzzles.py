"""Puzzles: the same for everybody who asks for the same game, level and seed, and one for each day.

>>> one = puzzle("zock", level=2, seed=1)
>>> one == puzzle("zock", level=2, seed=1), len(one.verdicts) == len(one.verdicts[0].moves)
(True, True)
>>> one.verdicts[one.best].kind
'good'
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Final
from zlib import crc32

from msgspec import Struct

from ...bots import strategy
from ...forms import position
from ...rules import find_game
from ...rules.errors import BadOptions
from ...rules.game import Event, Options
from ...rules.zocknroll import Stay
from ..analysis import Verdict
from ..judge import Judge, Progress
from ..judges import Precision, judge_of
from ..values import Values
from ..verdict import verdict_of
from .difficulty import LEVELS, grade
from .tables import Found, positions

FIRST_DAY: Final = date(2023, 1, 1)
"""From here on every day has its puzzles."""

MOST_SEEDS: Final = 1_000_000

_TRIES: Final = 600
"""So many positions are looked at for one of the right level; the last puzzle of another level has to do then."""


_WARY: Final = 4
"""From this level on staying is wrong in every other puzzle of Zock'n'Roll; else it would nearly always be right."""

_MOSTLY: Final = 0.5
"""Who stays more often for the points of the turn does not drop for the game."""

_FINALLY: Final[Precision] = "default"
"""How closely a puzzle is looked at in the end: what its answers cost has a standard error of a tenth of a percent."""


class Puzzle(Struct, frozen=True):
    """A decision with its solution: a verdict on each move, in the order in which the rules list the moves.

    `position` is the text of the view of the seat that decides. `best` is the place of the best move.
    """

    game: str
    level: int
    seat: int
    position: str
    best: int
    verdicts: tuple[Verdict, ...]


def silent(done: int, total: int) -> None:
    """Nobody wants to know how far it is."""


def puzzle(game: str, level: int, seed: int, progress: Progress = silent) -> Puzzle:
    """The puzzle of this level; `seed` numbers those that there are."""
    if level not in LEVELS:
        raise BadOptions(f"levels go from {LEVELS[0]} to {LEVELS[-1]}")
    if seed not in range(MOST_SEEDS):
        raise BadOptions(f"puzzles are numbered from 0 to {MOST_SEEDS - 1}")
    return _first(find_game(game).name, level, crc32(f"{game} {level} {seed}".encode()), progress)


def daily(game: str, day: date, progress: Progress = silent) -> Puzzle:
    """The puzzle of a day, of a level that changes from day to day: easy on Mondays, hard at the weekend."""
    if day < FIRST_DAY:
        raise BadOptions(f"there were no puzzles before {FIRST_DAY.isoformat()}")
    name = find_game(game).name
    return _first(name, day_level(day), crc32(f"{name} {day.isoformat()}".encode()), progress)


def day_level(day: date) -> int:
    """The level of a day's puzzles.

    >>> [day_level(date(2026, 11, day)) for day in range(16, 23)]  # from Monday to Sunday
    [1, 2, 2, 3, 3, 4, 5]
    """
    return (1, 2, 2, 3, 3, 4, 5)[day.weekday()]


def _first(game: str, level: int, seed: int, progress: Progress) -> Puzzle:
    wary = game == "zocknroll" and level >= _WARY and seed % 2 == 1
    nearest: tuple[int, Found] | None = None
    for number, found in enumerate(islice(positions(game, seed), _TRIES)):
        progress(number, _TRIES)
        if wary and _stays(strategy("strong", game).weigh(found.view, found.decision.moves)) > _MOSTLY:
            continue
        quick = _weigh(found, "quick")
        likely = _grade(found, quick)
        if likely is None or (wary and isinstance(quick.best.move, Stay)):
            continue
        if nearest is None or abs(likely - level) < abs(nearest[0] - level):
            nearest = likely, found
        if likely == level:
            values = _weigh(found, _FINALLY)
            if _grade(found, values) == level:
                return _made(found, level, values)
    assert nearest is not None, "among hundreds of positions there is a puzzle"
    likely, found = nearest
    return _made(found, likely, _weigh(found, _FINALLY))


@lru_cache(maxsize=8)
def _judge(game: str, options: Options, players: int, precision: Precision) -> Judge:
    """The judge of a table; the next puzzle often comes from one like it."""
    return judge_of(find_game(game), options, players, precision)


def _weigh(found: Found, precision: Precision) -> Values:
    return _judge(found.game, found.options, found.view.players, precision).weigh(found.view)


def _stays(weights: Mapping[Event, float]) -> float:
    """How often a mixed strategy stays."""
    return sum(share for move, share in weights.items() if isinstance(move, Stay))


def _grade(found: Found, values: Values) -> int | None:
    return grade(found.game, values, strategy("casual", found.game).weigh(found.view, found.decision.moves))


def _made(found: Found, level: int, values: Values) -> Puzzle:
    moves = found.decision.moves
    verdicts = tuple(verdict_of(found.view, values, move) for move in moves)
    return Puzzle(found.game, level, found.decision.seat, position(found.view), moves.index(values.best.move), verdicts)
