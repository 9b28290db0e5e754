"""Setup of a table: game, options and settings."""

from __future__ import annotations

from typing import Any

import pytest

from knobel.rules.dice import SeededDice
from knobel.rules.game import option_specs
from knobel.table import Refusal, create
from knobel.table.commands import Change, HandOn, Join, Leave, SeatBot, Settings, Start, Unseat
from knobel.table.events import Changed

from .room import ANNA, BEN, CLEO, Room, server_inputs


def test_the_log_names_every_option() -> None:
    table = Room(options={"games": 3}).table
    assert set(table.options) == {spec.name for spec in option_specs(table.rules)}
    assert table.options["games"] == 3


@pytest.mark.parametrize(
    ("game", "options", "settings", "rule"),
    [
        ("poker", {}, Settings(), None),
        ("zock", {"games": 0}, Settings(), "K8"),
        ("zock", {"colour": "red"}, Settings(), None),
        ("zock", [], Settings(), None),
        ("zock", {}, Settings(stand_in="genius"), None),
        ("zock", {}, Settings(stand_in="jorg"), "N4"),
        ("schocken", {"preset": "church"}, Settings(), None),
    ],
)
def test_invalid_setups_are_refused(game: str, options: object, settings: Settings, rule: str | None) -> None:
    with pytest.raises(Refusal) as refused:
        create("kiwi", game, options, settings, "Anna", ANNA, server_inputs("kiwi", SeededDice(1)))
    assert (refused.value.why, refused.value.rule) == ("illegal", rule)


def test_a_table_cannot_start_without_players() -> None:
    with pytest.raises(Refusal) as refused:
        create("kiwi", "zocknroll", {}, Settings(), "Anna", ANNA, server_inputs("kiwi", SeededDice(1)), start=True)
    assert refused.value.rule == "N1"


def test_options_change_and_the_others_stay() -> None:
    room = Room(options={"games": 3})
    settings = Settings(clock=30)
    assert room.ask(ANNA, Change(settings=settings)) == (Changed("zock", room.table.options, settings),)
    room.ask(ANNA, Change(options={"variant": "A"}))
    assert (room.table.options["games"], room.table.options["variant"]) == (10, "A"), "options are given as a whole"
    assert room.table.settings == settings


def test_another_game_has_its_own_options_and_tally() -> None:
    room = Room(bots=("random",), start=True, options={"games": 1})
    room.play_out()
    assert room.table.seats[0].tally.games == 1
    room.ask(ANNA, Change(game="schocken"))
    assert room.table.options["stones"] == 13
    assert (room.table.phase, room.table.state, room.table.seats[0].tally.games) == ("lobby", None, 0)
    assert room.table.finished == "replay-kiwi-1", "the last game can still be looked at"
    room.ask(ANNA, Start())


def test_a_game_must_suit_all_seats() -> None:
    room = Room("zocknroll", bots=("jorg", "random"))
    assert room.refusal(ANNA, Change(game="zock")).rule == "K1"
    assert room.refusal(ANNA, Change(game="schocken")).rule == "N4"


def test_nothing_changes_while_the_game_runs() -> None:
    room = Room(bots=("random",), start=True)
    assert room.refusal(ANNA, Change(game="schocken")).why == "illegal"


@pytest.mark.parametrize("command", [Change(game="schocken"), Start(), Unseat(1), HandOn(1)])
def test_host_commands_on_an_older_arrangement_are_stale(command: Any) -> None:
    """Seat 1 has another person since the version that the host saw."""
    room = Room("schocken")
    room.ask(BEN, Join("Ben"))
    room.ask(CLEO, Join("Cleo"))
    seen = room.table.version
    room.ask(BEN, Leave())
    assert room.refusal(ANNA, command, seen).why == "stale"


def test_joining_does_not_make_host_commands_stale() -> None:
    room = Room("schocken")
    seen = room.table.version
    room.ask(BEN, Join("Ben"))
    room.ask(ANNA, SeatBot("random"), seen)
    room.ask(ANNA, Change(options={"stones": 5}), seen)
    assert room.refusal(ANNA, Change(options={"stones": 6}), seen).why == "stale", "one of two changes wins"
