"""A table for the tests of Schocken: dice are written as in the rule book, `664`."""

from __future__ import annotations

from typing import Literal

import msgspec

from knobel.rules import schocken
from knobel.rules.game import Decision, read_options
from knobel.rules.schocken import Stand, Starter, Throw

from ..refusals import assert_refused


def dice(text: str) -> tuple[int, ...]:
    return tuple(map(int, text))


def throw(seat: int, thrown: str, keep: str = "", flip: Literal[1, 2] | None = None) -> Throw:
    return Throw(seat, dice(keep), dice(thrown), msgspec.UNSET if flip is None else flip)


class Table:
    """A game in play; the first beginner is drawn unless `begins` is None."""

    def __init__(self, players: int = 2, begins: int | None = 0, **options: object) -> None:
        chosen: schocken.Options = read_options(schocken.GAME, options)
        self.state = schocken.start(chosen, players)
        if begins is not None:
            self.play(Starter(begins))

    def play(self, event: schocken.Event) -> schocken.State:
        self.state = schocken.play(self.state, event)
        return self.state

    def throw(self, seat: int, thrown: str, keep: str = "", flip: Literal[1, 2] | None = None) -> schocken.State:
        return self.play(throw(seat, thrown, keep, flip))

    def stand(self, seat: int) -> schocken.State:
        return self.play(Stand(seat))

    def round(self, *throws: str) -> schocken.State:
        """All players throw once, from the beginner on, who stands at once, so that the limit is one throw."""
        beginner = self.state.seat
        self.throw(beginner, throws[0])
        self.stand(beginner)
        for thrown in throws[1:]:
            self.throw(self.state.seat, thrown)
        assert self.state.cups_up, "the round is not over"
        return self.state

    def refuse(self, event: schocken.Event, rule: str) -> None:
        assert_refused(schocken.GAME, self.state, event, rule)

    def moves(self) -> tuple[schocken.Event, ...]:
        pending = schocken.pending(self.state)
        assert isinstance(pending, Decision)
        return pending.moves

    def keeps(self) -> set[tuple[str, int]]:
        """What the player may keep, as text, each with the number of ones made of sixes."""
        return {
            ("".join(map(str, move.keep)), 0 if move.flip is msgspec.UNSET else move.flip)
            for move in self.moves()
            if isinstance(move, Throw)
        }
