"""What a random game and its twin have in common, and where their dice differ: where nobody sees them."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from knobel.rules import dice, schocken, zocknroll
from knobel.rules.game import Dice

from ..serve.worlds import World


class Plan(Struct, frozen=True):
    """What both games have in common. `hidden` are the cups that differ, Jörg's after those of the players."""

    seed: int
    game: str
    players: int
    options: dict[str, Any]
    turn: int
    hidden: frozenset[int]


def plan(seed: int) -> Plan:
    mind = Random(seed)
    turn = mind.randint(1, 3)
    if mind.random() < 0.4:
        options = {"covered": mind.choice(["third", "last"]), "stones": 13, "sixes": mind.random() < 0.5}
        return Plan(seed, "schocken", mind.randint(2, 4), options, turn, frozenset())
    players = mind.randint(3, 5)
    options = {"board": mind.choice(["basic", "pro"]), "first_to_decide": mind.choice(["starter", "left_of_starter"])}
    cups = range(players + (players == 3))
    hidden = mind.sample(cups, mind.randint(1, len(cups) - 1))
    return Plan(seed, "zocknroll", players, options, turn, frozenset(hidden))


class Hiding:
    """Knows from the rule book alone what lies hidden (N5, S5), and throws other dice there if it is the `twin`."""

    def __init__(self, wanted: Plan, twin: bool, turn: int) -> None:
        self._wanted = wanted
        self._twin = twin
        self._turn = turn
        self._mind = Random(f"{wanted.seed} twin")
        self.house: World
        self.code = ""
        self.turns = 0
        self.lies = False

    @property
    def state(self) -> Any:
        return self.house.hub.tables[self.code].head.state

    @property
    def now(self) -> bool:
        """Whether this is the turn that is looked at."""
        return self.turns == self._turn

    def fall(self, event: Any, source: dice.DiceSource) -> Any:
        """Dice that fall, and other ones in the twin where nobody sees them."""
        fallen = dice.fill(event, source)
        match fallen:
            case zocknroll.Cups():
                self.turns += 1
                self.lies |= self.now
                cups = [self._other(cup, self.now and at in self._wanted.hidden) for at, cup in enumerate(fallen.dice)]
                return replace(fallen, dice=tuple(cups))
            case schocken.Throw():
                covered = self._covered(fallen.seat)
                self.lies |= covered and self.now
                return replace(fallen, dice=self._other(fallen.dice, covered and self.now))
        return fallen

    def _covered(self, seat: int) -> bool:
        state: schocken.State = self.state
        if state.cups_up:
            self.turns += 1  # the first throw of a round
            return False
        throws, allowed = state.hands[seat].throws + 1, 3 if seat == state.beginner else state.limit
        return throws == (3 if state.options.covered == "third" else allowed)

    def _other(self, fallen: Dice, hidden: bool) -> Dice:
        if not (hidden and self._twin):
            return fallen
        while sorted(other := tuple(self._mind.randint(1, 6) for _ in fallen)) == sorted(fallen):
            pass  # the same dice in another order are the same throw
        return other

    @property
    def shown(self) -> bool:
        """Whether everybody sees by now what lay hidden in this turn, or it has been taken off the table."""
        match self.state:
            case zocknroll.State() as state:
                return self.turns > self._turn or len(state.white) == 5 or state.phase in ("cups", "over")
            case schocken.State() as state:
                return self.turns > self._turn or state.cups_up
        return True
