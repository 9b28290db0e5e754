"""Parts of the games as games of their own: a round of Schocken, a turn of Zock'n'Roll, a game of ZOCK on few fields.

They are trees for solvers of extensive-form games. Actions are those of the whole game. Dice that influence no decision
before they are lifted fall when they are lifted, so a throw that nobody sees hides nothing in the tree.

An information state is a Markov key. Histories share it if the seat knows the same about what is still to come: what
lies before, but changes neither the legal actions from here on nor the chances of what follows, is not in it. So
algorithms such as CFR meet one information state by many ways, and the tree of histories folds into a small graph.
"""

from __future__ import annotations

from abc import abstractmethod

from msgspec.structs import replace

from ...rules.dice import multisets
from ...rules.errors import BadOptions
from ...rules.game import Chance, Dice, Event, State
from ..encodings import Slot
from ..tree import Node, Tree, cups_of

ALL_FACES = 6


class Part(Tree, frozen=True, kw_only=True):
    """The tree of a part. Its last state is the first one in which `is_over`; no horizon ends it.

    `faces` makes a small version of a game: only throws fall that show no higher number than that, with the same chance
    for each of their faces.
    """

    horizon: int = 1
    faces: int = ALL_FACES

    def __post_init__(self) -> None:
        if not 1 <= self.faces <= ALL_FACES:
            raise BadOptions(f"faces must be a whole number from 1 to {ALL_FACES}, not {self.faces}")

    @property
    @abstractmethod
    def length(self) -> int:
        """The most nodes that a history can have."""

    @property
    @abstractmethod
    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest payoff."""

    @abstractmethod
    def slots(self) -> tuple[Slot, ...]:
        """The meaning of each number of an information state."""

    @abstractmethod
    def facts(self, node: Node, seat: int) -> tuple[int, ...]:
        """The information state of a seat in numbers: as many as there are `slots`."""

    def key(self, node: Node, seat: int) -> str:
        """The information state of a seat as a string: its numbers."""
        return " ".join(map(str, self.facts(node, seat)))

    def memory(self, node: Node, seat: int) -> str:
        return self.key(node, seat)

    def payoffs(self, node: Node) -> tuple[float, ...]:
        return self._ends(node.state) if self.is_over(node) else (0.0,) * self.players

    @abstractmethod
    def _ends(self, state: State) -> tuple[float, ...]:
        """The payoffs of a last state."""

    def falls(self, node: Node) -> tuple[tuple[Dice, int], ...]:
        """The outcomes of the next cup with weights."""
        count = cups_of(node.asked)[len(node.cups)]
        return tuple((dice, weight) for dice, weight in multisets(count) if dice[-1] <= self.faces)

    def _played(self, node: Node, event: Event, told: str) -> Node:  # noqa: ARG002 - the key remembers what matters
        return self._arrive(self.encoding.game.play(node.state, event), node.depth + 1, ())

    def _arrive(self, state: State, depth: int, seen: tuple[tuple[str, State], ...]) -> Node:
        waits = self.encoding.game.pending(state)
        node = Node(state, waits, depth, seen=seen)
        if self.is_over(node) or not isinstance(waits, Chance):
            return node
        return replace(node, asked=waits.event)
