"""When the coach may be asked."""

from __future__ import annotations

import pytest

from knobel.table import may_help
from knobel.table.commands import Change, Join, Leave, Start, Unseat
from knobel.table.settings import Settings

from .room import ANNA, BEN, Room, pair


def test_alone_against_bots() -> None:
    room = Room("zocknroll", bots=("random", "random"), start=True)
    assert room.table.settings.help == "alone"
    assert may_help(room.table)


def test_help_ends_when_a_second_person_sits_down() -> None:
    room = Room("zocknroll", bots=("random",))
    assert may_help(room.table)
    room.ask(BEN, Join("Ben"))
    assert not may_help(room.table)


def test_a_stand_in_holds_the_place_of_a_person() -> None:
    room = pair()
    room.ask(BEN, Leave())
    assert room.table.seats[1].away == "left"
    assert not may_help(room.table), "Ben may come back any time"


def test_who_was_removed_for_good_does_not_come_back() -> None:
    room = pair()
    room.ask(ANNA, Unseat(1))
    assert not room.table.seats[1].person
    assert may_help(room.table)


@pytest.mark.parametrize(("setting", "allowed"), [("all", True), ("never", False)])
def test_the_host_decides_for_all(setting: str, allowed: bool) -> None:
    room = Room("zock", help=setting)
    room.ask(BEN, Join("Ben"))
    assert may_help(room.table) is allowed
    assert may_help(Room("zock", bots=("random",), help=setting).table) is allowed


def test_what_applies_does_not_change_while_a_game_runs() -> None:
    room = pair()
    change = Change(settings=Settings(help="all"))
    assert "while the game runs" in room.refusal(ANNA, change).sentence
    assert not may_help(room.table)
    lobby = Room("zock")
    lobby.ask(BEN, Join("Ben"))
    lobby.ask(ANNA, change)
    lobby.ask(ANNA, Start())
    assert may_help(lobby.table)
