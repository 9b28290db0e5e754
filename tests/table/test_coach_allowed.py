"""When players may ask the coach."""

from __future__ import annotations

import pytest

from knobel.table.commands import Change, Join, Leave, Settings, Start, Unseat

from .room import ANNA, BEN, Room, pair


def test_alone_against_bots() -> None:
    room = Room("zocknroll", bots=("random", "random"), start=True)
    assert room.table.settings.help == "alone"
    assert room.table.coach_allowed


def test_help_ends_when_a_second_person_sits_down() -> None:
    room = Room("zocknroll", bots=("random",))
    assert room.table.coach_allowed
    room.ask(BEN, Join("Ben"))
    assert not room.table.coach_allowed


def test_an_absent_person_still_counts() -> None:
    room = pair()
    room.ask(BEN, Leave())
    assert room.table.seats[1].away == "left"
    assert not room.table.coach_allowed, "Ben may come back any time"


def test_a_removed_person_does_not_count() -> None:
    room = pair()
    room.ask(ANNA, Unseat(1))
    assert not room.table.seats[1].person
    assert room.table.coach_allowed


@pytest.mark.parametrize(("setting", "allowed"), [("all", True), ("never", False)])
def test_the_host_decides_for_all(setting: str, allowed: bool) -> None:
    room = Room("zock", help=setting)
    room.ask(BEN, Join("Ben"))
    assert room.table.coach_allowed is allowed
    assert Room("zock", bots=("random",), help=setting).table.coach_allowed is allowed


def test_the_setting_cannot_change_during_a_game() -> None:
    room = pair()
    change = Change(settings=Settings(help="all"))
    assert "while the game runs" in room.refusal(ANNA, change).sentence
    assert not room.table.coach_allowed
    lobby = Room("zock")
    lobby.ask(BEN, Join("Ben"))
    lobby.ask(ANNA, change)
    lobby.ask(ANNA, Start())
    assert lobby.table.coach_allowed
