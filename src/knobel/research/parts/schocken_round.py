"""One round of Schocken, from any state of stones of a half. Player 0 begins, the others follow in their order.

Payoffs are those of the half when all play it perfectly after the round: -1 for losing it, and the others share 1. With
the chance *r* to lose the half a player has (1 - *r*) / (*n* - 1) - *r*, so payoffs sum to 0. Chances come from the
exact tables, for two players and up to five where a table is shipped or cached.

A covered throw falls when it is lifted: no player knows more than the others, the tree has perfect information, and
backward induction on its keys solves it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Final

from msgspec.structs import replace

from ...rules.dice import multisets
from ...rules.errors import BadOptions, IllegalEvent
from ...rules.game import FACE_DOWN, Dice, State
from ...rules.schocken import (
    MOST_THROWS,
    Hand,
    Options,
    Phase,
    Throw,
    allowed,
    in_round,
    keeps,
    play,
    rank_of,
    standings,
)
from ...rules.schocken import State as SchockenState
from ...solve.schocken.sources import MOST_PLAYERS, Solved, Source, known, source_of
from ..encodings import Slot
from ..encodings.schocken import ENCODING
from ..tree import Node
from . import ALL_FACES, Part

_PHASES: Final[dict[Phase, int]] = {"throw": 0, "decide": 1, "lift": 2}
_OVER: Final = 3


class SchockenRound(Part, frozen=True, kw_only=True):
    """A round in which the players, from the beginner on, hold these stones; the others lie in the middle."""

    held: tuple[int, ...]

    @property
    def length(self) -> int:
        return self.players * (2 * MOST_THROWS + 1)

    @property
    def bounds(self) -> tuple[float, float]:
        return -1.0, 1 / (self.players - 1)

    def start(self) -> SchockenState:
        return _before(self.options, self.held)

    def is_over(self, node: Node) -> bool:
        return _of(node.state).rounds > 0

    def _ends(self, state: State) -> tuple[float, ...]:
        after = _of(state)
        if after.phase == "over":
            risks = [float(seat == after.lost[-1]) for seat in range(self.players)]
        else:
            found = half_risks(self.options, (*after.stones[after.seat :], *after.stones[: after.seat]))
            risks = [found[seat - after.seat] for seat in range(self.players)]
        return tuple((1 - risk) / (self.players - 1) - risk for risk in risks)

    def child(self, node: Node, action: int) -> Node:
        if self.mover(node) is not None:
            move = self.moves(node)[action]
            if isinstance(move, Throw) and (covered := _covered(_of(node.state), move)):
                return self._arrive(covered, node.depth + 1, ())
        return super().child(node, action)

    def _arrive(self, state: State, depth: int, seen: tuple[tuple[str, State], ...]) -> Node:
        node = super()._arrive(state, depth, seen)
        if isinstance(node.asked, Throw) and (covered := _covered(_of(state), node.asked)):
            return self._arrive(covered, depth, seen)  # S5: a first throw that is the last one, too
        return node

    def text(self, node: Node) -> str:
        return self.key(node, 0)

    def slots(self) -> tuple[Slot, ...]:
        places, ranks = self.players, len(_ranks(self.options))
        names = [
            ("own place", places - 1),
            ("phase", _OVER),
            ("place to act", places),
            ("throws allowed", MOST_THROWS),
            ("throws taken", MOST_THROWS),
            *((f"kept die {die}", 6) for die in (1, 2)),
            *((f"thrown die {die}", 6) for die in (1, 2, 3)),
        ]
        for which in ("lowest", "best"):
            names += [(f"{which} open throw: place + 1", places), (f"{which} open throw: rank", ranks)]
            names += [(f"{which} open throw: throws", MOST_THROWS)]
        for place in range(places):
            names += [(f"place {place} is covered", 1), *((f"place {place} kept die {die}", 6) for die in (1, 2))]
        return tuple(Slot(name, high) for name, high in names)

    def facts(self, node: Node, seat: int) -> tuple[int, ...]:
        """Of the open throws only the lowest and the best matter; hands that stand and keep alike count as one."""
        state = _of(node.state)
        acts = state.seat if state.phase == "decide" or isinstance(node.asked, Throw) else None
        done = () if state.cups_up and not state.rounds else in_round(state)
        done = tuple(place for place in done if state.hands[place].throws and place != acts)
        down = [place for place in done if FACE_DOWN in state.hands[place].thrown]
        covered = ((1, *_kept(state.hands[place])) if place in down else (0, 0, 0) for place in range(self.players))
        return (
            seat,
            *self._own(node, state),
            *self._extremes(state, tuple(place for place in done if place not in down)),
            *chain.from_iterable(covered),
        )

    def _own(self, node: Node, state: SchockenState) -> tuple[int, ...]:
        """The phase, and what the player who acts has done in this round."""
        if state.rounds:
            return (_OVER, self.players, 0, 0, *_dice(Hand()))
        limit = MOST_THROWS if state.cups_up else allowed(state, state.seat)
        if state.phase == "lift":
            return (_PHASES["lift"], state.seat, 0, 0, *_dice(Hand()))
        hand = Hand() if state.cups_up else state.hands[state.seat]
        if isinstance(node.asked, Throw):
            return (_PHASES["throw"], state.seat, limit, hand.throws, *_dice(Hand(node.asked.keep)))
        alike = _alike(self.options)[hand.kept, hand.thrown]
        return (_PHASES["decide"], state.seat, limit, hand.throws, *_dice(alike))

    def _extremes(self, state: SchockenState, lying: tuple[int, ...]) -> tuple[int, ...]:
        """Place, rank and number of throws of the lowest and of the best open throw; throws only where they matter."""
        if not lying:
            return (0,) * 6
        hands = tuple(hand if place in lying else Hand() for place, hand in enumerate(state.hands))
        order = standings(replace(state, cups_up=True, hands=hands))
        ranks, counts = _ranks(self.options), self.options.ties == "throws_then_order"
        found = list[int]()
        for place in (order[-1], order[0]):
            hand = hands[place]
            found += (place + 1, ranks[rank_of(self.options, hand).height], hand.throws if counts else 0)
        return tuple(found)


def schocken_round(
    options: Options | None = None, players: int = 2, held: tuple[int, ...] = (), faces: int = ALL_FACES
) -> SchockenRound:
    """The round in which the players hold these stones, from the beginner on; the first of a half without them.

    >>> last = schocken_round(Options(stones=1))
    >>> node = last.root()
    >>> len(last.chances(node)), last.mover(last.child(node, 0))
    (56, 0)
    """
    options = replace(options or Options(), length="half")  # S11: what follows the half is not part of the round
    held = held or (0,) * players
    if len(held) != players:
        raise BadOptions(f"held must be the stones of {players} players, not of {len(held)}", "S9")
    middle = options.stones - sum(held)
    if min(held) < 0 or middle < 0 or max(held) == options.stones or (middle == 0 and 0 in held):
        raise BadOptions(f"{options.stones} stones cannot lie so that the half goes on: {held}", "S9")
    half_risks(options, held)
    return SchockenRound(encoding=ENCODING, options=options, players=players, held=held, faces=faces)


@lru_cache(maxsize=1 << 12)
def half_risks(options: Options, held: tuple[int, ...]) -> tuple[float, ...]:
    """The chance of each player to lose the half, from the beginner of the next round on."""
    taking_part = len(held) - held.count(0) if sum(held) == options.stones else len(held)
    options = replace(options, length="game")  # the tables are the same for both lengths (S11)
    if taking_part == 2:
        source: Source = source_of(options, len(held), 2, "half", "known")
    else:
        half = known(options, taking_part, "half") if taking_part <= MOST_PLAYERS else None
        if half is None:
            raise BadOptions(f"no exact table of the half is known for {taking_part} players under these rules", "S1")
        source = Solved(half)
    return tuple(source.risks(options.stones - sum(held), held).tolist())


def _of(state: State) -> SchockenState:
    assert isinstance(state, SchockenState)
    return state


def _before(options: Options, held: tuple[int, ...]) -> SchockenState:
    """Before a round whose beginner is seat 0."""
    middle = options.stones - sum(held)
    return SchockenState(options, held, middle, (Hand(),) * len(held), phase="throw")


def _covered(state: SchockenState, throw: Throw) -> SchockenState | None:
    """The state after a throw whose dice nobody sees (S5), or None if it lies open."""
    try:
        return play(state, throw)
    except IllegalEvent:  # R2: an open throw is told at once
        return None


@lru_cache(maxsize=32)
def _alike(options: Options) -> dict[tuple[Dice, Dice], Hand]:
    """One hand for all hands that count alike when the player stands, and may keep alike if not."""
    hands = [Hand(keep, dice) for size in (0, 1, 2) for keep, _ in multisets(size) for dice, _ in multisets(3 - size)]
    first = dict[tuple[int, tuple[object, ...]], Hand]()
    return {
        (hand.kept, hand.thrown): first.setdefault((rank_of(options, hand).height, tuple(keeps(options, hand))), hand)
        for hand in hands
    }


@lru_cache(maxsize=32)
def _ranks(options: Options) -> dict[int, int]:
    """The number of each rank by its height, the lowest rank being 1."""
    heights = {rank_of(options, hand).height for hand in _alike(options).values()}
    return {height: number for number, height in enumerate(sorted(heights), 1)}


def _kept(hand: Hand) -> tuple[int, ...]:
    return (*hand.kept, *(0,) * (2 - len(hand.kept)))


def _dice(hand: Hand) -> tuple[int, ...]:
    return (*_kept(hand), *hand.thrown, *(0,) * (3 - len(hand.thrown)))
