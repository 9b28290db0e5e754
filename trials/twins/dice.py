"""The plan of a random game and its twin, which differ in hidden dice only."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any, Final

from msgspec import Struct
from tests.serve.memory_server import MemoryServer

from knobel.fair.hashing import SIZE
from knobel.fair.throw_keys import ThrowKeys
from knobel.rules import dice, schocken, zocknroll
from knobel.rules.game import Dice
from knobel.table import Table

_WITH_BOT: Final = 0.4
"""The share of the games in which the last seat is a bot's."""


class Plan(Struct, frozen=True):
    """What both games have in common. `hidden` are the cups that differ, Jörg's after those of the players.

    With a `bot` the last seat is its own, and its dice do not differ: so it has to do the same in both games.
    """

    seed: int
    game: str
    players: int
    options: dict[str, Any]
    turn: int
    hidden: frozenset[int]
    bot: bool

    @property
    def people(self) -> int:
        return self.players - self.bot

    @property
    def owners(self) -> frozenset[int]:
        """The people whose own dice differ, and who see them."""
        return self.hidden & frozenset(range(self.people))


def plan(seed: int) -> Plan:
    rng = Random(seed)
    turn, bot = rng.randint(1, 3), rng.random() < _WITH_BOT
    if rng.random() < 0.4:
        options = {"covered": rng.choice(["third", "last"]), "stones": 13, "sixes": rng.random() < 0.5}
        players = rng.randint(2, 4)
        bot = bot and players > 2  # another seat has to act while a covered throw is hidden
        return Plan(seed, "schocken", players, options, turn, frozenset(), bot)
    players = rng.randint(3, 5)
    options = {"board": rng.choice(["basic", "pro"]), "first_to_decide": rng.choice(["starter", "left_of_starter"])}
    cups = [cup for cup in range(players + (players == 3)) if not bot or cup != players - 1]
    hidden = rng.sample(cups, rng.randint(1, len(cups) - 1))
    return Plan(seed, "zocknroll", players, options, turn, frozenset(hidden), bot)


class Hiding:
    """Which dice are hidden, by the rules alone (N5, S5); in the `twin` these have other keys, and so other faces."""

    def __init__(self, wanted: Plan, twin: bool, turn: int) -> None:
        self._wanted = wanted
        self._twin = twin
        self._turn = turn
        self._rng = Random(f"{wanted.seed} twin")
        self._other = dict[int, bytes]()
        """The keys of the twin's own throws."""
        self._cups = dict[int, int]()
        """The last throws of cups, each with its cup."""
        self._never_lifted = list[int]()
        """Throws of earlier turns that were never shown."""
        self.server: MemoryServer
        self.code = ""
        self.turns = 0
        self.hides = False
        self.bots = list[Any]()
        """The moves of bots before the hidden dice of this turn are shown."""

    @property
    def table(self) -> Table:
        return self.server.hub.tables[self.code].head

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def now(self) -> bool:
        """Whether this is the turn that is compared."""
        return self.turns == self._turn

    def keys(self, secret: bytes, game: bytes, tops: bytes | None = None) -> ThrowKeys:
        """The keys of the server. Both games have the same root, although some keys of the twin differ."""
        return _OtherKeys(self._other, secret, game, tops)

    def fall(self, event: Any, source: dice.DiceSource) -> Any:
        """Throw; hidden dice differ in the twin."""
        assert self.table.fair is not None
        first, differing = self.table.fair.throws, list[int]()
        match event:
            case zocknroll.Cups():
                self.turns += 1
                self.hides |= self.now
                self._never_lifted += [throw for throw, cup in self._cups.items() if not self._lifted(cup)]
                self._cups = {first + cup: cup for cup in range(len(event.dice))}
                differing = [first + cup for cup in self._wanted.hidden if self.now]
            case schocken.Throw() if self._covered(event.seat):
                self._cups[first] = event.seat
                if self.now and event.seat < self._wanted.people:
                    self.hides = True
                    differing = [first]
        return self._fallen(event, source, first, differing if self._twin else [])

    def _fallen(self, event: Any, source: dice.DiceSource, first: int, differing: list[int]) -> Any:
        """Throw, and repeat with other keys for the `differing` throws until each has other dice."""
        before = copy(source)
        fallen = usual = dice.fill(event, source)
        while alike := [throw for throw in differing if _cup(fallen, throw - first) == _cup(usual, throw - first)]:
            self._other.update({throw: self._rng.randbytes(SIZE) for throw in alike})
            fallen = dice.fill(event, copy(before))
        return fallen

    def _covered(self, seat: int) -> bool:
        state: schocken.State = self.state
        if state.cups_up:
            self.turns += 1  # the first throw of a round
            self._cups.clear()
            return False
        throws, allowed = state.hands[seat].throws + 1, 3 if seat == state.beginner else state.limit
        return throws == (3 if state.options.covered == "third" else allowed)

    def hidden_from(self, seat: int | None) -> list[int]:
        """The throws that a seat may not know; None for a spectator."""
        own = seat if self._wanted.game == "zocknroll" else None  # S5: not even the thrower sees a covered throw
        covered = [throw for throw, cup in self._cups.items() if cup != own and not self._lifted(cup)]
        return self._never_lifted + covered

    def _lifted(self, cup: int) -> bool:
        match self.state:
            case zocknroll.State(white=white, dropped=dropped):
                return len(white) == 5 or any(dropped[cup : cup + 1])  # N7, N10; Jörg never drops
            case schocken.State(cups_up=cups_up):
                return cups_up
        return True

    @property
    def shown(self) -> bool:
        """Whether the hidden dice of this turn have been shown to all, or taken off the table."""
        match self.state:
            case zocknroll.State() as state:
                return self.turns > self._turn or len(state.white) == 5 or state.phase in ("cups", "over")
            case schocken.State() as state:
                return self.turns > self._turn or state.cups_up
        return True


class _OtherKeys(ThrowKeys):
    """ThrowKeys with some keys replaced; root and Merkle paths are those of the original keys."""

    def __init__(self, other: dict[int, bytes], secret: bytes, game: bytes, tops: bytes | None) -> None:
        super().__init__(secret, game, tops)
        self._other = other

    def key(self, throw: int) -> bytes:
        return self._other.get(throw) or super().key(throw)


def _cup(event: Any, place: int) -> Dice:
    """The dice of one cup of an event; the same dice in another order are the same throw."""
    return tuple(sorted(event.dice[place] if isinstance(event, zocknroll.Cups) else event.dice))
