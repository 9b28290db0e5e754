"""Continuations: tables that go on from the middle of another game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from knobel.bots import play_out
from knobel.rules import GAMES
from knobel.rules.records import loads
from knobel.rules.session import Session
from knobel.table import Refusal, Tally, continuation, due, rebuild, record
from knobel.table.commands import Join, Rematch
from knobel.table.events import Played, Sat, Started

from .room import ANNA, BEN, Room

OPTIONS: Mapping[str, Mapping[str, object]] = {
    "zock": {"games": 2, "variant": "B"},
    "zocknroll": {"board": "pro", "first_to_decide": "left_of_starter"},
    "schocken": {"stones": 5, "sixes": True},
}
PLAYERS = {"zock": 2, "zocknroll": 3, "schocken": 4}


def _game(game: str, seed: int = 3) -> Session:
    return play_out(game, ("Xaver", "Yvonne", "Zita", "Willi")[: PLAYERS[game]], OPTIONS[game], seed=seed)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("share", [0.0, 0.3, 0.8])
def test_a_game_continues_another_one(game: str, share: float) -> None:
    other = _game(game)
    step, seat = round(share * len(other.events)), PLAYERS[game] - 1
    room = Room(continues=continuation(other, step, seat), bots=("random",))
    table = room.table
    assert table.phase == "playing"
    assert (table.host, table.seat_of(ANNA), table.seats[seat].name) == (seat, seat, "Anna")
    assert [one.level for one in table.seats] == ["random"] * seat + [None]
    assert table.rule_options == other.options
    taken = [event for event in room.log if isinstance(event, Played) and event.by == "record"]
    assert [event.event for event in taken] == other.events[:step]
    as_it_was = rebuild(room.log[: table.began + step])
    assert as_it_was is not None
    assert as_it_was.state == other.state_at(step)
    room.play_out()
    session = loads(record(room.table.game, room.table.names, room.table.options, room.log[room.table.began :]))
    assert session.events[:step] == other.events[:step]
    assert session.result == room.table.rules.result(room.table.state)
    assert rebuild(room.log) == room.table


@pytest.mark.parametrize("game", GAMES)
def test_a_continuation_does_not_count_and_the_next_game_does(game: str) -> None:
    other = _game(game)
    room = Room(continues=continuation(other, len(other.events) // 2, 0), bots=("random",))
    assert room.table.taken == len(other.events) // 2
    room.play_out()
    assert {seat.tally for seat in room.table.seats} == {Tally()}
    assert room.table.finished == "replay-kiwi-1", "it has a record all the same"
    room.ask(ANNA, Rematch())
    assert (room.table.phase, room.table.taken, room.table.number) == ("playing", 0, 2)
    room.play_out(seed=2)
    assert {seat.tally.games for seat in room.table.seats} == {1}


def test_a_continuation_from_the_first_event_counts() -> None:
    room = Room(continues=continuation(_game("zock"), 0, 0), bots=("random",))
    assert room.table.taken == 0
    room.play_out()
    assert {seat.tally.games for seat in room.table.seats} == {1}


def test_every_other_seat_has_its_chosen_level() -> None:
    other = _game("schocken")
    room = Room(continues=continuation(other, 10, 1), bots=("strong", "casual", "random"))
    assert [seat.level for seat in room.table.seats] == ["strong", None, "casual", "random"]
    assert room.log[2] == Sat(1, "Anna", ANNA)


@pytest.mark.parametrize("bots", [(), ("random", "random"), ("random",) * 4])
def test_the_number_of_levels_must_match(bots: tuple[str, ...]) -> None:
    with pytest.raises(Refusal, match="3 other seats need a bot each"):
        Room(continues=continuation(_game("schocken"), 10, 1), bots=bots)


@pytest.mark.parametrize(("step", "seat", "said"), [(-1, 0, "go on after -1"), (10**6, 0, "go on after 1000000")])
def test_steps_outside_the_game_are_refused(step: int, seat: int, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        continuation(_game("zock"), step, seat)


@pytest.mark.parametrize("seat", [-1, 2])
def test_seats_outside_the_game_are_refused(seat: int) -> None:
    with pytest.raises(Refusal, match=f"no seat {seat}"):
        continuation(_game("zock"), 1, seat)


def test_a_finished_game_cannot_be_continued() -> None:
    other = _game("zock")
    with pytest.raises(Refusal, match="over there"):
        continuation(other, len(other.events), 0)


def test_bots_must_know_the_game() -> None:
    with pytest.raises(Refusal) as refused:
        Room(continues=continuation(_game("zock"), 4, 0), bots=("jorg",))
    assert refused.value.rule == "N4"


def test_joining_a_running_continuation_is_refused() -> None:
    room = Room(continues=continuation(_game("zock"), 4, 0), bots=("random",))
    assert "a game is running" in room.refusal(BEN, Join("Ben")).sentence


def test_the_log_has_the_number_of_taken_events() -> None:
    room = Room(continues=continuation(_game("zock"), 4, 0), bots=("random",))
    assert room.log[room.table.began - 1] == Started(1, "replay-kiwi-1", 4)


def test_throws_by_hand_or_automatic_as_the_settings_say() -> None:
    other = _game("zock")
    after_covers = [
        step
        for step in range(1, len(other.events))
        if getattr(other.state_at(step), "phase", "") == "throw" and getattr(other.state_at(step), "seat", 1) == 0
    ]
    by_hand = Room(continues=continuation(other, after_covers[0], 0), bots=("random",))
    assert due(by_hand.table).kind == "throw"
    by_themselves = Room(continues=continuation(other, after_covers[0], 0), bots=("random",), throws="auto")
    assert due(by_themselves.table).kind == "decision"
