"""The dice of a deal: common random numbers, keyed by the role of each throw.

In a duplicate match the same dice fall for the same seat, whichever bot sits there. A sequential stream would not do:
the first different decision would shift all later dice, and the games of a deal would have nothing in common any more.
So every throw has a *role*, and its dice depend on the deal and the role alone:

| game | role |
|---|---|
| Zock'n'Roll | the turn, and the cup or the white dice |
| ZOCK | the game of the match, the seat, and the number of its throw; the number of the roll-off |
| Schocken | the half, the round of the half, the seat, and the number of its throw |

If a player keeps dice, the others are the first ones of the three that would have fallen.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, TypeAlias, TypeVar

from ..rules import schocken, zock, zocknroll
from ..rules.dice import SeededDice, draw, fill, mix
from ..rules.game import Dice, Event, Lot, State

E = TypeVar("E", bound=Event)
Role: TypeAlias = tuple[int, ...]

_LOT: Final[Role] = ()


class DealDice:
    """The dice of one game; all games of a deal have the same.

    >>> DealDice(seed=1, deal=5).throw(zock.start(zock.Options(), 2), zock.Throw(0)).dice
    (1, 3)
    """

    def __init__(self, seed: int, deal: int) -> None:
        self._seed = SeededDice(seed, stream=deal).word()
        self._thrown = Counter[Role]()
        self._first_rounds = dict[int, int]()

    def lot(self, lot: Lot[E]) -> E:
        return draw(lot, self._stream(_LOT))

    def throw(self, state: State, event: E) -> E:
        """Throw the face-down dice of an event."""
        return fill(event, _Cups(self, self._roles(state, event)))

    def dice(self, role: Role, count: int) -> Dice:
        """The next dice of a role."""
        number = self._thrown[role]
        self._thrown[role] += 1
        return self._stream((*role, number)).roll(count)

    def _stream(self, role: Role) -> SeededDice:
        number = len(role)
        for part in role:
            number = mix(number) + part
        return SeededDice(self._seed, stream=number)

    def _roles(self, state: Any, event: Any) -> list[Role]:
        """The role of each cup of an event."""
        match event:
            case zocknroll.Cups(dice=cups):
                return [(state.turns, cup) for cup in range(len(cups))]
            case zocknroll.White():
                return [(state.turns, len(state.cups))]
            case zock.RollOff(dice=throws):
                return [(len(state.games), len(throws) + seat) for seat in range(len(throws))]
            case zock.Throw(seat=seat):
                return [(len(state.games), seat)]
            case schocken.Throw(seat=seat):
                half = len(state.lost)
                first = self._first_rounds.setdefault(half, state.rounds)
                return [(half, state.rounds - first, seat)]
        raise AssertionError(f"{event} has no dice")


class _Cups:
    """A dice source that throws the cups of one event, each by its role."""

    def __init__(self, deal: DealDice, roles: list[Role]) -> None:
        self._deal = deal
        self._roles = iter(roles)

    def roll(self, count: int) -> Dice:
        return self._deal.dice(next(self._roles), count)

    def draw(self, count: int) -> int:
        raise AssertionError(f"a throw draws no lot among {count}")
