"""A game with known mistakes, and the upload of its record."""

from __future__ import annotations

from functools import cache
from typing import Final

from knobel.coach.analyse import analyse
from knobel.coach.analysis import Analysis, Verdict
from knobel.rules.dice import SeededDice
from knobel.rules.game import Decision, Event, State
from knobel.rules.session import Session

from .player import Player
from .table_setup import upload

SEED: Final = 14
"""With these dice Ben makes one mistake and Ada two, the second a blunder; a test asserts it."""

WRONG: Final = ("inaccuracy", "mistake", "blunder")


@cache
def game() -> Session:
    """A game of ZOCK in which Ada takes the last cover of the list, and Ben the first."""
    session = Session("zock", ["Ada", "Ben"], {"games": 1})

    def choose(view: State) -> Event:
        pending = session.game.pending(view)
        assert isinstance(pending, Decision)
        event: Event = pending.moves[0 if pending.seat else -1]
        return event

    dice = SeededDice(SEED)
    while session.step(dice, choose):
        pass
    return session


@cache
def analysis() -> Analysis:
    return analyse(game())


def slips(seat: int | None = None) -> list[tuple[int, Verdict]]:
    """The mistakes, each with the number of events before it."""
    judged = [(moment.event, moment.verdict) for moment in analysis().moments if moment.verdict is not None]
    return [(at, said) for at, said in judged if said.kind in WRONG and seat in (None, said.seat)]


async def load(player: Player) -> str:
    """Upload the record; return the id of its replay."""
    return await upload(player, game())
