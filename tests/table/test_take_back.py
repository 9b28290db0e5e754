"""Tellings that are taken back (R6): withdrawn in the log, gone from the game and its record."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel.rules import GAMES, schocken, zocknroll
from knobel.rules.game import Event, Lift
from knobel.rules.records import dumps
from knobel.rules.session import Session
from knobel.table import Tally, rebuild, record, tellings
from knobel.table.commands import Change, Claim, Join, Rematch, SeatGuest, SitOut, Start, TakeBack
from knobel.table.events import Played, TakenBack

from .real_room import RealRoom, phone_each
from .room import ANNA, BEN, CLEO, Room


def _record(room: RealRoom) -> str:
    table = room.table
    return record(table.game, table.names, table.options, room.log[table.began :])


def _told(room: RealRoom) -> list[Event]:
    return [told.event for told in room.table.told]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), often=st.sampled_from([0.1, 0.4]))
def test_a_game_with_mistakes_equals_the_game_without_them(game: str, seed: int, often: float) -> None:
    """Random tellings and random withdrawals of any depth, also after the end, against what is left of them."""
    room, chance, withdrawals = RealRoom(game), Random(seed), 12
    while room.table.phase == "playing" or withdrawals:
        numbers = tellings(room.table)
        if withdrawals and numbers and (chance.random() < often or room.table.phase == "over"):
            withdrawals -= 1
            room.ask(ANNA, TakeBack(chance.choice(numbers[-20:])))
        else:
            room.step(chance)
    table = room.table
    assert rebuild(room.log) == table
    twin = Session(game, table.names, table.options)
    for event in _told(room):
        twin.play(event)
    assert twin.state == table.state
    assert _record(room) == dumps(twin)
    assert sum(isinstance(entry, TakenBack) for entry in room.log) == 12
    without = RealRoom(game)
    for event in _told(room):
        if not isinstance(event, zocknroll.Cups):
            without.tell(event)
    assert _record(without) == _record(room)
    assert [seat.tally for seat in without.table.seats] == [seat.tally for seat in table.seats]


def test_everything_after_an_event_is_withdrawn_visibly() -> None:
    room = RealRoom()
    for event in (zocknroll.Starter(1), zocknroll.White((1, 2, 3)), zocknroll.Stay(1), Lift(2, (5, 6))):
        room.tell(event)
    before = len(room.log)
    assert room.ask(ANNA, TakeBack(2)) == (TakenBack(2, 0),)
    assert len(room.log) == before + 1, "entries stay in the log"
    assert [type(event) for event in _told(room)] == [zocknroll.Starter, zocknroll.Cups]
    room.tell(zocknroll.White((1, 2, 4)))
    assert isinstance(room.state, zocknroll.State)
    assert (room.state.white, room.decision.seat) == ((1, 2, 4), 1)


def test_cups_come_back_by_themselves() -> None:
    room = RealRoom()
    room.tell(zocknroll.Starter(1))
    room.ask(ANNA, TakeBack(0))
    assert room.table.told == ()
    room.tell(zocknroll.Starter(2))
    assert room.ask(ANNA, TakeBack(0)) == (TakenBack(0, 0),)


def test_the_turn_before_the_cups_can_be_taken_back() -> None:
    """A mistake in the last turn: the cups of the next one lie there already."""
    room, chance = RealRoom(), Random(1)
    while sum(isinstance(event, zocknroll.Cups) for event in _told(room)) < 2:
        room.step(chance)
    last = tellings(room.table)[-1]
    assert isinstance(_told(room)[-1], zocknroll.Cups)
    room.ask(ANNA, TakeBack(last))
    assert len(room.table.told) == last


@pytest.mark.parametrize("to", [-1, 1, 2, 99])
def test_nothing_is_taken_back_where_nothing_was_told(to: int) -> None:
    room = RealRoom()
    room.tell(zocknroll.Starter(1))  # event 1 are the cups, which the table played itself
    refusal = room.refusal(ANNA, TakeBack(to))
    assert (refusal.why, refusal.rule) == ("illegal", "R6")


def test_a_withdrawal_is_based_on_what_its_device_saw() -> None:
    """The preview must show what is withdrawn."""
    room = RealRoom()
    seen = room.table.version
    room.tell(zocknroll.Starter(1))
    assert room.refusal(ANNA, TakeBack(0), seen).why == "stale"


def test_others_take_back_their_own_and_what_is_no_seats() -> None:
    room = phone_each()
    room.tell(zocknroll.Starter(1))
    room.tell(zocknroll.White((1, 2, 3)))
    room.tell(zocknroll.Stay(1))
    assert room.refusal(CLEO, TakeBack(3)).why == "forbidden"
    assert room.refusal(CLEO, TakeBack(2)).why == "forbidden"
    room.ask(BEN, TakeBack(0))
    assert room.table.told == ()
    assert room.refusal("device-x", TakeBack(0)).why == "forbidden"


def test_nothing_is_taken_back_where_the_server_throws() -> None:
    assert Room("zock", ("random",), start=True).refusal(ANNA, TakeBack(0)).rule == "R1"


def _over() -> RealRoom:
    room = RealRoom("schocken", door="open")
    room.play_out(2)
    return room


def test_a_finished_game_runs_again() -> None:
    room = _over()
    over = room.table
    room.ask(ANNA, TakeBack(tellings(over)[-1]))
    table = room.table
    assert (table.phase, table.finished, table.number) == ("playing", None, over.number)
    assert {seat.tally for seat in table.seats} == {Tally()}
    assert table.replay != over.replay
    room.play_out(3)
    assert {seat.tally.games for seat in room.table.seats} == {1}


def test_a_wish_for_a_rematch_is_withdrawn_with_the_end() -> None:
    room = phone_each("schocken")
    room.play_out(2)
    room.ask(BEN, Rematch())
    room.ask(ANNA, TakeBack(tellings(room.table)[-1]))
    assert not any(seat.again for seat in room.table.seats)


@pytest.mark.parametrize("command", [SeatGuest("Dora"), SitOut(1), Change(options={"stones": 3})])
def test_a_result_stands_once_the_table_has_changed(command: SeatGuest | SitOut | Change) -> None:
    room = _over()
    room.ask(ANNA, command)
    assert "its result stands" in room.refusal(ANNA, TakeBack(3)).sentence


def test_a_result_stands_once_someone_has_joined() -> None:
    room = _over()
    room.ask(BEN, Join("Dora"))
    assert "its result stands" in room.refusal(ANNA, TakeBack(3)).sentence


def test_a_phone_more_does_not_fix_the_result() -> None:
    room = _over()
    room.ask(BEN, Claim(1))
    room.ask(ANNA, TakeBack(3))
    assert room.table.phase == "playing"


def test_a_result_stands_once_the_next_game_runs() -> None:
    room = _over()
    room.ask(ANNA, Start())
    assert "nothing to take back" in room.refusal(ANNA, TakeBack(0)).sentence
    room.tell(schocken.Starter(1))
    room.ask(ANNA, TakeBack(0))
    assert room.table.number == 2
    assert {seat.tally.games for seat in room.table.seats} == {1}


def test_the_log_keeps_what_was_withdrawn() -> None:
    room = _over()
    told = [entry for entry in room.log if isinstance(entry, Played)]
    room.ask(ANNA, TakeBack(0))
    assert [entry for entry in room.log if isinstance(entry, Played)] == told
