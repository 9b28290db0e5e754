"""One game being played: the state, and the events that led to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from . import find_game
from .dice import DiceSource, awaits, draw, fill
from .game import AnyGame, Chance, Event, Lot, Options, Over, Pending, Result, State, read_options


class Session:
    """A game with names at its seats that keeps its history and can take steps back.

    `options` are those of the game, or plain data as in a record.

    >>> session = Session("zock", ["Anna", "Ben"], {"games": 1})
    >>> session.pending
    Chance(event=RollOff(dice=((0, 0), (0, 0))))
    """

    def __init__(self, game: str | AnyGame, players: Sequence[str], options: object = MappingProxyType({})) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players = tuple(players)
        self.options: Options = options if isinstance(options, Options) else read_options(self.game, options)
        self.events: list[Event] = []
        self._states: list[State] = [self.game.start(self.options, len(self.players))]

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def pending(self) -> Pending[Any]:
        return self.game.pending(self.state)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    def state_at(self, count: int) -> State:
        """The state after the first `count` events."""
        return self._states[count]

    def play(self, event: Event) -> State:
        """Take one event; an illegal one raises and changes nothing."""
        after: State = self.game.play(self.state, event)
        self.events.append(event)
        self._states.append(after)
        return after

    def take_back(self, count: int) -> None:
        """Forget everything after the first `count` events."""
        del self.events[count:]
        del self._states[count + 1 :]

    def step(self, source: DiceSource, choose: Callable[[State], Event]) -> bool:
        """Play what is pending: dice from `source`, decisions from `choose`, which gets its seat's view.

        False once the game is over.
        """
        match self.pending:
            case Over():
                return False
            case Lot() as lot:
                event = draw(lot, source)
            case Chance(event=wanted):
                event = fill(wanted, source)
            case decision:
                chosen = choose(self.game.view(self.state, decision.seat))
                event = fill(chosen, source) if awaits(chosen) else chosen
        self.play(event)
        return True
