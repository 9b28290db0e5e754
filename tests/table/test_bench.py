"""Seats at a table with real dice: guests without a phone, phones that take over their seats, and the bench."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from knobel.rules import zocknroll
from knobel.table import Refusal, rebuild
from knobel.table.bench import MOST_BENCHED
from knobel.table.commands import (
    Claim,
    Command,
    HandOn,
    Join,
    Leave,
    LetIn,
    Rematch,
    SeatGuest,
    SitIn,
    SitOut,
    Start,
    TurnAway,
    Unseat,
)
from knobel.table.events import Claimed, GuestSat, HostChanged, Knocked, Released

from .real_room import RealRoom, phone_each
from .room import ANNA, BEN, CLEO, DORA, Room


def test_guests_sit_where_the_host_says() -> None:
    room = RealRoom(start=False)
    room.ask(ANNA, SeatGuest("Dora"))
    assert room.ask(ANNA, SeatGuest(" Emil ", 0)) == (GuestSat(0, "Emil"),)
    assert list(room.table.names) == ["Emil", "Anna", "Ben", "Cleo", "Dora"]
    assert (room.table.host, room.table.seat_of(ANNA)) == (1, 1)
    assert "no seat 9" in room.refusal(ANNA, SeatGuest("Fritz", 9)).sentence
    room.ask(ANNA, SeatGuest("ben"))
    assert list(room.table.names)[-1] == "ben 2"


def test_guests_sit_down_between_games_and_by_the_host() -> None:
    room = RealRoom()
    assert "a game is running" in room.refusal(ANNA, SeatGuest("Dora")).sentence
    assert phone_each(start=False).refusal(BEN, SeatGuest("Dora")).why == "forbidden"
    assert Room("schocken").refusal(ANNA, SeatGuest("Dora")).rule == "R1"


def test_a_phone_takes_over_the_seat_of_a_guest() -> None:
    room = RealRoom()
    assert room.ask(BEN, Claim(1)) == (Claimed(1, BEN),)
    seat = room.table.seats[1]
    assert (seat.name, seat.devices, seat.guest) == ("Ben", (BEN,), False)
    room.tell(zocknroll.Starter(1), BEN)
    for taken in (0, 1):
        assert "another device" in room.refusal(CLEO, Claim(taken)).sentence
    assert "already" in room.refusal(BEN, Claim(2)).sentence
    assert "no seat 7" in room.refusal(CLEO, Claim(7)).sentence


def test_a_claim_names_the_seat_that_its_device_saw() -> None:
    room = RealRoom(start=False)
    seen = room.table.version
    room.ask(ANNA, SeatGuest("Dora", 0))
    assert room.refusal(BEN, Claim(1), seen).why == "stale"


def test_a_claim_knocks_at_a_closed_door() -> None:
    room = RealRoom(door="knock")
    assert room.ask(BEN, Claim(1)) == (Knocked(1, "Ben", BEN, claims=True),)
    assert room.table.seats[1].guest
    assert room.ask(ANNA, LetIn(1)) == (Claimed(1, BEN),)
    assert room.table.knocks == ()


def test_a_claim_whose_seat_is_taken_meanwhile_sits_down_elsewhere() -> None:
    room = RealRoom(start=False, door="knock")
    room.ask(BEN, Claim(1))
    room.ask(CLEO, Claim(1))
    room.ask(ANNA, LetIn(2))
    room.ask(ANNA, LetIn(1))
    assert (room.table.seat_of(CLEO), room.table.seat_of(BEN)) == (1, 3)
    assert room.table.names[3] == "Ben 2"
    room.ask(DORA, Claim(2))
    room.ask(ANNA, TurnAway(3))
    assert room.table.seats[2].guest


def test_the_host_tells_for_a_phone_that_leaves_during_a_game() -> None:
    room = phone_each()
    assert room.ask(BEN, Leave()) == (Released(1, "left"),)
    assert (room.table.seats[1].guest, room.table.seat_of(BEN)) == (True, None)
    room.tell(zocknroll.Starter(1))
    room.ask(BEN, Claim(1))
    assert not room.table.seats[1].guest


def test_a_host_who_leaves_passes_the_role_to_a_phone() -> None:
    room = RealRoom()
    room.ask(CLEO, Claim(2))
    assert room.ask(ANNA, Leave()) == (Released(0, "left"), HostChanged(2))
    room.tell(zocknroll.Starter(1), CLEO)


def test_a_table_whose_only_phone_has_left_waits_for_another() -> None:
    room = RealRoom()
    room.ask(ANNA, Leave())
    assert room.table.host is None
    room.ask(BEN, Claim(1))
    assert room.table.host == 1
    room.tell(zocknroll.Starter(1), BEN)


def test_the_host_can_take_a_seat_away_from_its_phone_during_a_game() -> None:
    room = phone_each()
    assert room.ask(ANNA, Unseat(1)) == (Released(1, "removed"),)
    assert BEN in room.table.removed
    room.ask(BEN, Claim(1))
    assert room.table.knock_of(BEN), "a removed device knocks"
    assert "can sit out" in room.refusal(ANNA, Unseat(1)).sentence


def test_only_a_seat_with_a_phone_can_be_host() -> None:
    assert "no device" in RealRoom().refusal(ANNA, HandOn(1)).sentence


def test_a_person_sits_out_and_comes_back_with_the_tally() -> None:
    room = RealRoom("schocken", players=4)
    room.play_out()
    tallies = [seat.tally for seat in room.table.seats]
    room.ask(ANNA, SitOut(1))
    assert list(room.table.names) == ["Anna", "Cleo", "Dora"]
    assert [out.seat.name for out in room.table.bench] == ["Ben"]
    room.ask(ANNA, Rematch())
    room.play_out()
    room.ask(ANNA, SitIn(0))
    assert list(room.table.names) == ["Anna", "Ben", "Cleo", "Dora"]
    assert (room.table.seats[1].tally, room.table.bench) == (tallies[1], ())
    assert [seat.tally.games for seat in room.table.seats] == [2, 1, 2, 2]


def test_nobody_sits_out_or_in_during_a_game() -> None:
    room = RealRoom("schocken", players=4, start=False)
    room.ask(ANNA, SitOut(1))
    room.ask(ANNA, Start())
    for command in (SitOut(1), SitIn(0)):
        assert "between games" in room.refusal(ANNA, command).sentence


def test_a_name_on_the_bench_is_not_given_again() -> None:
    room = RealRoom(start=False)
    room.ask(ANNA, SitOut(1))
    room.ask(ANNA, SeatGuest("Ben"))
    assert list(room.table.names) == ["Anna", "Cleo", "Ben 2"]


def test_own_phones_sit_out_and_in_by_themselves() -> None:
    room = phone_each(start=False)
    assert room.refusal(BEN, SitOut(2)).why == "forbidden"
    room.ask(BEN, SitOut(1))
    assert (room.table.bench_of(BEN), room.table.seat_of(BEN)) == (0, None)
    assert room.refusal(CLEO, SitIn(0)).why == "forbidden"
    room.ask(BEN, SitIn(0))
    assert room.table.seat_of(BEN) == 1
    assert "no place 0" in room.refusal(ANNA, SitIn(0)).sentence


def test_the_phone_of_a_host_who_sits_out_goes_on_telling() -> None:
    room = RealRoom("schocken", players=4, start=False)
    room.ask(ANNA, SitOut(0))
    assert list(room.table.names) == ["Ben", "Cleo", "Dora"]
    assert (room.table.host, room.table.seat_of(ANNA), room.table.seats[0].guest) == (0, 0, True)
    assert "another device" in room.refusal(BEN, Claim(0)).sentence
    room.ask(ANNA, Start())
    room.play_out()
    room.ask(ANNA, SitIn(0))
    assert list(room.table.names) == ["Anna", "Ben", "Cleo", "Dora"]
    assert (room.table.host, room.table.seat_of(ANNA), room.table.seats[1].devices) == (0, 0, ())
    assert [seat.guest for seat in room.table.seats] == [False, True, True, True]


def test_a_host_among_phones_passes_the_role_on_before_sitting_out() -> None:
    room = phone_each(start=False)
    room.ask(ANNA, SitOut(0))
    assert room.table.host == room.table.seat_of(BEN) == 0
    room.ask(ANNA, SitIn(0))
    assert (room.table.seat_of(ANNA), room.table.host) == (0, 1)


def test_a_phone_on_the_bench_that_takes_another_seat_keeps_only_that() -> None:
    room = RealRoom("schocken", players=4, start=False)
    room.ask(BEN, Claim(1))
    room.ask(BEN, SitOut(1))
    room.ask(BEN, Claim(1))
    assert room.table.names[room.table.seat_of(BEN) or 0] == "Cleo"
    room.ask(ANNA, SitIn(0))
    assert [seat.guest for seat in room.table.seats] == [False, True, False, True]


def test_the_bench_is_bounded() -> None:
    room = RealRoom(start=False)
    for _ in range(MOST_BENCHED):
        room.ask(ANNA, SeatGuest("x"))
        room.ask(ANNA, SitOut(3))
    assert room.refusal(ANNA, SitOut(1)).why == "limit"


places = st.integers(-1, 4)
anything: st.SearchStrategy[Command] = st.one_of(
    st.builds(Join, st.sampled_from(["Ben", "Cleo", "Dora"])),
    st.builds(SeatGuest, st.sampled_from(["Emil", "Frida"]), st.none() | places),
    st.builds(Claim, places),
    st.builds(SitOut, places),
    st.builds(SitIn, places),
    st.builds(Unseat, places),
    st.builds(HandOn, places),
    st.sampled_from([Leave(), Start(), Rematch()]),
)


class Evenings(RuleBasedStateMachine):
    """People come, sit out, change phones and leave, in any order."""

    room: RealRoom

    @initialize(players=st.integers(1, 4))
    def begin(self, players: int) -> None:
        self.room = RealRoom("schocken", players=players, start=False)

    @rule(device=st.sampled_from([ANNA, BEN, CLEO, DORA]), command=anything)
    def ask(self, device: str, command: Command) -> None:
        before = self.room.table
        try:
            self.room.ask(device, command)
        except Refusal:
            assert self.room.table is before

    @rule(seed=st.integers(0, 99))
    def play(self, seed: int) -> None:
        table = self.room.table
        if table.phase == "playing" and table.host is not None:
            self.room.scribe = table.seats[table.host].devices[0]
            self.room.play_out(seed)

    @invariant()
    def the_log_is_the_table(self) -> None:
        assert rebuild(self.room.log) == self.room.table

    @invariant()
    def a_device_holds_one_seat_and_the_host_has_a_device(self) -> None:
        table = self.room.table
        seated = [device for seat in table.seats for device in seat.devices]
        assert len(seated) == len(set(seated))
        assert all(seat.guest or seat.devices for seat in table.seats)
        if table.host is not None:
            assert table.seats[table.host].devices
        elif seated:
            pytest.fail("a table with a device has a host")
        held = [place for place, seat in enumerate(table.seats) if seat.guest and seat.devices]
        assert held in ([], [table.host]), "only the host's phone holds a guest's seat"

    @invariant()
    def names_differ(self) -> None:
        names = self.room.table.all_names
        assert len(set(names)) == len(names)


TestEvenings = Evenings.TestCase
TestEvenings.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
