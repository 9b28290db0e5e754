"""Seats: joining, knocking, leaving, bots, the host role, stand-ins."""

from __future__ import annotations

from random import Random

import pytest

from knobel.table import Carry, HostGone, due
from knobel.table.commands import (
    Back,
    Close,
    Emote,
    HandOn,
    Join,
    Leave,
    LetIn,
    Rematch,
    SeatBot,
    StandIn,
    Start,
    TurnAway,
    Unseat,
)
from knobel.table.events import (
    BotSat,
    CameBack,
    Carried,
    Closed,
    HostChanged,
    Knocked,
    Played,
    Sat,
    Stood,
    TurnedAway,
    WentAway,
)
from knobel.table.seating import MOST_DEVICES, MOST_KNOCKS

from .room import ANNA, BEN, CLEO, DORA, Room


def schocken() -> Room:
    """Anna, Ben and Cleo, before the start."""
    room = Room("schocken")
    room.ask(BEN, Join("Ben"))
    room.ask(CLEO, Join("Cleo"))
    return room


def test_the_creator_is_host() -> None:
    room = Room(bots=("random",))
    assert room.table.names == ("Anna", "Ada")
    assert room.table.host == 0
    assert room.table.seats[1].level == "random"


def test_people_sit_down_side_by_side() -> None:
    assert schocken().table.names == ("Anna", "Ben", "Cleo")


def test_the_same_name_gets_a_number() -> None:
    room = Room("schocken")
    assert room.ask(BEN, Join(" ANNA ")) == (Sat(1, "ANNA 2", BEN),)


def test_a_device_has_one_seat() -> None:
    refusal = Room("schocken").refusal(ANNA, Join("Anna"))
    assert (refusal.why, refusal.sentence) == ("illegal", "you have a seat at this table already")


@pytest.mark.parametrize(
    ("game", "rule", "seats"), [("zock", "K1", 2), ("zocknroll", "N1", 12), ("schocken", "S1", 24)]
)
def test_a_table_has_as_many_seats_as_its_game(game: str, rule: str, seats: int) -> None:
    room = Room(game, bots=("random",) * (seats - 1))
    refusal = room.refusal(BEN, Join("Ben"))
    assert (refusal.why, refusal.rule) == ("illegal", rule)
    assert room.refusal(ANNA, SeatBot("random")).rule == rule


def test_joining_during_a_game_is_refused() -> None:
    room = Room("schocken", bots=("random",), start=True)
    assert "watch it" in room.refusal(BEN, Join("Ben")).sentence
    assert room.refusal(ANNA, SeatBot("random")).why == "illegal"


def test_guests_knock_at_a_closed_door() -> None:
    room = Room("schocken", door="knock")
    assert room.ask(BEN, Join("Ben")) == (Knocked(1, "Ben", BEN),)
    assert "knocked already" in room.refusal(BEN, Join("Ben")).sentence
    assert room.ask(CLEO, Join("Ben")) == (Knocked(2, "Ben", CLEO),)
    assert room.ask(ANNA, TurnAway(1)) == (TurnedAway(1),)
    assert room.ask(ANNA, LetIn(2)) == (Sat(1, "Ben", CLEO),)
    assert room.table.knocks == ()
    assert "no guest of that number" in room.refusal(ANNA, LetIn(2)).sentence
    assert "no guest of that number" in room.refusal(ANNA, TurnAway(1)).sentence
    assert room.ask(BEN, Join("Ben")) == (Knocked(3, "Ben", BEN),), "numbers of knocks are never used again"


def test_a_guest_can_stop_knocking() -> None:
    room = Room("schocken", door="knock")
    room.ask(BEN, Join("Ben"))
    assert room.ask(BEN, Leave()) == (TurnedAway(1),)
    assert room.refusal(BEN, Leave()).why == "forbidden"


def test_the_number_of_knocks_is_limited() -> None:
    room = Room("schocken", door="knock")
    for guest in range(MOST_KNOCKS):
        room.ask(f"guest-{guest}", Join("Guest"))
    assert room.refusal(BEN, Join("Ben")).why == "limit"


def test_letting_in_during_a_game_is_refused() -> None:
    room = Room("schocken", bots=("random",), start=True, door="knock")
    room.ask(BEN, Join("Ben"))
    assert "a game is running" in room.refusal(ANNA, LetIn(1)).sentence


def test_the_next_person_is_host_when_the_host_leaves() -> None:
    room = schocken()
    room.ask(ANNA, HandOn(1))
    assert room.ask(BEN, Leave()) == (Stood(1, "left"), HostChanged(1))
    assert room.table.names == ("Anna", "Cleo")
    assert room.ask(CLEO, Leave()) == (Stood(1, "left"), HostChanged(0))
    assert room.ask(ANNA, Leave()) == (Stood(0, "left"),)
    assert room.table.host is None
    room.ask(DORA, Join("Dora"))
    assert room.table.host == 0, "the first person at an empty table is its host"


def test_the_role_of_a_disconnected_host_passes_on_once() -> None:
    room = schocken()
    assert room.contribute(HostGone(0, 2)) == (HostChanged(2),)
    assert room.late(HostGone(0, 1)).why == "stale"
    room.ask(CLEO, SeatBot("casual"))
    assert room.late(HostGone(2, 3)).sentence == "Ada is a bot"
    assert room.table.host == 2


def test_a_door_without_a_host_is_open() -> None:
    """A guest who knocked before the host left would wait for ever."""
    room = Room("schocken", door="knock")
    room.ask(BEN, Join("Ben"))
    room.ask(ANNA, Leave())
    assert room.ask(BEN, Join("Ben")) == (Sat(0, "Ben", BEN),)
    assert (room.table.host, room.table.knocks) == (0, ())
    assert room.ask(CLEO, Join("Cleo")) == (Knocked(2, "Cleo", CLEO),)


def test_the_host_moves_up_with_the_seat() -> None:
    room = schocken()
    room.ask(ANNA, HandOn(2))
    room.ask(ANNA, Leave())
    assert (room.table.names, room.table.host) == (("Ben", "Cleo"), 1)


def test_a_bot_plays_on_for_a_person_who_leaves() -> None:
    room = schocken()
    room.ask(ANNA, Start())
    events = room.ask(ANNA, Leave())
    assert events[:2] == (WentAway(0, "left"), HostChanged(1))
    assert room.table.seats[0].devices == (ANNA,)
    assert "left already" in room.refusal(ANNA, Leave()).sentence
    assert room.ask(ANNA, Join("whoever")) == (CameBack(0),)
    assert room.table.seats[0].name == "Anna"
    assert "not away" in room.refusal(ANNA, Back()).sentence


def test_the_throw_of_a_person_who_leaves_falls() -> None:
    room = Room("schocken", bots=("random",), start=True)
    while due(room.table).kind != "throw":
        room.step(Random(0))
    kinds = [type(event) for event in room.ask(ANNA, Leave())]
    assert kinds[:2] == [WentAway, Played]
    assert due(room.table).level is not None


def test_the_first_person_back_at_an_abandoned_table_is_host() -> None:
    room = schocken()
    room.ask(ANNA, Start())
    for device in (BEN, CLEO, ANNA):
        room.ask(device, Leave())
    assert room.table.host == 0, "no person is present to take the role"
    assert room.ask(CLEO, Back()) == (CameBack(2), HostChanged(2))


def test_the_host_can_let_a_bot_play_for_a_person() -> None:
    room = schocken()
    assert "no game is running" in room.refusal(ANNA, StandIn(1)).sentence
    room.ask(ANNA, Start())
    assert room.ask(ANNA, StandIn(1))[0] == WentAway(1, "host")
    assert "a bot plays for Ben already" in room.refusal(ANNA, StandIn(1)).sentence
    assert room.ask(BEN, Back()) == (CameBack(1),)
    assert "there is no seat 7" in room.refusal(ANNA, StandIn(7)).sentence


def test_a_removed_person_must_knock_at_an_open_door() -> None:
    room = schocken()
    assert room.ask(ANNA, Unseat(1)) == (Stood(1, "removed"),)
    assert room.table.names == ("Anna", "Cleo")
    assert room.ask(BEN, Join("Ben")) == (Knocked(1, "Ben", BEN),)
    room.ask(ANNA, LetIn(1))
    room.ask(BEN, Leave())
    assert room.ask(BEN, Join("Ben")) == (Sat(2, "Ben", BEN),), "a guest who was let in need not knock again"


def test_a_person_removed_from_a_game_is_replaced_for_good() -> None:
    room = schocken()
    room.ask(ANNA, Start())
    assert room.ask(ANNA, Unseat(1))[0] == BotSat(1, "Ada", "strong")
    assert room.table.seat_of(BEN) is None
    assert room.refusal(BEN, Back()).why == "forbidden"
    assert "bot cannot be taken out" in room.refusal(ANNA, Unseat(1)).sentence


def test_the_host_cannot_be_removed() -> None:
    assert "can leave" in schocken().refusal(ANNA, Unseat(0)).sentence


def test_bots_come_and_go() -> None:
    room = schocken()
    assert room.ask(ANNA, SeatBot("casual")) == (BotSat(3, "Ada", "casual"),)
    assert room.ask(ANNA, Unseat(3)) == (Stood(3, "removed"),)
    assert room.refusal(ANNA, SeatBot("genius")).why == "illegal"
    assert room.refusal(ANNA, SeatBot("jorg")).rule == "N4"


def test_the_host_role_goes_to_people_only() -> None:
    room = schocken()
    room.ask(ANNA, SeatBot("casual"))
    assert "is a bot" in room.refusal(ANNA, HandOn(3)).sentence
    assert "host already" in room.refusal(ANNA, HandOn(0)).sentence
    assert room.ask(ANNA, HandOn(2)) == (HostChanged(2),)
    assert room.refusal(ANNA, HandOn(1)).why == "forbidden"


@pytest.mark.parametrize("command", [SeatBot("casual"), Unseat(0), Start(), Close(), HandOn(1), StandIn(0), LetIn(1)])
def test_only_the_host_runs_the_table(command: SeatBot | Unseat | Start | Close | HandOn | StandIn | LetIn) -> None:
    room = schocken()
    refusal = room.refusal(BEN, command)
    assert (refusal.why, refusal.sentence) == ("forbidden", "only the host of the table can do that")
    assert room.refusal(DORA, command).sentence == "you have no seat at this table"


@pytest.mark.parametrize("command", [Emote("luck"), Rematch(), Back()])
def test_spectators_only_watch(command: Emote | Rematch | Back) -> None:
    assert schocken().refusal(DORA, command).why == "forbidden"


def test_a_seat_can_be_carried_to_another_device() -> None:
    room = schocken()
    assert room.contribute(Carry(BEN, DORA)) == (Carried(1, DORA),)
    assert room.table.seat_of(DORA) == room.table.seat_of(BEN) == 1
    assert "holds the seat already" in room.late(Carry(BEN, DORA)).sentence
    assert "has a seat" in room.late(Carry(ANNA, DORA)).sentence
    for number in range(MOST_DEVICES - 2):
        room.contribute(Carry(BEN, f"device-{number}"))
    assert room.late(Carry(BEN, "one-more")).why == "limit"


def test_a_carry_link_leads_to_the_seat_of_its_device() -> None:
    """Ben leaves while his link is used, and Cleo has moved up to the number of his seat."""
    room = schocken()
    room.ask(BEN, Leave())
    assert room.late(Carry(BEN, DORA)).why == "stale"
    assert room.table.seat_of(DORA) is None


def test_a_device_that_gets_a_seat_stops_knocking() -> None:
    room = Room("schocken", door="knock")
    room.ask(DORA, Join("Dora"))
    assert room.contribute(Carry(ANNA, DORA)) == (TurnedAway(1), Carried(0, DORA))


def test_a_closed_table_refuses_everything() -> None:
    room = schocken()
    assert room.ask(ANNA, Close()) == (Closed(),)
    assert room.refusal(ANNA, Start()).why == room.refusal(DORA, Join("Dora")).why == "closed"
    assert room.late(Carry(ANNA, DORA)).why == "closed"
