"""Games at a table: throws, moves, and the entries that they append."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import to_builtins

from knobel.rules import GAMES, schocken, zock
from knobel.rules.game import Event
from knobel.rules.records import loads
from knobel.table import LONG_AGO, BotMove, TimeUp, due, rebuild, record
from knobel.table.commands import Emote, Leave, Move, Start, Throw
from knobel.table.events import CameBack, Emoted, Played, Wanted, WentAway

from .room import ANNA, BEN, BOTS, Room, pair


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("throws", ["hand", "auto"])
def test_whole_games(game: str, throws: str) -> None:
    room = Room(game, BOTS[game], start=True, throws=throws)
    room.play_out()
    table = room.table
    assert table.phase == "over"
    assert rebuild(room.log) == table
    session = loads(record(table.game, table.names, table.options, room.log[table.began :]))
    assert session.result == table.rules.result(table.state)
    assert table.finished == "replay-kiwi-1"
    assert {seat.tally.games for seat in table.seats} == {1}
    assert 1 <= sum(seat.tally.wins for seat in table.seats) <= 3


@pytest.mark.parametrize("game", GAMES)
def test_dice_of_the_server_fall_without_a_request(game: str) -> None:
    room = Room(game, BOTS[game], start=True)
    room.play_out()
    assert not [event for event in room.log if isinstance(event, Wanted)]


@pytest.mark.parametrize(("game", "rule"), [("zock", "K1"), ("zocknroll", "N1"), ("schocken", "S1")])
def test_a_game_needs_its_number_of_players(game: str, rule: str) -> None:
    refusal = Room(game).refusal(ANNA, Start())
    assert (refusal.why, refusal.rule) == ("illegal", rule)


def test_a_game_starts_once() -> None:
    assert "running already" in pair().refusal(ANNA, Start()).sentence


def test_a_throw_by_hand_waits_for_its_seat() -> None:
    room = pair()
    waiting = due(room.table)
    assert waiting.kind == "throw"
    thrower, other = (ANNA, BEN) if waiting.seat == 0 else (BEN, ANNA)
    assert "no dice to throw" in room.refusal(other, Throw()).sentence
    events = room.ask(thrower, Throw())
    assert isinstance(events[0], Played)
    assert (events[0].by, events[0].event.seat) == ("dice", waiting.seat)


def test_throws_are_automatic_if_the_host_chose_so() -> None:
    assert due(pair(throws="auto").table).kind == "decision"


def test_a_seat_throws_only_its_own_decisions() -> None:
    room = pair()
    room.to_decision()
    seat = due(room.table).seat
    assert "no dice to throw" in room.refusal(ANNA if seat == 0 else BEN, Throw()).sentence


def test_only_the_own_seat_may_move() -> None:
    room = pair()
    decision = room.to_decision()
    mover, other = (ANNA, BEN) if decision.seat == 0 else (BEN, ANNA)
    move = to_builtins(decision.moves[0])
    assert room.refusal(other, Move(move)).why == "forbidden"
    stolen = {**move, "seat": 1 - decision.seat}
    refusal = room.refusal(other, Move(stolen))
    assert (refusal.why, refusal.rule) == ("illegal", "K4")
    room.ask(mover, Move(move))


def test_a_move_that_breaks_a_rule_is_refused_with_its_number() -> None:
    room = pair()
    seat = room.to_decision().seat
    refusal = room.refusal(ANNA if seat == 0 else BEN, Move({"e": "cover", "seat": seat, "fields": [1, 2, 3]}))
    assert (refusal.why, refusal.rule) == ("illegal", "K3")


@pytest.mark.parametrize("move", [{}, {"e": "poker"}, {"e": "cover"}, {"e": "cover", "seat": "0", "fields": []}])
def test_malformed_moves_are_refused(move: dict[str, object]) -> None:
    room = pair()
    room.to_decision()
    assert room.refusal(ANNA, Move(move)).why == "malformed"


def test_a_move_cannot_state_dice() -> None:
    room = Room("schocken", bots=("random",), start=True, throws="auto")
    while due(room.table).seat != 0:
        room.step(Random(1))
    cheat = {"e": "throw", "seat": 0, "keep": [], "dice": [1, 1, 1]}
    assert "cannot say what they show" in room.refusal(ANNA, Move(cheat)).sentence
    room.ask(ANNA, Move({**cheat, "dice": [0, 0, 0]}))


def test_a_throw_is_not_a_move() -> None:
    room = pair()
    seat = due(room.table).seat
    cheat = {"e": "throw", "seat": seat, "dice": [0, 0]}
    assert "nothing to decide" in room.refusal(ANNA if seat == 0 else BEN, Move(cheat)).sentence


def test_moves_without_a_game_are_refused() -> None:
    room = Room()
    for command in (Throw(), Move({"e": "throw", "seat": 0})):
        assert room.refusal(ANNA, command).sentence == "no game is running"


def test_the_second_command_on_one_version_is_stale() -> None:
    room = pair()
    seen = room.table.version
    seat = due(room.table).seat
    thrower = ANNA if seat == 0 else BEN
    room.ask(thrower, Throw(), seen)
    assert room.refusal(thrower, Throw(), seen).why == "stale"


def test_absence_and_return_make_nothing_stale() -> None:
    room = pair()
    seen = room.table.version
    thrower, other = (ANNA, BEN) if due(room.table).seat == 0 else (BEN, ANNA)
    assert room.ask(other, Emote("luck")) == (Emoted(int(other == BEN), "luck"),)
    room.ask(other, Leave())
    room.ask(thrower, Throw(), seen)
    assert room.ask(other, Emote("thanks"), 0), "an emote is never stale itself"


def test_a_version_of_the_future_is_refused() -> None:
    room = pair()
    seat = due(room.table).seat
    assert room.refusal(ANNA if seat == 0 else BEN, Throw(), room.table.version + 1).why == "stale"


def test_time_runs_out_and_a_bot_plays_on() -> None:
    room = pair()
    decision = room.to_decision()
    mover = ANNA if decision.seat == 0 else BEN
    moved, move = room.table.moved, decision.moves[0]
    assert room.late(BotMove(move, moved)).why == "stale", "a person decides"
    assert room.late(TimeUp(1 - decision.seat, moved)).why == "stale"
    assert room.late(TimeUp(decision.seat, moved - 1)).why == "stale"
    assert room.contribute(TimeUp(decision.seat, moved)) == (WentAway(decision.seat, "time"),)
    assert room.late(TimeUp(decision.seat, moved)).why == "stale"
    assert due(room.table).level == "strong"
    events = room.contribute(BotMove(move, moved))
    assert events[0] == Played(move, "stand_in", "strong")
    assert room.late(BotMove(move, moved)).why == "stale"
    assert room.refusal(mover, Move(to_builtins(move)), moved).why == "stale"


def test_time_runs_out_before_a_throw() -> None:
    room = pair()
    seat = due(room.table).seat
    assert seat is not None
    events = room.contribute(TimeUp(seat, room.table.moved))
    assert [type(event) for event in events[:2]] == [WentAway, Played]


def test_a_person_who_moves_is_back() -> None:
    room = pair()
    decision = room.to_decision()
    seen = room.table.version
    room.contribute(TimeUp(decision.seat, room.table.moved))
    move = decision.moves[0]
    events = room.ask(ANNA if decision.seat == 0 else BEN, Move(to_builtins(move)), seen)
    assert events[:2] == (CameBack(decision.seat), Played(move, "player"))


def test_entries_name_the_level_of_the_bot() -> None:
    room = Room(bots=("casual",), start=True)
    room.play_out()
    moves = [event for event in room.log if isinstance(event, Played) and isinstance(event.event, zock.Cover)]
    assert {(event.by, event.level) for event in moves} == {("player", None), ("bot", "casual")}


@pytest.mark.parametrize(("game", "kind"), [("zock", zock.Cover), ("schocken", schocken.Throw)])
def test_entries_name_the_level_that_chose(game: str, kind: type[Event]) -> None:
    """While a level is not ready another one plays for it, also moves that throw dice."""
    room = Room(game, ("strong",), start=True, throws="auto")
    while due(room.table).level is None:
        room.step(Random(0))
    move = next(move for move in room.decision.moves if isinstance(move, kind))
    events = room.contribute(BotMove(move, room.table.moved, "casual"))
    played = next(event for event in events if isinstance(event, Played))
    assert (played.by, played.level) == ("bot", "casual")


def test_a_command_on_a_very_old_version_is_refused() -> None:
    """This bounds the lookup of idempotency keys in the log."""
    room = pair()
    seen = room.table.version
    for _ in range(LONG_AGO):
        room.ask(ANNA, Emote("luck"))
    room.ask(ANNA, Emote("hello"), seen=seen)
    assert room.refusal(ANNA, Emote("hello"), seen=seen).why == "stale"
    room.ask(ANNA, Emote("hello"), seen=seen + 1)
