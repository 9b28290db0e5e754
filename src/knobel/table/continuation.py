"""Continuation: a new table goes on from the middle of another game."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from ..rules.game import Event
from ..rules.session import Session
from .commands import SeatBot, illegal
from .draft import Draft
from .events import Played
from .names import clean
from .seating import seat_bot, sit


class Continuation(Struct, frozen=True):
    """The first `events` of another game of so many `players`; the host takes `seat`."""

    game: str
    options: dict[str, Any]
    players: int
    events: tuple[Event, ...]
    seat: int


def continuation(session: Session, step: int, seat: int) -> Continuation:
    """The continuation of a game after its first `step` events; refused if it is over there."""
    players = len(session.players)
    if seat not in range(players):
        raise illegal(f"there is no seat {seat} in that game")
    if step not in range(len(session.events) + 1):
        raise illegal(f"that game has {len(session.events)} events, so it cannot go on after {step}")
    if session.game.result(session.state_at(step)) is not None:
        raise illegal("that game is over there: go back to play on from an earlier moment")
    return Continuation(
        session.game.name, msgspec.to_builtins(session.options), players, tuple(session.events[:step]), seat
    )


def sit_down(draft: Draft, on: Continuation, name: str, device: str, bots: tuple[str, ...]) -> None:
    """Seat the host on the chosen seat and bots on all others: one level for all of them, or one for each."""
    others = on.players - 1
    levels = bots * others if len(bots) == 1 else bots
    if len(levels) != others:
        raise illegal(f"{others} other seats need a bot each: name one level for all of them, or {others}")
    waiting = iter(levels)
    for place in range(on.players):
        if place == on.seat:
            sit(draft, device, clean(name))
        else:
            seat_bot(draft, SeatBot(next(waiting)))


def continue_game(draft: Draft, on: Continuation) -> None:
    """Take over the events, and go on from there."""
    draft.begin(len(on.events))
    for event in on.events:
        draft.add(Played(event, "record"))
    draft.settle()
