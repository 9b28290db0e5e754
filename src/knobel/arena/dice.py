"""The dice of a deal, bound to what they are for.

In a duplicate match the same dice fall for the same seat whoever sits there. Were they read one after the other, the
first different decision would shift all dice after it, and the games of a deal would have no more in common than
any others. So every throw has a *role*, and its dice depend on the deal and the role alone:

| game | role |
|---|---|
| Zock'n'Roll | the turn, and whose cup or which white dice |
| ZOCK | the game of the match, the seat, and its how-many-th throw in it; the how-many-th roll-off |
| Schocken | the half, the round of the half, the seat, and its how-many-th throw in it |

If a player keeps dice, those that are thrown are the first ones of the three that would have fallen.
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
    """The dice of one game of a deal; every game of a deal begins with its own, and they are the same.

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
        """For each cup of an event what it is for."""
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
    """One throw, cup by cup, as a source of dice."""

    def __init__(self, deal: DealDice, roles: list[Role]) -> None:
        self._deal = deal
        self._roles = iter(roles)

    def roll(self, count: int) -> Dice:
        return self._deal.dice(next(self._roles), count)

    def draw(self, count: int) -> int:
        raise AssertionError(f"a throw draws no lot among {count}")
