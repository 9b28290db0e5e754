"""Fake judges for tests."""

from __future__ import annotations

from random import Random
from zlib import crc32

from knobel.coach.values import Chances, MoveValue, Values
from knobel.forms import position
from knobel.rules import find_game
from knobel.rules.game import Decision, Event, State


class Guesser:
    """Returns a deterministic pseudo-random value for every position.

    `error` is its stated standard error; with `tells_others` its moves have chances for all seats.
    """

    exact = False

    def __init__(self, game: str, error: float = 0.0, tells_others: bool = False) -> None:
        self._game = find_game(game)
        self._error = error
        self._tells_others = tells_others

    def chances(self, state: State) -> Chances:
        return tuple(self._guess(state, f"seat {seat}") for seat in range(state.players))

    def weigh(self, view: State) -> Values:
        waits = self._game.pending(view)
        assert isinstance(waits, Decision)
        worths = [self._worth(view, waits.seat, move) for move in waits.moves]
        worths.sort(key=lambda worth: -worth.value)
        return Values(waits.seat, tuple(worths), exact=False, played=100)

    def _worth(self, view: State, seat: int, move: Event) -> MoveValue:
        others = [self._guess(view, f"{move} {other}") for other in range(view.players)]
        chances = tuple(others) if self._tells_others else ()
        return MoveValue(move, others[seat], self._error, self._error, chances=chances)

    def _guess(self, state: State, what: str) -> float:
        return Random(crc32(f"{position(state)} {what}".encode())).random()
