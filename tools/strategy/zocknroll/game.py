"""Rollouts of Zock'n'Roll for the whole game: positions in which the tableaus decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from knobel.rules.game import FACE_DOWN, Decision, Dice
from knobel.rules.zocknroll import Event, State, pending, rows, values
from knobel.simulate.zocknroll.rollouts import Rollouts

from .study import study

PLAYERS: Final = 4
TIMES: Final = 40_000
RIVALS: Final = 45
"""The points of each rival: a game of four ends with some 50 points each."""

CLOCK: Final = "two_pairs"
LAST: Final = 5
"""One more cross in such a row ends the game (N12)."""

_HIGHEST: Final = 4

HANDS: Final[dict[str, tuple[Dice, Dice]]] = {
    "two pairs": ((3, 5), (3, 4, 5)),
    "three of a kind": ((3, 3), (3, 4, 6)),
    "full house": ((3, 3), (3, 4, 4)),
}
"""Cup and white dice of some hands in round 1."""


class Answer(NamedTuple):
    """Share of games won by a move, with its standard error."""

    move: Event
    wins: float
    error: float


def sheet(points: int, clock: int) -> tuple[int, ...]:
    """Crosses of so many points, `clock` of them for two pairs, and at most four in any other row.

    >>> sum(mark * value for mark, value in zip(sheet(45, 5), (4, 12, 9, 6, 5, 4, 3, 2, 1)))
    45
    """
    names, worth = rows(study("basic", PLAYERS).options), values(study("basic", PLAYERS).options, PLAYERS)
    marks = [clock if name == CLOCK else 0 for name in names]
    left = points - clock * worth[names.index(CLOCK)]
    while left:
        # The dear rows first, but each only once before any gets a second cross: as a game fills them.
        fewest = min(
            (marks[nth], -worth[nth], nth)
            for nth, name in enumerate(names)
            if name != CLOCK and worth[nth] <= left and marks[nth] < _HIGHEST and worth[nth] < 12
        )
        marks[fewest[-1]] += 1
        left -= worth[fewest[-1]]
    return tuple(marks)


def ask(own: Sequence[int], rivals: Sequence[int], cup: Dice, white: Dice) -> list[Answer]:
    """What each move of the first of four players wins in round 1, the others having such crosses."""
    one, marks = study("basic", PLAYERS), (tuple(own), *(tuple(rivals),) * (PLAYERS - 1))
    view = State(
        one.options,
        marks,
        phase="decide",
        cups=(cup, *((FACE_DOWN,) * len(cup),) * (PLAYERS - 1)),
        white=white,
        dropped=(0,) * PLAYERS,
        queue=tuple(range(PLAYERS)),
    )
    decision = pending(view)
    assert isinstance(decision, Decision)
    shares = Rollouts(one.policy, view, 0, decision.moves, seed=1).shares(0, TIMES)
    wins, errors = shares.mean(axis=0).tolist(), (shares.std(axis=0) / TIMES**0.5).tolist()
    return [Answer(*answer) for answer in zip(decision.moves, wins, errors, strict=True)]


def ask_with_lead(lead: int, hand: str) -> list[Answer]:
    """Games won by the moves, staying first, with a lead over each rival and five crosses."""
    return ask(sheet(RIVALS + lead, LAST), sheet(RIVALS, LAST - 1), *HANDS[hand])
