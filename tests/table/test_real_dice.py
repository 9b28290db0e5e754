"""Tables with real dice: people tell every event, and the server throws nothing (R1 to R5)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from knobel.bots import play_out
from knobel.rules import GAMES, schocken, zocknroll
from knobel.rules.game import Event, Lift
from knobel.rules.records import loads
from knobel.serve.fairness.keys import KeyPool
from knobel.table import (
    Refusal,
    ServerInputs,
    Tally,
    continuation,
    create,
    create_continuation,
    due,
    rebuild,
    record,
    redact,
)
from knobel.table.commands import Change, Command, Move, Rematch, SeatBot, Settings, StandIn, Start, Tell, Throw
from knobel.table.events import Played, Started, TakenBack, Wanted

from .real_room import NAMES, PLAYERS, RealRoom, phone_each
from .room import ANNA, BEN, CLEO, Room


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_told(game: str) -> None:
    room = RealRoom(game)
    room.play_out()
    table = room.table
    assert rebuild(room.log) == table
    session = loads(record(table.game, table.names, table.options, room.log[table.began :]))
    assert session.players == ("Anna", *NAMES[: PLAYERS[game] - 1])
    assert session.result == table.rules.result(table.state)
    assert {seat.tally.games for seat in table.seats} == {1}


@pytest.mark.parametrize("game", GAMES)
def test_the_server_throws_nothing_but_cups_face_down(game: str) -> None:
    room = RealRoom(game)
    room.play_out()
    assert not [entry for entry in room.log if isinstance(entry, Wanted)]
    played = [entry for entry in room.log if isinstance(entry, Played)]
    by_itself = [entry.event for entry in played if entry.by != "player"]
    assert all(isinstance(event, zocknroll.Cups) and not any(map(any, event.dice)) for event in by_itself)
    assert bool(by_itself) is (game == "zocknroll")


def test_dice_cannot_be_verified() -> None:
    inputs = ServerInputs(None, lambda: "replay", keys=KeyPool(bytes(32)))
    log = create("kiwi", "zock", {}, Settings(dice="real"), "Anna", ANNA, inputs, start=True, guests=("Ben",))
    assert [entry.fair for entry in log if isinstance(entry, Started)] == [None]


@pytest.mark.parametrize("game", GAMES)
def test_a_face_down_die_is_hidden_from_all(game: str) -> None:
    """R5: the owner sees no more than others; the entry of a lift is the same for all."""
    room = phone_each(game)
    chance = Random(5)
    while room.table.phase == "playing":
        before = len(room.log)
        room.step(chance)
        table = room.table
        views = {table.rules.view(table.state, seat) for seat in (None, *range(len(table.seats)))}
        assert len(views) == 1
        for version, entry in enumerate(room.log[before:], before + 1):
            after = rebuild(room.log[:version])
            assert after is not None
            assert len({redact(after, entry, seat) for seat in (None, 0, 1)}) == 1


def test_a_covered_throw_that_is_told_early_stays_hidden() -> None:
    """S5: all look when all cups are lifted, and an entry never shows more than the table did."""
    room = phone_each("schocken")
    room.tell(schocken.Starter(0))
    room.tell(schocken.Throw(0, (), (1, 2, 6)))
    room.tell(schocken.Throw(0, (), (1, 2, 6)))
    seen = room.table.version
    room.tell(schocken.Throw(0, (), (3, 3, 4)))
    assert redact(room.table, room.log[-1], 0) == Played(schocken.Throw(0), "player")
    assert due(room.table).seat == 1
    room.tell(schocken.Throw(0, (), (3, 3, 5)), ANNA, seen)
    last = room.log[-1]
    assert isinstance(last, TakenBack)
    assert last.instead == schocken.Throw(0, (), (3, 3, 5))
    shown = redact(room.table, last, 0)
    assert getattr(shown, "instead", None) == schocken.Throw(0)


def test_covered_dice_are_not_asked_again_if_they_were_told() -> None:
    room = phone_each("schocken")
    room.tell(schocken.Starter(0))
    for _ in range(3):
        room.tell(schocken.Throw(0, (), (1, 2, 6)))
    for seat in (1, 2):
        room.tell(schocken.Throw(seat, (), (1, 1, 6)))
        room.tell(schocken.Stand(seat))
    assert due(room.table).kind == "tell"
    assert not isinstance(room.state, schocken.State) or room.state.phase == "throw"


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (zocknroll.White((1, 2)), "N5"),
        (zocknroll.White((0, 0, 0)), "R2"),
        (zocknroll.Stay(0), "N5"),
        (Lift(0, (1, 2)), "R3"),
        (zocknroll.Cups(((1, 1),) * 4), "N5"),
    ],
)
def test_a_telling_that_breaks_a_rule_is_refused_with_its_number(event: zocknroll.Event, rule: str) -> None:
    room = RealRoom()
    room.tell(zocknroll.Starter(0))
    refusal = room.refusal(ANNA, Tell(to_builtins(event)))
    assert (refusal.why, refusal.rule) == ("illegal", rule)


def test_malformed_tellings_are_refused() -> None:
    assert RealRoom().refusal(ANNA, Tell({"e": "poker"})).why == "malformed"


@pytest.mark.parametrize("command", [Throw(), Move({"e": "starter", "seat": 0})])
def test_nothing_is_thrown_by_the_server(command: Command) -> None:
    assert RealRoom().refusal(ANNA, command).rule == "R1"


def test_nothing_is_told_where_the_server_throws() -> None:
    room = Room("zock", ("random",), start=True)
    assert room.refusal(ANNA, Tell({"e": "throw", "seat": 0, "dice": [1, 2]})).rule == "R1"


def test_nothing_is_told_before_a_game() -> None:
    assert "no game" in RealRoom(start=False).refusal(ANNA, Tell({"e": "starter", "seat": 0})).sentence


MIXED: list[tuple[Settings, dict[str, object]]] = [
    (Settings(dice="real"), {"bots": ("random",)}),
    (Settings(), {"guests": ("Ben",)}),
    (Settings(dice="real", clock=60), {}),
]


@pytest.mark.parametrize(("settings", "more"), MIXED)
def test_mixed_tables_cannot_be_made(settings: Settings, more: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(Refusal) as refused:
        create("kiwi", "schocken", {}, settings, "Anna", ANNA, ServerInputs(None, str), **more)  # type: ignore[arg-type]
    assert refused.value.rule == "R1"


def test_bots_and_stand_ins_are_refused_with_the_reason() -> None:
    room = phone_each()
    for command in (StandIn(1), SeatBot("random")):
        refusal = room.refusal(ANNA, command)
        assert (refusal.rule, "dice that others cannot see prove nothing" in refusal.sentence) == ("R1", True)


def test_another_game_cannot_be_continued_with_real_dice() -> None:
    other = continuation(play_out("zock", ["Xaver", "Yvonne"], seed=1), 3, 0)
    with pytest.raises(Refusal, match="prove nothing"):
        create_continuation("kiwi", other, Settings(dice="real"), "Anna", ANNA, ServerInputs(None, str), ("random",))


def test_dice_change_only_where_all_seats_fit_them() -> None:
    real, server = Change(settings=Settings(dice="real")), Change(settings=Settings())
    assert "prove nothing" in Room("zocknroll", ("random", "random")).refusal(ANNA, real).sentence
    assert "nothing can be changed" in RealRoom().refusal(ANNA, server).sentence
    assert "prove nothing" in RealRoom(start=False).refusal(ANNA, server).sentence
    room = phone_each(start=False)
    room.ask(ANNA, server)
    room.ask(ANNA, real)
    room.ask(ANNA, Start())
    assert due(room.table).kind == "tell"


def test_own_phones_tell_their_own_and_what_is_no_seats() -> None:
    room = phone_each()
    room.tell(zocknroll.Starter(1), CLEO)
    room.tell(zocknroll.White((1, 1, 6)), BEN)
    assert room.refusal(CLEO, Tell(to_builtins(zocknroll.Stay(1)))).why == "forbidden"
    room.tell(zocknroll.Stay(1), BEN)
    room.tell(zocknroll.Stay(2), ANNA)
    room.tell(zocknroll.Stay(0), ANNA)
    room.tell(zocknroll.White((2,)), CLEO)
    for seat in (1, 2, 0):
        room.tell(zocknroll.Stay(seat))
    room.tell(zocknroll.White((3,)), BEN)
    assert room.refusal(BEN, Tell(to_builtins(Lift(2, (1, 1))))).why == "forbidden"
    room.tell(Lift(1, (1, 1)), BEN)
    room.tell(Lift(2, (4, 5)), CLEO)
    room.tell(Lift(0, (4, 5)), ANNA)
    room.tell(Lift(3, (6, 5)), CLEO)
    assert room.decision.seat == 1


def test_onlookers_tell_nothing() -> None:
    assert RealRoom().refusal(BEN, Tell({"e": "starter", "seat": 0})).why == "forbidden"


def test_the_same_told_twice_is_no_news() -> None:
    """The order of dice does not matter, nor what has been told after it."""
    room = phone_each()
    room.tell(zocknroll.Starter(0))
    seen = room.table.version
    room.tell(zocknroll.White((1, 2, 6)), BEN, seen)
    before = room.table
    room.tell(zocknroll.White((6, 1, 2)), CLEO, seen)
    assert room.table is before
    room.tell(zocknroll.Stay(0))
    before = room.table
    room.tell(zocknroll.White((2, 1, 6)), CLEO, seen)
    assert room.table is before


def test_of_two_different_tellings_neither_counts() -> None:
    room = phone_each()
    room.tell(zocknroll.Starter(0))
    seen, position = room.table.version, room.table.state
    room.tell(zocknroll.White((1, 2, 6)), BEN, seen)
    room.tell(zocknroll.White((1, 2, 5)), CLEO, seen)
    assert room.log[-1] == TakenBack(2, 2, zocknroll.White((1, 2, 5)))
    assert room.table.state == position
    assert room.refusal(BEN, Tell(to_builtins(zocknroll.White((1, 2, 6)))), seen).why == "stale", "look again first"
    room.tell(zocknroll.White((1, 2, 6)), BEN)
    assert due(room.table).seat == 0


def test_two_different_decisions_are_asked_again() -> None:
    room = phone_each()
    room.tell(zocknroll.Starter(1))
    room.tell(zocknroll.White((1, 2, 6)))
    seen = room.table.version
    room.tell(zocknroll.Stay(1), ANNA, seen)
    room.tell(Lift(1, (2, 2)), BEN, seen)
    assert isinstance(room.log[-1], TakenBack)
    assert due(room.table).seat == 1


def test_a_late_telling_cannot_take_back_what_came_after() -> None:
    room = phone_each()
    room.tell(zocknroll.Starter(0))
    seen = room.table.version
    room.tell(zocknroll.White((1, 2, 6)))
    room.tell(zocknroll.Stay(0))
    refusal = room.refusal(CLEO, Tell(to_builtins(zocknroll.White((1, 2, 5)))), seen)
    assert (refusal.why, "take that back" in refusal.sentence) == ("stale", True)


def test_a_late_telling_that_never_fitted_is_stale() -> None:
    room = phone_each()
    seen = room.table.version
    room.tell(zocknroll.Starter(0))
    assert room.refusal(BEN, Tell(to_builtins(zocknroll.White((1, 2, 5)))), seen).why == "stale"
    assert room.refusal(BEN, Tell(to_builtins(zocknroll.Starter(1))), 1).why == "stale", "before the game began"


def test_cups_that_follow_by_themselves_do_not_hide_a_contradiction() -> None:
    """Two tell the starter differently; the cups that lie there already are withdrawn with it."""
    room = phone_each()
    seen = room.table.version
    room.tell(zocknroll.Starter(0), BEN, seen)
    room.tell(zocknroll.Starter(1), CLEO, seen)
    assert room.log[-1] == TakenBack(0, 2, zocknroll.Starter(1))
    assert room.table.told == ()


def test_the_last_event_of_a_game_can_be_contradicted() -> None:
    """The game runs again, as if its result had never been."""
    room, chance, seen = phone_each("schocken"), Random(3), 0
    told = list[Event]()
    while room.table.phase == "playing":
        seen = room.table.version
        told.append(room.next_event(chance))
        room.tell(told[-1])
    event = told[-1]
    assert isinstance(event, Lift), "the seed ends with dice that are told"
    over = room.table
    room.tell(event, ANNA, seen)
    assert room.table is over, "the same is no news"
    room.tell(replace(event, dice=tuple(7 - die for die in event.dice)), ANNA, seen)
    table = room.table
    assert (table.phase, table.finished, {seat.tally for seat in table.seats}) == ("playing", None, {Tally()})
    assert rebuild(room.log) == table
    room.tell(event)
    assert room.table.phase == "over"
    assert room.table.finished not in (None, over.finished), "links to the withdrawn game do not show another one"
    assert [seat.tally for seat in room.table.seats] == [seat.tally for seat in over.seats]


@pytest.mark.parametrize("players", [3, 12])
def test_many_seats_on_one_phone(players: int) -> None:
    names = tuple(f"Gast {number}" for number in range(1, players))
    inputs = ServerInputs(None, lambda: "replay")
    log = create("kiwi", "zocknroll", {}, Settings(dice="real"), "Anna", ANNA, inputs, start=True, guests=names)
    table = rebuild(log)
    assert table is not None
    assert table.names == ("Anna", *names)
    assert [seat.guest for seat in table.seats] == [False, *[True] * (players - 1)]


def test_guests_fill_no_more_seats_than_the_game_has() -> None:
    names = tuple(f"Gast {number}" for number in range(1, 25))
    with pytest.raises(Refusal, match="all 24 seats") as refused:
        create("kiwi", "schocken", {}, Settings(dice="real"), "Anna", ANNA, ServerInputs(None, str), guests=names)
    assert refused.value.rule == "S1"


def test_one_phone_starts_the_next_game_alone() -> None:
    room = RealRoom("zock")
    room.play_out()
    room.ask(ANNA, Rematch())
    assert (room.table.phase, room.table.number) == ("playing", 2)


def test_a_phone_each_asks_all_of_them() -> None:
    room = phone_each("zock")
    room.play_out()
    room.ask(ANNA, Rematch())
    assert room.table.number == 1
    room.ask(BEN, Rematch())
    assert (room.table.phase, room.table.number) == ("playing", 2)


def test_settings_have_one_form_of_the_server_s_dice() -> None:
    assert Settings(dice="server") == Settings()
    assert replace(Settings(dice="real"), dice="server") == Settings()
