"""Rematches: when the next game starts."""

from __future__ import annotations

from knobel.table.commands import Join, Leave, Rematch, SeatBot, Start, Unseat
from knobel.table.events import Started, Stood, WantsRematch

from .room import ANNA, BEN, CLEO, Room, pair


def test_a_rematch_starts_when_all_people_want_it() -> None:
    room = pair(options={"games": 1})
    assert "when a game is over" in room.refusal(ANNA, Rematch()).sentence
    room.play_out()
    assert room.ask(ANNA, Rematch()) == (WantsRematch(0),)
    assert "already" in room.refusal(ANNA, Rematch()).sentence
    assert room.ask(BEN, Rematch())[:2] == (WantsRematch(1), Started(2, "replay-kiwi-2"))
    assert not any(seat.again for seat in room.table.seats)
    assert room.table.finished == "replay-kiwi-1", "the running game's name is a secret"


def test_absent_people_do_not_hold_up_a_rematch() -> None:
    room = pair(options={"games": 1})
    room.ask(BEN, Leave())
    room.play_out()
    assert isinstance(room.ask(ANNA, Rematch())[1], Started)
    assert room.table.seats[1].away == "left"


def three_at_the_end() -> Room:
    """A game of Anna, Ben and Cleo is over, and all but Cleo want another one."""
    room = Room("schocken", options={"stones": 1})
    room.ask(BEN, Join("Ben"))
    room.ask(CLEO, Join("Cleo"))
    room.ask(ANNA, Start())
    room.play_out()
    room.ask(ANNA, Rematch())
    room.ask(BEN, Rematch())
    return room


def test_a_rematch_does_not_wait_for_people_who_left() -> None:
    """The last person who did not want it has left."""
    room = three_at_the_end()
    assert room.ask(CLEO, Leave())[:2] == (Stood(2, "left"), Started(2, "replay-kiwi-2"))
    assert room.table.names == ("Anna", "Ben")


def test_removing_a_person_does_not_start_a_rematch() -> None:
    room = three_at_the_end()
    assert room.ask(ANNA, Unseat(2)) == (Stood(2, "removed"),)


def test_an_empty_table_starts_no_game() -> None:
    room = Room("schocken", ("random", "random"), start=True, options={"stones": 1})
    room.play_out()
    assert room.ask(ANNA, Leave()) == (Stood(0, "left"),)


def test_a_rematch_waits_for_enough_players() -> None:
    room = pair(options={"games": 1})
    room.play_out()
    room.ask(BEN, Leave())
    assert room.ask(ANNA, Rematch()) == (WantsRematch(0),)
    room.ask(ANNA, SeatBot("random"))
    assert isinstance(room.ask(ANNA, Start())[0], Started)
