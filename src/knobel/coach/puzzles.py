"""Training puzzles: decisions from seeded games, graded by difficulty; one for each day.

>>> one = puzzle("zock", level=2, seed=1)
>>> one == puzzle("zock", level=2, seed=1), len(one.verdicts) == len(one.verdicts[0].moves)
(True, True)
>>> one.verdicts[one.best].kind
'good'

The bot `casual` plays all seats of the games. It uses no solver and so no floating point, and with seeded dice the same
game, level and seed give the same puzzle on every machine. Values are rounded before they decide anything, for the same
reason.

A decision makes a puzzle if one answer is clearly right but not obvious: every other move costs at least `CLEAR` and,
where values are estimates, far more than their error. It is harder the more often `casual` errs, the less the second
best move costs, and the more moves there are.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Any, Final
from zlib import crc32

from msgspec import Struct

from ..bots import make_bot, strategy
from ..forms import position
from ..rules import find_game
from ..rules.dice import SeededDice
from ..rules.errors import BadOptions
from ..rules.game import Decision, Event, Options, State
from ..rules.session import Session
from ..rules.zocknroll import Stay
from ..solve.progress import Progress, silent
from .analysis import Verdict
from .judges import Judge, Precision, judge_of
from .values import Values
from .verdict import verdict_of


class Kind(Struct, frozen=True):
    """Players and options of a table."""

    players: int
    options: dict[str, Any] = {}


KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "zock": tuple(Kind(2, {"variant": each, "games": games}) for games in (1, 3) for each in ("basic", "A", "B", "C")),
    "schocken": (Kind(2), Kind(3), Kind(3, {"preset": "pub"})),
    "zocknroll": (Kind(3), Kind(4), Kind(4, {"board": "pro"})),
}
"""Kinds of tables that are solved exactly, or by tables shipped with the package."""


class Found(Struct, frozen=True):
    """A decision of a game, in the view of the seat that decides."""

    game: str
    options: Options
    view: State
    decision: Decision[Any]


def positions(game: str, seed: int) -> Iterator[Found]:
    """One decision out of each of an endless series of games, set by the seed."""
    number = 0
    while True:
        dice, rng = SeededDice(seed, stream=2 * number), SeededDice(seed, stream=2 * number + 1)
        kind = KINDS[game][dice.draw(len(KINDS[game]))]
        decisions = list(_decisions(Session(game, ("",) * kind.players, kind.options), dice, rng))
        if decisions:
            yield decisions[rng.draw(len(decisions))]
        number += 1


def _decisions(session: Session, dice: SeededDice, rng: SeededDice) -> Iterator[Found]:
    """The decisions of a game with more than one move."""
    bot = make_bot("casual", session.game, rng)
    going = True
    while going:
        waits = session.pending
        if isinstance(waits, Decision) and len(waits.moves) > 1:
            yield Found(session.game.name, session.options, session.game.view(session.state, waits.seat), waits)
        going = session.step(dice, bot.choose)


LEVELS: Final = range(1, 6)

CLEAR: Final = 0.01
"""The least cost of the second best answer."""

PLAIN: Final = 0.25
"""The greatest cost of the second best answer; beyond, the puzzle is trivial."""

OBVIOUS: Final = 0.05
"""Decisions that `casual` gets wrong less often are too easy."""

STEPS: Final[Mapping[str, tuple[float, ...]]] = {
    "zock": (1.05, 1.7, 3.0, 3.65),
    "schocken": (2.25, 2.45, 2.7, 3.55),
    "zocknroll": (1.5, 1.95, 2.35, 2.8),
}
"""Thresholds of hardness between levels: each level has about a fifth of the puzzles of a game."""

_CLOSE: Final = 0.08
"""From this cost on, a second best move counts as easy to reject."""

_CROWD: Final = 8
"""From this number of moves on, more moves make a puzzle no harder."""

_SURE: Final = 4
"""Standard errors by which the second best move must be behind."""

_DIGITS: Final = 4


def hardness(values: Values, casual: Mapping[Event, float]) -> float | None:
    """Hardness from 0 to 5, or None if the decision is no puzzle; `casual` is the mixed strategy of that bot."""
    if len(values.moves) < 2:
        return None
    best, second, *_ = values.moves
    gap = round(best.value - second.value, _DIGITS)
    if not CLEAR <= gap <= PLAIN or gap < _SURE * second.behind_error:
        return None
    errs = 1 - casual.get(best.move, 0.0)
    if errs < OBVIOUS:
        return None
    close = max(0.0, 1 - (gap - CLEAR) / (_CLOSE - CLEAR))
    crowd = min(1.0, (len(values.moves) - 2) / (_CROWD - 2))
    return round(2.5 * errs + 1.5 * close + crowd, _DIGITS)


def grade(game: str, values: Values, casual: Mapping[Event, float]) -> int | None:
    """The level of a decision, 1 to 5, or None."""
    hard = hardness(values, casual)
    return None if hard is None else 1 + bisect(STEPS[game], hard)


FIRST_DAY: Final = date(2023, 1, 1)
"""The first day with puzzles."""

MOST_SEEDS: Final = 1_000_000

_TRIES: Final = 600
"""Positions tried to find one of the right level; after that the nearest level is used."""


_WARY: Final = 4
"""From this level on, staying is wrong in every second puzzle of Zock'n'Roll; else it would nearly always be right."""

_MOSTLY: Final = 0.5
"""Cups that the turn's policy stays with more often are skipped: dropping is never right for them."""

_FINALLY: Final[Precision] = "default"
"""Final precision of a puzzle: costs have a standard error of about 0.1 %."""


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


def puzzle(game: str, level: int, seed: int, progress: Progress = silent) -> Puzzle:
    """The puzzle of this level and number."""
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
    """The judge of a game, cached, since the next puzzle often has the same options."""
    return judge_of(find_game(game), options, players, precision)


def _weigh(found: Found, precision: Precision) -> Values:
    return _judge(found.game, found.options, found.view.players, precision).weigh(found.view)


def _stays(weights: Mapping[Event, float]) -> float:
    """The stay frequency of a mixed strategy."""
    return sum(share for move, share in weights.items() if isinstance(move, Stay))


def _grade(found: Found, values: Values) -> int | None:
    return grade(found.game, values, strategy("casual", found.game).weigh(found.view, found.decision.moves))


def _made(found: Found, level: int, values: Values) -> Puzzle:
    moves = found.decision.moves
    verdicts = tuple(verdict_of(found.view, values, move) for move in moves)
    return Puzzle(found.game, level, found.decision.seat, position(found.view), moves.index(values.best.move), verdicts)
