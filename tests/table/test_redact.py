"""Redaction: viewers learn nothing from the log that their view hides."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from knobel.rules import schocken, zocknroll
from knobel.rules.dice import SeededDice
from knobel.rules.game import FACE_DOWN, Dice, Event, State
from knobel.table import Carry, Table, due, evolve, rebuild, redact
from knobel.table.commands import Join, LetIn, Start
from knobel.table.events import Played, Started, TableEvent

from .room import ANNA, BEN, CLEO, DORA, Room

VIEWERS = (None, 0, 1, 2)


def frames(log: list[TableEvent], seat: int | None) -> list[bytes]:
    """Everything that a viewer gets: every entry, and the view after it."""
    table: Table | None = None
    found = []
    for event in log:
        table = evolve(table, event)
        view = None if table.state is None else table.rules.view(table.state, seat)
        pending = None if view is None else table.rules.pending(view)
        found.append(msgspec.json.encode((redact(table, event, seat), view, pending)))
    return found


class TwinDice(SeededDice):
    """Seeded dice with other faces at the throws in `spoil`."""

    def __init__(self, seed: int, spoil: frozenset[int]) -> None:
        super().__init__(seed)
        self.thrown = 0
        self._spoil = spoil

    def roll(self, count: int) -> Dice:
        self.thrown += 1
        fallen = super().roll(count)
        return tuple(7 - die for die in fallen) if self.thrown in self._spoil else fallen


def to_first_decision(spoil: frozenset[int], board: str) -> Room:
    return Room("zocknroll", ("random", "random"), True, TwinDice(3, spoil), {"board": board})


@pytest.mark.parametrize("board", ["basic", "pro"])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_twin_cups(board: str, viewer: int | None) -> None:
    """N5: with other dice in all cups but the viewer's, the viewer's frames are the same bytes."""
    others = frozenset(cup + 1 for cup in range(4) if cup != viewer)
    one, other = to_first_decision(frozenset(), board), to_first_decision(others, board)
    assert one.log != other.log
    assert frames(one.log, viewer) == frames(other.log, viewer)
    if viewer is not None:
        own = to_first_decision(frozenset({viewer + 1}), board)
        assert frames(one.log, viewer) != frames(own.log, viewer)


@given(st.integers(0, 2**32), st.sampled_from(["third", "last"]), st.integers(1, 40))
def test_twin_covered_throws(seed: int, covered: str, steps: int) -> None:
    """S5: a covered throw is hidden from all viewers, its thrower included."""
    room = Room("schocken", ("random",) * 3, True, SeededDice(seed), {"covered": covered})
    chance = Random(seed)
    while room.table.phase == "playing" and (steps > 0 or _hidden(room.table) is None):
        room.step(chance)
        steps -= 1
    hidden = _hidden(room.table)
    if hidden is not None:
        twin = _spoiled(room.log, hidden)
        for viewer in VIEWERS:
            assert frames(room.log, viewer) == frames(twin, viewer)


def _hidden(table: Table) -> int | None:
    """A seat whose last throw is covered now."""
    state = table.state
    assert isinstance(state, schocken.State)
    return next((seat for seat in range(state.players) if schocken.covered(state, seat)), None)


def _spoiled(log: list[TableEvent], seat: int) -> list[TableEvent]:
    """The log with other dice in the last throw of a seat."""
    for place in range(len(log) - 1, -1, -1):
        event = log[place]
        if isinstance(event, Played) and isinstance(event.event, schocken.Throw) and event.event.seat == seat:
            again = replace(event.event, dice=tuple(7 - die for die in event.event.dice))
            return [*log[:place], replace(event, event=again), *log[place + 1 :]]
    raise AssertionError("the seat has not thrown")


@given(st.integers(0, 2**32), st.sampled_from(["zocknroll", "schocken"]), st.sampled_from(VIEWERS))
def test_an_entry_never_shows_more_than_the_view(seed: int, game: str, viewer: int | None) -> None:
    room = Room(game, ("random",) * 3, True, SeededDice(seed))
    chance = Random(seed)
    for _ in range(30):
        if room.table.phase == "playing":
            room.step(chance)
    table: Table | None = None
    for event in room.log:
        table = evolve(table, event)
        if isinstance(event, Played):
            assert table.state is not None
            shown = redact(table, event, viewer)
            assert isinstance(shown, Played)
            _compare(shown.event, table.rules.view(table.state, viewer))


def _compare(event: Event, view: State) -> None:
    match view, event:
        case zocknroll.State(cups=cups), zocknroll.Cups():
            assert [sorted(dice) for dice in event.dice] == [list(cup) for cup in cups]
        case schocken.State(hands=hands, cups_up=False), schocken.Throw():
            assert tuple(sorted(event.dice)) == hands[event.seat].thrown


def test_hidden_dice_stay_face_down_in_their_entry() -> None:
    """A client that catches up after the cups are lifted gets the same entry as before."""
    room = Room("zocknroll", ("random", "random"), True)
    live = frames(room.log, None)
    room.play_out()
    assert frames(room.log, None)[: len(live)] == live
    cups = next(event for event in room.log if isinstance(event, Played) and isinstance(event.event, zocknroll.Cups))
    after = rebuild(room.log[: room.log.index(cups) + 1])
    assert after is not None
    assert redact(after, cups, None) == replace(cups, event=zocknroll.Cups(((FACE_DOWN, FACE_DOWN),) * 4))


def test_no_devices_and_no_secrets() -> None:
    room = Room("schocken", door="knock")
    room.ask(BEN, Join("Ben"))
    room.ask(CLEO, Join("Cleo"))
    room.ask(ANNA, LetIn(1))
    room.contribute(Carry(BEN, DORA))
    room.ask(ANNA, Start())
    for viewer in (None, 0, 1):
        text = b"".join(frames(room.log, viewer))
        assert not any(device.encode() in text for device in (ANNA, BEN, CLEO, DORA))
        assert b"replay-kiwi-1" not in text
    assert any(isinstance(event, Started) for event in room.log)
    assert b"Cleo" in b"".join(frames(room.log, 0)), "the host sees who knocks"
    assert b"Cleo" not in b"".join(frames(room.log, 1))
    assert due(room.table).kind == "throw"
