"""A game with mistakes that are known beforehand, and the way of its record to the server."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from knobel.coach.analyse import analyse
from knobel.coach.analysis import Analysis, Verdict
from knobel.rules.dice import SeededDice
from knobel.rules.game import Decision, Event, State
from knobel.rules.records import dumps
from knobel.rules.session import Session

from .player import Player

SEED: Final = 14
"""Dice with which Ben slips once and Ada twice, the second time badly; the tests make sure of it."""

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
    """The decisions that cost something, with the number of events before them."""
    judged = [(moment.event, moment.verdict) for moment in analysis().moments if moment.verdict is not None]
    return [(at, said) for at, said in judged if said.kind in WRONG and seat in (None, said.seat)]


async def load(player: Player) -> str:
    """Bring the record to the server; the name under which it can be replayed."""
    await player.visit("/join")  # a device has its name from its first page
    answer = await player.context.request.post(f"{player.base}/api/records", data=dumps(game()))
    assert answer.ok, await answer.text()
    loaded: dict[str, Any] = await answer.json()
    return str(loaded["replay"])
