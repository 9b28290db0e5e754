"""A game as an extensive-form tree: one node per decision and one per cup of dice, with exact probabilities.

Cups that are thrown together fall one after the other, so that a node never has more outcomes than one cup has
multisets (or the lot has seats). The cups of such a throw stay hidden until the last one has fallen.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..forms import position
from ..rules.dice import awaits, multisets
from ..rules.errors import BadOptions
from ..rules.game import Chance, Decision, Dice, Event, Lot, Over, State
from .encodings import AnyEncoding, Slot, legal_moves

MOST_OUTCOMES = len(multisets(3))


class Node(Struct, frozen=True, eq=False):
    """A node: the state, and while dice fall, their event and the cups that have fallen already.

    `told` is the public decision that waits for its dice. `seen` holds every state so far with the decision that led
    to it.
    """

    state: State
    waits: Any
    depth: int = 0
    asked: Event | None = None
    cups: tuple[Dice, ...] = ()
    told: str = ""
    seen: tuple[tuple[str, State], ...] = ()

    def __deepcopy__(self, memo: object) -> Node:
        """Nodes are immutable, so copies of a game share them."""
        return self


class Tree(Struct, frozen=True):
    """The game tree. After `horizon` nodes a game ends with equal payoffs, so that the tree is finite."""

    encoding: AnyEncoding
    options: Any
    players: int
    horizon: int

    def __post_init__(self) -> None:
        if self.horizon < 1:
            raise BadOptions(f"horizon must be a whole number from 1 on, not {self.horizon}")

    @property
    def length(self) -> int:
        """The most nodes that a history can have."""
        return self.horizon

    @property
    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest payoff."""
        return self.encoding.least, 1.0

    @property
    def total(self) -> float | None:
        """The sum of the payoffs, if it is always the same."""
        return self.encoding.total

    def start(self) -> State:
        """The state in which the tree begins."""
        state: State = self.encoding.game.start(self.options, self.players)
        return state

    def root(self) -> Node:
        return self._arrive(self.start(), 0, ())

    def _arrive(self, state: State, depth: int, seen: tuple[tuple[str, State], ...]) -> Node:
        waits = self.encoding.game.pending(state)
        return Node(state, waits, depth, waits.event if isinstance(waits, Chance) else None, seen=seen)

    def is_over(self, node: Node) -> bool:
        return isinstance(node.waits, Over) or node.depth >= self.horizon

    def mover(self, node: Node) -> int | None:
        """The seat that decides, or None where chance does."""
        return node.waits.seat if isinstance(node.waits, Decision) and node.asked is None else None

    def moves(self, node: Node) -> dict[int, Any]:
        """The moves of the seat that decides, by their actions."""
        return legal_moves(self.encoding, self.options, node.waits.moves)

    def chances(self, node: Node) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        if isinstance(node.waits, Lot):
            count = len(node.waits.events)
            return [(number, 1 / count) for number in range(count)]
        falls = self.falls(node)
        ways = sum(weight for _, weight in falls)
        return [(number, weight / ways) for number, (_, weight) in enumerate(falls)]

    def name(self, node: Node, action: int) -> str:
        """What an action or an outcome is called."""
        if self.mover(node) is not None:
            return self.encoding.actions(self.options)[action]
        if isinstance(node.waits, Lot):
            return f"seat {node.waits.events[action].seat}"
        dice, _ = self.falls(node)[action]
        return f"dice {''.join(map(str, dice))}"

    def child(self, node: Node, action: int) -> Node:
        seat = self.mover(node)
        if seat is not None:
            move, told = self.moves(node)[action], f"{seat}:{action}"
            if awaits(move):
                return replace(node, depth=node.depth + 1, asked=move, told=told)
            return self._played(node, move, told)
        if isinstance(node.waits, Lot):
            return self._played(node, node.waits.events[action], "")
        assert node.asked is not None  # what is neither a decision nor a lot waits for dice
        return self._fallen(node, node.asked, self.falls(node)[action][0])

    def falls(self, node: Node) -> tuple[tuple[Dice, int], ...]:
        """The outcomes of the next cup with weights."""
        return multisets(cups_of(node.asked)[len(node.cups)])

    def _fallen(self, node: Node, event: Event, dice: Dice) -> Node:
        cups = (*node.cups, dice)
        if len(cups) < len(cups_of(event)):
            return replace(node, depth=node.depth + 1, cups=cups)
        return self._played(node, _with_dice(event, cups), node.told)

    def _played(self, node: Node, event: Event, told: str) -> Node:
        after = self.encoding.game.play(node.state, event)
        return self._arrive(after, node.depth + 1, (*node.seen, (told, after)))

    def payoffs(self, node: Node) -> tuple[float, ...]:
        """0 while the game runs; an equal share where the horizon ended it."""
        if isinstance(node.waits, Over):
            return self.encoding.payoffs(node.waits.result, self.players)
        share = self.encoding.total / self.players if self.is_over(node) else 0.0
        return (share,) * self.players

    def view(self, node: Node, seat: int | None) -> State:
        """The view of a seat, or of a spectator if it is None."""
        view: State = self.encoding.game.view(node.state, seat)
        return view

    def observation(self, node: Node, seat: int) -> tuple[int, ...]:
        """The numbers of the view of a seat, as in PettingZoo."""
        return self.encoding.observe(self.view(node, seat), seat)

    def slots(self) -> tuple[Slot, ...]:
        """The meaning of each number of an information state; none where it is text only."""
        return ()

    def facts(self, node: Node, seat: int) -> tuple[int, ...]:  # noqa: ARG002 - a part of a game has facts
        """The information state of a seat in numbers: as many as there are `slots`."""
        return ()

    def text(self, node: Node) -> str:
        """The position; while dice fall, also for what and which cups lie already."""
        falling = f" {node.asked} {node.cups}" if node.asked is not None else ""
        return position(node.state) + falling

    def memory(self, node: Node, seat: int) -> str:
        """The information state of a seat: a line for each view so far, after the decision that led to it."""
        view = self.encoding.game.view
        lines = (f"{told} {_short(view(state, seat))}".lstrip() for told, state in node.seen)
        return "\n".join([f"seat {seat}", *lines])


def cups_of(event: Any) -> tuple[int, ...]:
    """The number of dice in each cup of an event; dice without a cup count as one cup."""
    return tuple(map(len, event.dice)) if isinstance(event.dice[0], tuple) else (len(event.dice),)


def _with_dice(event: Any, cups: tuple[Dice, ...]) -> Event:
    filled: Event = replace(event, dice=cups if isinstance(event.dice[0], tuple) else cups[0])
    return filled


def _short(view: State) -> str:
    """A position without game and options, which are the same all the time."""
    return position(view).split(" ", 2)[2]
