"""Cost of habits in Schocken for two, plain rules: exact chances against a perfect opponent.

Both players have fixed plans, so a round has fixed chances to end in each way, and a half is a Markov chain over the
stones and who begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from knobel.rules.game import Dice
from knobel.rules.schocken import Options
from knobel.simulate.schocken.tables import STAND, follower_row, plans
from knobel.solve.arrays import Floats
from knobel.solve.schocken.hands import DEALS, KEEPS, hands_of

PLAIN: Final = Options()
_HANDS: Final = hands_of(PLAIN)
_RANKS: Final = len(_HANDS.tables.deals)
_FIRST: Final = {number: dice for (kept, dice), number in _HANDS.number.items() if not kept}
"""Under the plain rules a hand is its three dice."""

Plan: TypeAlias = dict[tuple[int, int], list[list[int]]]
"""A plan: keep or stand, by middle and beginner's stones, then by plan row and hand of the simulator."""


class Spot(NamedTuple):
    """A decision: dice, throws taken, and for a follower the rank to beat, if it is visible."""

    dice: Dice
    rank: int
    throws: int
    begins: bool
    limit: int
    faces: int | None = None


Habit: TypeAlias = Callable[[Spot], Dice | int | None]
"""The dice to keep at a decision, or `STAND`; None for perfect play."""


def perfectly(spot: Spot) -> None:
    """No habit at all."""


def always_three(spot: Spot) -> Dice | int | None:
    if not spot.begins:
        return None
    return STAND if ones(spot.dice) == (1, 1, 1) else ones(spot.dice)


def always_one(spot: Spot) -> Dice | int | None:
    return STAND if spot.begins else None


def pairs(spot: Spot) -> Dice | int | None:
    return next(((face, face) for face in (2, 3, 4, 5, 6) if spot.dice.count(face) == 2), None)


def high_dice(spot: Spot) -> Dice | int | None:
    high = tuple(die for die in spot.dice if die >= 5)
    return high if high and spot.dice.count(1) == 1 else None


def six_with_one(spot: Spot) -> Dice | int | None:
    return (1, 6) if spot.dice.count(1) == 1 and 6 in spot.dice else None


def every_schock(spot: Spot) -> Dice | int | None:
    return STAND if spot.dice[:2] == (1, 1) else None


def ahead(spot: Spot) -> Dice | int | None:
    return STAND if spot.faces is not None and spot.rank > spot.faces else None


def rule_of_ones(spot: Spot) -> Dice | int | None:
    """The rule of ones, for all stones and throws."""
    if not spot.begins:
        return None
    return ones(spot.dice) if 0 < spot.dice.count(1) < 3 else STAND


HABITS: Final[dict[str, Habit]] = {
    "begins: keeps the 1s, without a 1 stands, whatever the stones": rule_of_ones,
    "begins: always three throws, keeping the 1s": always_three,
    "begins: always stands after one throw": always_one,
    "keeps a 6 together with a single 1": six_with_one,
    "stands with every Schock": every_schock,
    "keeps every pair, for an Admiral": pairs,
    "keeps 5s and 6s rather than a single 1": high_dice,
    "follows: stands as soon as the open throw is beaten": ahead,
}


def ones(dice: Dice) -> Dice:
    return tuple(die for die in dice if die == 1)


def chance_to_lose(habit: Habit) -> float:
    """Chance to lose the game with the habit, with a fair lot for the beginner."""
    begins, follows = half_chances(habit)

    def game(first: float) -> float:  # S2, S3: who loses a half begins the next
        return first * (begins + (1 - begins) * follows) + (1 - first) * follows * begins

    return (game(begins) + game(follows)) / 2


def half_chances(habit: Habit) -> tuple[float, float]:
    """Chances to lose a fresh half with the habit, as beginner and as follower."""
    stones, mine, perfect = PLAIN.stones, _plan(habit), _plan(perfectly)
    states = [(role, *state) for role in (0, 1) for state in perfect]
    number = {state: place for place, state in enumerate(states)}
    chain, ends = np.eye(len(states)), np.zeros(len(states))
    for place, (role, middle, own) in enumerate(states):
        plan = (mine, perfect) if role == 0 else (perfect, mine)
        likely = _round(plan[0][middle, own], plan[1][middle, own])
        for loser, deals in np.argwhere(likely > 0).tolist():  # loser 0 is the follower, 1 the beginner
            has, best_has = (own, stones - middle - own) if loser else (stones - middle - own, own)
            taken = min(deals, middle or best_has)
            loses = role if loser else 1 - role  # 0 is who has the habit
            if deals == 0 or has + taken == stones:
                ends[place] += likely[loser, deals] * (loses == 0)
            else:
                chain[place, number[loses, middle - taken if middle else 0, has + taken]] -= likely[loser, deals]
    chances = np.linalg.solve(chain, ends)
    return float(chances[number[0, stones, 0]]), float(chances[number[1, stones, 0]])


def _plan(habit: Habit) -> Plan:
    perfect = plans(PLAIN)
    plan: Plan = {}
    for middle, own in _states():
        rows = perfect.choice[perfect.state[middle, own]].tolist()
        for row, spots in _spots():
            for hand, spot in spots:
                chosen = habit(spot)
                if chosen is not None:
                    rows[row][hand] = STAND if isinstance(chosen, int) else _HANDS.keeps[chosen]
        plan[middle, own] = rows
    return plan


def _states() -> Iterator[tuple[int, int]]:
    stones = PLAIN.stones
    yield from ((middle, own) for middle in range(1, stones + 1) for own in range(stones - middle + 1))
    yield from ((0, own) for own in range(1, stones))


@cache
def _spots() -> list[tuple[int, list[tuple[int, Spot]]]]:
    """All decisions by plan row and hand."""
    rows: list[tuple[int, int, bool, int, int | None]] = [(n - 1, n, True, 3, None) for n in (1, 2)]
    rows += [(follower_row(_RANKS, 2, rank, 1), 1, False, 2, rank) for rank in range(_RANKS)]
    rows += [(follower_row(_RANKS, 3, keep, n), n, False, 3, None) for keep in range(len(KEEPS)) for n in (1, 2)]
    ranks = _HANDS.tables.rank.tolist()
    return [
        (row, [(hand, Spot(dice, ranks[hand], n, begins, limit, faces)) for hand, dice in _FIRST.items()])
        for row, n, begins, limit, faces in rows
    ]


def _round(beginner: list[list[int]], follower: list[list[int]]) -> Floats:
    """Chances that the follower or the beginner loses the round, by stones dealt."""
    ends = np.zeros((2, DEALS))
    stood, kept = _walk(beginner[:2])
    for n, by_hand in enumerate(stood, start=1):
        for hand in np.flatnonzero(by_hand).tolist():
            rank = int(_HANDS.tables.rank[hand])
            rows = [follower[follower_row(_RANKS, 2, rank, 1)]] if n == 2 else []
            _compare(by_hand[hand] * np.eye(_RANKS)[rank], _finals(rows), ends)
    for keep in np.flatnonzero(kept).tolist():
        rows = [follower[follower_row(_RANKS, 3, keep, n)] for n in (1, 2)]
        _compare(kept[keep] * _by_rank(_falls()[keep]), _finals(rows), ends)
    return ends


def _walk(rows: list[list[int]]) -> tuple[list[Floats], Floats]:
    """Chances of the hands a player stands with after each throw, and of the dice kept for the last one."""
    kept, stood = np.eye(len(KEEPS))[0], list[Floats]()
    for row in rows:
        lying, choice = kept @ _falls(), np.array(row)
        stood.append(np.where(choice == STAND, lying, 0))
        kept = np.bincount(np.maximum(choice, 0), np.where(choice == STAND, 0, lying), len(KEEPS)).astype(np.float64)
    return stood, kept


def _finals(rows: list[list[int]]) -> Floats:
    """Distribution of the follower's final rank."""
    stood, kept = _walk(rows)
    return _by_rank(np.sum([*stood, kept @ _falls()], axis=0))


def _compare(beginner: Floats, follower: Floats, ends: Floats) -> None:
    both, deals = np.outer(beginner, follower), _HANDS.tables.deals
    ends[1] += np.bincount(deals, np.triu(both, 1).sum(axis=0), DEALS)
    ends[0] += np.bincount(deals, np.tril(both).sum(axis=1), DEALS)  # S8: of equal throws the later one is lower


def _by_rank(by_hand: Floats) -> Floats:
    return np.asarray(np.bincount(_HANDS.tables.rank, by_hand, _RANKS), dtype=np.float64)


@cache
def _falls() -> Floats:
    """Distribution of hands after a throw, by kept dice."""
    tables = _HANDS.tables
    falls = np.zeros((len(KEEPS), len(tables.rank)))
    for keep in range(len(KEEPS)):
        reached = slice(tables.fall[keep], tables.fall[keep + 1])
        falls[keep, tables.hand[reached]] = tables.chance[reached]
    return falls
