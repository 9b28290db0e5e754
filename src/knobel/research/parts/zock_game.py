"""One game of ZOCK in which only the fields 1 to `fields` are open at first. Player 0 throws first.

Payoffs are 1 and -1, or the loss points (K7): gained by the winner and lost by the other.

Throws that cannot be used (K4) may follow each other without end. A chance node therefore has the throws that can be
used, by either player, with the exact chance that they are the next of that kind; so the tree is finite. Throws that
offer the same covers are one outcome, named by the first of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

from ...rules.dice import multisets
from ...rules.errors import BadOptions
from ...rules.game import Dice, State
from ...rules.zock import ALL_FIELDS, Fields, Options, Throw, covers, play
from ...rules.zock import State as ZockState
from ..encodings import Slot
from ..encodings.zock import ENCODING
from ..tree import Node
from . import Part

Objective: TypeAlias = Literal["win", "points"]

_THROWS: Final = multisets(2)
_ALL: Final = 6**2
_THROW, _COVER, _OVER = 0, 1, 2


class ZockGame(Part, frozen=True, kw_only=True):
    """A game on these fields, open for both players."""

    fields: Fields = ALL_FIELDS
    objective: Objective = "win"

    @property
    def length(self) -> int:
        return 4 * len(self.fields)

    @property
    def bounds(self) -> tuple[float, float]:
        most = 1.0 if self.objective == "win" else float(sum(self.fields))
        return -most, most

    def start(self) -> ZockState:
        return ZockState(self.options, open=(self.fields, self.fields), phase="throw")

    def is_over(self, node: Node) -> bool:
        return _of(node.state).phase == "over"

    def _ends(self, state: State) -> tuple[float, ...]:
        (score,) = _of(state).games
        gain = 1.0 if self.objective == "win" else float(score.loss)
        return (gain, -gain) if score.winner == 0 else (-gain, gain)

    def chances(self, node: Node) -> list[tuple[int, float]]:
        return [(number, chance) for number, chance in _usable(_of(node.state))]

    def name(self, node: Node, action: int) -> str:
        if self.mover(node) is not None:
            return super().name(node, action)
        seat, dice = _thrown(_of(node.state), action)
        return f"seat {seat} dice {''.join(map(str, dice))}"

    def child(self, node: Node, action: int) -> Node:
        if self.mover(node) is not None:
            return super().child(node, action)
        state = _of(node.state)
        seat, dice = _thrown(state, action)
        if seat != state.seat:
            state = play(state, Throw(state.seat, _unusable(state)))  # K4
        return self._arrive(play(state, Throw(seat, dice)), node.depth + 1, ())

    def text(self, node: Node) -> str:
        return self.key(node, 0)

    def slots(self) -> tuple[Slot, ...]:
        return (
            Slot("own seat", 1),
            Slot("phase", _OVER),
            Slot("seat to act", 1),
            Slot("die 1", 6),
            Slot("die 2", 6),
            *(Slot(f"seat {seat} field {field} open", 1) for seat in (0, 1) for field in self.fields),
        )

    def facts(self, node: Node, seat: int) -> tuple[int, ...]:
        state = _of(node.state)
        phase = {"throw": _THROW, "cover": _COVER}.get(state.phase, _OVER)
        dice = state.dice if phase == _COVER else (0, 0)
        opened = (int(field in state.open[whose]) for whose in (0, 1) for field in self.fields)
        return (seat, phase, state.seat, *dice, *opened)


def zock_game(options: Options | None = None, fields: int = 9, objective: Objective = "win") -> ZockGame:
    """A game on the fields 1 to `fields`.

    >>> small = zock_game(fields=1)
    >>> [small.name(small.root(), number) for number, _ in small.chances(small.root())]
    ['seat 0 dice 46', 'seat 1 dice 46']
    """
    options = options or Options(games=1)
    if fields not in ALL_FIELDS:
        raise BadOptions(f"fields must be a whole number from 1 to {ALL_FIELDS[-1]}, not {fields}", "K1")
    if objective not in get_args(Objective):
        raise BadOptions(f"objective must be win or points, not {objective}")
    if options.games != 1 or options.referee != "strict":
        raise BadOptions("a game of its own is one game with a strict referee", "K9")
    return ZockGame(encoding=ENCODING, options=options, players=2, fields=ALL_FIELDS[:fields], objective=objective)


def _of(state: State) -> ZockState:
    assert isinstance(state, ZockState)
    return state


def _thrown(state: ZockState, outcome: int) -> tuple[int, Dice]:
    step, number = divmod(outcome, len(_THROWS))
    return state.seat if step == 0 else 1 - state.seat, _THROWS[number][0]


def _usable(state: ZockState) -> tuple[tuple[int, float], ...]:
    """The outcomes of the next throw that can be used: the number of the throw, plus 21 if the other seat throws."""
    return _usable_throws(state.options, state.open[state.seat], state.open[1 - state.seat])


@lru_cache(maxsize=1 << 14)
def _usable_throws(options: Options, own: Fields, other: Fields) -> tuple[tuple[int, float], ...]:
    found, idle = list[tuple[int, float]](), 1.0
    for step, fields in enumerate((own, other)):
        offers = dict[frozenset[Fields], list[int]]()
        for number, (dice, _) in enumerate(_THROWS):
            offers.setdefault(frozenset(covers(options.variant, options.two_digit, dice, fields)), []).append(number)
        offers.pop(frozenset(), None)
        weights = {numbers[0]: sum(_THROWS[number][1] for number in numbers) for numbers in offers.values()}
        found += [(step * len(_THROWS) + number, idle * weight / _ALL) for number, weight in weights.items()]
        idle *= 1 - sum(weights.values()) / _ALL
    return tuple((number, chance / (1 - idle)) for number, chance in found if chance)


def _unusable(state: ZockState) -> Dice:
    """A throw that the seat to throw cannot use."""
    options, fields = state.options, state.open[state.seat]
    return next(dice for dice, _ in _THROWS if not covers(options.variant, options.two_digit, dice, fields))
