"""Sentences of Zock'n'Roll, recomputed: the turn played to its end by the stored policy, all falls and decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace

from knobel.rules.boards import COMBINATIONS, formed
from knobel.rules.dice import multisets
from knobel.rules.game import Dice
from knobel.rules.zocknroll import Drop, Mark, Options, State, first_to_decide, row_values, rows
from knobel.solve.arrays import Floats
from knobel.solve.zocknroll.policy import DOUBT, Policy, stays_by_cup
from knobel.solve.zocknroll.solver import turn_policy

from .faults import Case, Contrast, Expected, Fault, Holds, costs, faults, percent, tenth

LAST: Final = 6
"""N12: the mark that ends the game."""

MOST: Final = 6
"""With more players the decisions of round 2 are too many to enumerate from round 1."""

DIGITS: Final = 9
"""What differs in later ones is the same number, summed up in another order."""

AGAINST: Final = ("coach-zocknroll-safe", "coach-zocknroll-risk")
"""Sentences in which the points argue against the advice."""

ROUND: Final = "3"
"""The number of the round in which cups are lifted, which sentences name."""

Branch: TypeAlias = tuple[float, State, dict[int, Floats]]
"""A chance, a state of the turn, and the chances of the cups that are still in."""


def check(case: Case) -> Iterator[tuple[str, list[Fault]]]:
    assert isinstance(case.view, State)
    for place, said in enumerate(case.reasons):
        yield said.key, list(faults(said, costs(case, said) if place == 0 else CHECKS[said.key](case, case.view)))


class End(NamedTuple):
    """Round 3 for a seat that stays to the end."""

    won: float
    tied: float
    others: float
    points: float


@lru_cache(maxsize=64)
def to_the_end(view: State) -> End:
    """The seat that decides stays in every round; the others play the stored policy, with all white dice to come."""
    policy, seat = turn_policy(view.options, view.players), view.queue[0]
    cups = [cup for cup in range(len(view.cups)) if cup != seat and (cup >= view.players or not view.dropped[cup])]
    branches: list[Branch] = [(1.0, view, {cup: believed(policy, view, cup) for cup in cups})]
    branches = [after for branch in branches for after in _decided(policy, seat, branch)]
    if len(view.white) == 3:
        branches = [after for branch in branches for after in _thrown(branch)]
        branches = [after for branch in branches for after in _decided(policy, seat, branch)]
    return _ended(policy.setting.cups, view, branches)


def believed(policy: Policy, view: State, cup: int) -> Floats:
    """Bayes: a cup that may be any, and the decisions of its owner in this turn; Jörg decides nothing."""
    likely = np.array([weight for _, weight in multisets(len(policy.setting.cups[0]))], np.float64)
    if cup < view.players:
        waits = cup in view.queue
        for white in range(3, len(view.white) + (not waits)):
            then = replace(view, white=view.white[:white])
            likely *= (1 - DOUBT) * stays_by_cup(policy, then, cup) + DOUBT / 2
    return np.asarray(likely / likely.sum())


def _decided(policy: Policy, seat: int, branch: Branch) -> Iterator[Branch]:
    """The rest of a round of decisions."""
    chance, state, cups = branch
    if not state.queue:
        yield branch
        return
    rival, *later = state.queue
    waiting = replace(state, queue=tuple(later))
    if rival == seat:
        yield from _decided(policy, seat, (chance, waiting, cups))
        return
    stays = stays_by_cup(policy, state, rival)
    for likely, dropped in ((cups[rival] * stays, 0), (cups[rival] * (1 - stays), len(state.white) - 2)):
        share = float(likely.sum())
        if share > 0:
            after = replace(waiting, dropped=tuple(dropped if s == rival else d for s, d in enumerate(state.dropped)))
            left = {cup: some for cup, some in cups.items() if cup != rival}
            known = left if dropped else {**left, rival: likely / share}
            yield from _decided(policy, seat, (chance * share, after, known))


def _thrown(branch: Branch) -> Iterator[Branch]:
    chance, state, cups = branch
    first = first_to_decide(state)
    clockwise = [(first + place) % state.players for place in range(state.players)]
    queue = tuple(seat for seat in clockwise if not state.dropped[seat])
    for face in range(1, 7):
        yield chance / 6, replace(state, white=(*state.white, face), queue=queue), cups


def _ended(cups: tuple[Dice, ...], view: State, branches: list[Branch]) -> End:
    """The last white die, which lifts all cups: all its faces at once."""
    own = cups.index(tuple(sorted(view.cups[view.queue[0]])))
    worth, names = row_values(view.options, view.players), COMBINATIONS[view.options.board]
    won = tied = others = points = 0.0
    for chance, state, rivals in branches:
        worse, alike, rows = _faces(view.options, cups, state.white, own)
        beliefs = np.array(list(rivals.values())).reshape(len(rivals), len(cups))
        alone, unbeaten = ((beliefs @ mask).prod(axis=0) * (chance / 6) for mask in (worse, worse + alike))
        won, tied, others = won + alone.sum(), tied + (unbeaten - alone).sum(), others + chance * len(rivals)
        points += alone.sum() * worth["won_third"] + sum(
            u * worth[names[row]] for u, row in zip(unbeaten, rows, strict=True)
        )
    return End(round(float(won), DIGITS), max(0.0, round(float(tied), DIGITS)), others, round(float(points), DIGITS))


@lru_cache(maxsize=1 << 12)
def _faces(options: Options, cups: tuple[Dice, ...], white: Dice, own: int) -> tuple[Floats, Floats, list[int]]:
    """By cup and face of the last white die: whether the cup is worse than the own one, or as good; and the own row."""
    held = np.array([places(options, cups, tuple(sorted((*white, face)))) for face in range(1, 7)]).T
    return (held > held[own]).astype(float), (held == held[own]).astype(float), held[own].tolist()


@lru_cache(maxsize=1 << 10)
def places(options: Options, cups: tuple[Dice, ...], white: Dice) -> np.ndarray:
    names = COMBINATIONS[options.board]
    return np.array(
        [names.index(formed(options.board, options.royal_pairs, tuple(sorted(c + white)))[0]) for c in cups]
    )


def _sure(case: Case, view: State) -> int:
    """N7: the points of dropping."""
    drop = next(move.move for move in (case.best, case.made) if isinstance(move.move, Drop))
    worth = row_values(view.options, view.players)
    return (worth[drop.row] if drop.row else 0) + (worth["dropped_first"] if len(view.white) == 3 else 0)


def _staying(case: Case) -> tuple[float, float]:
    """The points of staying as the coach estimated them, with their standard error."""
    move = next(move for move in (case.best, case.made) if not isinstance(move.move, Drop))
    assert move.points is not None
    return move.points, move.points_error


def _advises_to_drop(case: Case) -> bool:
    return isinstance(case.best.move, Drop)


def _contrast(case: Case, staying: float, sure: float) -> Contrast:
    """The points of staying and dropping; those of the better one are the more ones."""
    if _advises_to_drop(case):
        return Contrast(sure, staying, tenth(staying))
    return Contrast(staying, sure, str(sure))


def _compares(case: Case, staying: float, sure: float) -> Iterator[Holds]:
    """The points of one plan argue for the advice, and look different."""
    right = staying < sure if _advises_to_drop(case) else staying > sure
    yield right, "argument", f"staying brings {staying:.3f}, dropping {sure}"
    yield tenth(staying) != tenth(sure), "equal", f"{tenth(sure)} twice"


def _to_end(case: Case, view: State) -> Expected:
    """All numbers are those of staying to the end; in round 2 rollouts, another road, agree."""
    sure, end = _sure(case, view), to_the_end(view)
    holds = (*_compares(case, end.points, sure), *_agrees(case, view, end))
    chances = (ROUND, percent(end.won), percent(end.tied), tenth(end.points))
    return Expected(
        (str(sure), *chances) if _advises_to_drop(case) else (*chances, str(sure)),
        (*holds, (_enumerable(view), "plan", "round 2 was not enumerated")),
        _contrast(case, end.points, sure),
    )


def _enumerable(view: State) -> bool:
    return view.players <= MOST or len(view.white) > 3


def _agrees(case: Case, view: State, end: End) -> Iterator[Holds]:
    staying, error = _staying(case)
    if len(view.white) == 4:
        yield abs(staying - end.points) < 5 * error + 0.02, "number", f"rollouts bring {staying:.3f} ± {error:.3f}"


def _average(case: Case, view: State) -> Expected:
    """The estimated points of staying, with their error."""
    key, sure, (staying, error) = case.reasons[1].key, _sure(case, view), _staying(case)
    margin = (tenth(max(1.96 * error, 0.1)),) if error else ()
    holds = list[Holds]()
    if key in AGAINST:
        wrong = staying <= sure if _advises_to_drop(case) else staying >= sure
        holds.append((not wrong, "argument", f"but staying brings {staying:.3f}, dropping {sure}"))
        holds.append((tenth(staying) != tenth(sure), "equal", f"{tenth(sure)} twice"))
    else:
        holds.extend(_compares(case, staying, sure))
    holds.append((abs(staying - sure) > 2 * error, "error", "the difference is within its error"))
    holds.extend(_agrees(case, view, to_the_end(view)) if len(view.white) == 4 else ())
    told = (tenth(staying), *margin)
    first = key in ("coach-zocknroll-fewer", "coach-zocknroll-risk")
    numbers = (str(sure), *told) if first else (*told, str(sure))
    contrast = None if key in AGAINST else _contrast(case, staying, sure)
    return Expected(numbers, tuple(holds), contrast, signs=len(margin))


def _later(case: Case, view: State) -> Expected:
    """Staying is better since it need not be to the end: to the end it is not better than dropping."""
    expected = _average(case, view)
    end, sure = to_the_end(view), _sure(case, view)
    holds: Holds = (len(view.white) == 3 and end.points <= sure + 0.15, "argument", f"to the end {end.points:.3f}")
    *staying, dropping = expected.numbers
    return replace(expected, numbers=(*staying, "2", dropping), holds=(*expected.holds, holds))


def _level(case: Case, view: State) -> Expected:
    sure, (staying, error) = _sure(case, view), _staying(case)
    near: Holds = (abs(staying - sure) <= max(0.15, 2 * error), "word", f"about {sure} is {staying:.3f}")
    return Expected((str(sure),), (near,), moves=(case.best.move,))


def _rows(case: Case) -> tuple[str, str]:
    better, worse = case.best.move, case.made.move
    assert isinstance(better, Drop | Mark)
    assert isinstance(worse, Drop | Mark)
    return str(better.row), str(worse.row)


def _worth(case: Case, view: State) -> Expected:
    worth = row_values(view.options, view.players)
    more, less = (worth[row] for row in _rows(case))
    holds: Holds = (more > less, "argument", "is not worth more")
    moves = (case.best.move, case.made.move)
    return Expected((str(more), str(less)), (holds,), Contrast(more, less, str(less)), moves)


def _marks(case: Case, view: State) -> tuple[int, int]:
    """The marks in the better and the worse row, after they were marked."""
    sheet = dict(zip(rows(view.options), view.marks[view.queue[0]], strict=True))
    better, worse = _rows(case)
    return sheet[better] + 1, sheet[worse] + 1


def _ends(case: Case, view: State) -> Expected:
    """One of the two moves alone ends the game: no row has six marks yet, nor gets them by dropping first."""
    better, worse = _marks(case, view)
    others = list(product(range(view.players), range(len(view.marks[0]))))
    over = any(view.marks[seat][row] >= LAST for seat, row in others)
    first = dict(zip(rows(view.options), view.marks[view.queue[0]], strict=True))["dropped_first"]
    over |= isinstance(case.best.move, Drop) and len(view.white) == 3 and first + 1 >= LAST
    sooner = case.reasons[1].key == "coach-zocknroll-ends"
    holds: tuple[Holds, ...] = (
        (not over, "word", "the game ends anyway"),
        ((better >= LAST, worse >= LAST) == (sooner, not sooner), "rule", "not the sixth mark of one row alone"),
    )
    return Expected((), holds, moves=(case.best.move if sooner else case.made.move,))


def _fuller(case: Case, view: State) -> Expected:
    better, worse = _marks(case, view)
    holds: Holds = (worse > better, "argument", "the row is not fuller")
    return Expected((str(worse), str(better)), (holds,), moves=(case.made.move, case.best.move))


CHECKS: Final[dict[str, Callable[[Case, State], Expected]]] = {
    "coach-zocknroll-sure": _to_end,
    "coach-zocknroll-to-end": _to_end,
    "coach-zocknroll-fewer": _average,
    "coach-zocknroll-more": _average,
    "coach-zocknroll-safe": _average,
    "coach-zocknroll-risk": _average,
    "coach-zocknroll-later": _later,
    "coach-zocknroll-level": _level,
    "coach-zocknroll-worth": _worth,
    "coach-zocknroll-too-soon": _ends,
    "coach-zocknroll-ends": _ends,
    "coach-zocknroll-fuller": _fuller,
}
