"""Dice that come later: a request, then the dice, and no other event of the game between them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from knobel.rules import GAMES
from knobel.rules.dice import SeededDice, draw, fill
from knobel.rules.game import Lot, read_event
from knobel.table import Due, Fell, Table, due, rebuild, resume
from knobel.table.commands import Leave, Move
from knobel.table.events import Played, TableEvent, Wanted

from .room import ANNA, BOTS, Room, server_inputs


@pytest.mark.parametrize("game", GAMES)
def test_dice_may_come_later(game: str) -> None:
    """Without a dice source the log stops at `Wanted`; the same dice later lead to the same game."""
    ready = Room(game, BOTS[game], start=True, dice=SeededDice(7), throws="auto")
    slow = Room(game, BOTS[game], start=True, waits=True, throws="auto")
    chance = Random(7)
    while _let_fall(slow, ready) and ready.table.phase == "playing":
        state = chance.getstate()
        ready.step(chance)
        chance.setstate(state)
        slow.step(chance)
    assert ready.table.phase == "over"


def _let_fall(slow: Room, ready: Room) -> bool:
    """Let the dice of `ready` fall in `slow`, too; whether both logs are then the same but for the requests."""
    while due(slow.table).kind == "dice":
        assert isinstance(slow.log[-1], Wanted)
        fallen = ready.log[len(_without_requests(slow))]
        assert isinstance(fallen, Played)
        slow.contribute(Fell(fallen.event, slow.table.moved))
    return _without_requests(slow) == ready.log


def _without_requests(room: Room) -> list[TableEvent]:
    return [event for event in room.log if not isinstance(event, Wanted)]


def test_only_the_wanted_dice_are_accepted() -> None:
    room = Room(bots=("random",), start=True, waits=True)
    for wrong in ({"e": "throw", "seat": 0, "dice": [1, 2]}, {"e": "roll_off", "dice": [[0, 0], [1, 2]]}):
        assert room.late(fell(room, wrong)).sentence == "other dice were wanted"
    assert room.late(fell(room, {"e": "roll_off", "dice": [[1, 9], [1, 2]]})).rule == "K2"
    right = fell(room, {"e": "roll_off", "dice": [[1, 1], [1, 2]]})
    room.contribute(right)
    assert room.late(right).why == "stale", "nothing falls twice"
    while due(room.table).kind == "dice":
        room.contribute(fell(room, {"e": "throw", "seat": 1, "dice": [1, 2]}))
    assert room.late(fell(room, {"e": "throw", "seat": 1, "dice": [1, 2]})).sentence == "no dice are wanted now"


def test_moves_are_refused_while_dice_are_wanted() -> None:
    """A decision that throws dice is made, even before its dice have come."""
    room = Room("schocken", bots=("random",), start=True, waits=True, throws="auto")
    source = SeededDice(1)
    while due(room.table) != Due("decision", 0):
        if due(room.table).kind == "dice":
            room.contribute(_fallen(room.table, source))
        else:
            room.step(Random(1))
    throw = next(move for move in room.decision.moves if move.dice)
    assert room.ask(ANNA, Move(to_builtins(throw))) == (Wanted(throw),)
    assert "nothing to decide" in room.refusal(ANNA, Move(to_builtins(throw))).sentence
    room.ask(ANNA, Leave())
    fallen = room.contribute(_fallen(room.table, source))[0]
    assert isinstance(fallen, Played)
    assert fallen.by == "player", "it was Anna's decision, although she has left since"


def test_resuming_a_log_throws_the_wanted_dice() -> None:
    room = Room(bots=("random",), start=True, waits=True, throws="auto")
    table = rebuild(room.log)
    assert table is not None
    events = resume(table, server_inputs("kiwi", SeededDice(1)))
    assert isinstance(events[0], Played)
    ended = rebuild([*room.log, *events])
    assert ended is not None
    assert due(ended).kind == "decision"
    assert resume(ended, server_inputs("kiwi", SeededDice(1))) == ()


def _fallen(table: Table, source: SeededDice) -> Fell:
    pending = table.rules.pending(table.state)
    if isinstance(pending, Lot):
        return Fell(draw(pending, source), table.moved)
    assert table.wanted is not None
    assert table.wanted.event is not None
    return Fell(fill(table.wanted.event, source), table.moved)


def fell(room: Room, event: dict[str, Any]) -> Fell:
    return Fell(read_event(room.table.rules, event), room.table.moved)
