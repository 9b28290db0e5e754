"""Session: one game being played, as an event log with the state after every event."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic

from . import find_game
from .dice import DiceSource, ScriptedDice, awaits, draw, fill
from .errors import IllegalEvent
from .game import Chance, Decision, Event, Game, Lot, Options, Over, Pending, Result, State, read_event, read_options

if TYPE_CHECKING:
    import typing_extensions

    # With their defaults (PEP 696) a plain `Session` is one of any game: Session[Any, Any].
    S = typing_extensions.TypeVar("S", bound=State, default=Any)
    E = typing_extensions.TypeVar("E", bound=Event, default=Any)
else:
    S = typing.TypeVar("S", bound=State)
    E = typing.TypeVar("E", bound=Event)


class Session(Generic[S, E]):
    """A game with names at its seats and its history.

    `options` are those of the game, or plain data as in a record.

    >>> session = Session("zock", ["Anna", "Ben"], {"games": 1})
    >>> session.pending
    Chance(event=RollOff(dice=((0, 0), (0, 0))))
    """

    def __init__(
        self, game: str | Game[Any, S, E], players: Sequence[str], options: object = MappingProxyType({})
    ) -> None:
        self.game: Game[Any, S, E] = find_game(game) if isinstance(game, str) else game
        self.players = tuple(players)
        chosen: type[Options] = self.game.options
        self._options = options if isinstance(options, chosen) else read_options(self.game, options)
        self.events: list[E] = []
        self._states: list[S] = [self.game.start(self._options, len(self.players))]

    @property
    def options(self) -> Options:
        return self._options

    @property
    def state(self) -> S:
        return self._states[-1]

    @property
    def pending(self) -> Pending[E]:
        return self.game.pending(self.state)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def seat(self) -> int | None:
        """The seat that decides; None while dice or a lot are due, and once the game is over."""
        pending = self.pending
        return pending.seat if isinstance(pending, Decision) else None

    @property
    def moves(self) -> tuple[E, ...]:
        """The legal moves of the seat that decides; empty where no seat does.

        A move with face-down dice is played together with a dice source.
        """
        pending = self.pending
        return pending.moves if isinstance(pending, Decision) else ()

    def view(self, seat: int | None) -> S:
        """What a seat may know, in the shape of a state; None is a spectator."""
        return self.game.view(self.state, seat)

    def state_at(self, count: int) -> S:
        """The state after the first `count` events."""
        return self._states[count]

    def play(self, event: E | Mapping[str, object], dice: DiceSource | None = None) -> S:
        """Apply one event, or the plain data of one; an illegal event raises and changes nothing.

        Face-down dice of the event are thrown with `dice`.

        >>> session = Session("schocken", ["Anna", "Ben"])
        >>> state = session.play({"e": "starter", "seat": 0})
        >>> state = session.play({"e": "throw", "seat": 0}, dice=ScriptedDice([6, 4, 1]))
        >>> session.events[-1]
        Throw(seat=0, keep=(), dice=(6, 4, 1), flip=UNSET)
        """
        chosen = self._read(event)
        if dice is not None and awaits(chosen):
            self._refuse_if_illegal(chosen)
            chosen = fill(chosen, dice)
        try:
            after = self.game.play(self.state, chosen)
        except IllegalEvent as error:
            if awaits(chosen) and self.check(chosen) is None:
                sentence = "the dice of this event are face down: give a dice source, as in play(move, dice=dice)"
                raise IllegalEvent(sentence, error.rule) from None
            raise
        self.events.append(chosen)
        self._states.append(after)
        return after

    def check(self, event: E | Mapping[str, object]) -> IllegalEvent | None:
        """None if the event is legal now, else the reason with its rule. Face-down dice count as still to be thrown.

        >>> session = Session("zock", ["Anna", "Ben"])
        >>> print(session.check({"e": "cover", "seat": 0, "fields": [9]}))
        both players throw two dice to see who begins (K2)
        """
        try:
            self._refuse_if_illegal(self._read(event))
        except IllegalEvent as error:
            return error
        return None

    def _read(self, event: E | Mapping[str, object]) -> E:
        if isinstance(event, Event):
            return event
        return read_event(self.game, event)

    def _refuse_if_illegal(self, event: E) -> None:
        """Face-down dice are tried as ones: which faces fall decides no legality."""
        self.game.play(self.state, fill(event, ScriptedDice(repeat(1))) if awaits(event) else event)

    def roll(self, dice: DiceSource) -> tuple[E, ...]:
        """Draw lots and throw dice until a seat decides or the game is over; the events that happened."""
        before = len(self.events)
        while isinstance(pending := self.pending, Lot | Chance):
            self.play(_happen(pending, dice))
        return tuple(self.events[before:])

    def take_back(self, count: int) -> None:
        """Drop all events after the first `count`."""
        del self.events[count:]
        del self._states[count + 1 :]

    def step(self, source: DiceSource, choose: Callable[[S], E]) -> bool:
        """Play what is pending: dice and lots from `source`, decisions from `choose`, which gets its seat's view.

        False once the game is over.
        """
        pending = self.pending
        if isinstance(pending, Over):
            return False
        if isinstance(pending, Decision):
            chosen = choose(self.view(pending.seat))
            self.play(fill(chosen, source) if awaits(chosen) else chosen)
        else:
            self.play(_happen(pending, source))
        return True


def _happen(pending: Lot[E] | Chance[E], source: DiceSource) -> E:
    """Sample a chance event."""
    return draw(pending, source) if isinstance(pending, Lot) else fill(pending.event, source)
