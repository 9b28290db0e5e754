"""Log lines for events of the table."""

from __future__ import annotations

from typing import get_args, get_origin

import pytest

from knobel.bots import BOTS
from knobel.rules import zock
from knobel.table import events
from knobel.table.commands import EMOTES, Settings
from knobel.table.events import TableEvent
from knobel.telling.phrase import render
from knobel.telling.table_log import tell_table
from knobel.words import LANGUAGES, words

EN = words("en")
NAMES = ("Anna", "Ben")
ALL = Settings(help="all")

TOLD: list[tuple[TableEvent, str]] = [
    (events.Created("abc", "zock", {}, Settings()), "New table: ZOCK."),
    (events.Sat(2, "Cleo", "digest"), "Cleo sits down."),
    (events.GuestSat(2, "Cleo"), "Cleo sits down."),
    (events.Claimed(1, "digest"), "Ben has a phone at the table now."),
    (events.Released(1, "left"), "The phone of Ben has left: the host enters the dice for this seat."),
    (events.SatOut(1), "Ben sits out."),
    (events.BotSat(2, "Willi", "strong"), "Willi joins (bot: Strong)."),
    (events.Stood(1, "left"), "Ben leaves the table."),
    (events.Stood(1, "removed"), "The host removes Ben from the table."),
    (events.Changed("schocken", {}, Settings()), "The host changes the settings: Schocken."),
    (events.HostChanged(1), "Ben is the host now."),
    (events.Started(2, "secret"), "Game 2 starts."),
    (
        events.Started(1, "secret", 1),
        "This game continues another one, after its first step. It does not count in the statistics.",
    ),
    (
        events.Started(1, "secret", 7),
        "This game continues another one, after 7 steps. It does not count in the statistics.",
    ),
    (events.WentAway(0, "time"), "Time is up: a bot plays for Anna."),
    (events.WentAway(0, "left"), "Anna is away: a bot plays on."),
    (events.WentAway(0, "host"), "The host lets a bot play for Anna."),
    (events.CameBack(0), "Anna is back."),
    (events.Carried(0, "digest"), "Anna is now here on another device, too."),
    (events.Emoted(1, "ouch"), "Ben: Ouch!"),
    (events.WantsRematch(1), "Ben wants another game."),
    (events.Protested(1, 4), "Ben’s device says that it did answer."),
    (events.Closed(), "The host has closed the table."),
]

PRIVATE: list[TableEvent] = [
    events.Knocked(1, "Mallory", "digest"),
    events.TurnedAway(1),
    events.Anchored(0, "ab" * 32),
    events.Rooted("ab" * 32, ""),
    events.Disclosed(("ab" * 32,)),
    events.Wanted(zock.Throw(0)),
    events.Played(zock.Throw(0), "dice"),
    events.SatIn(0, 1),
    events.TakenBack(3, 0),
]


@pytest.mark.parametrize(("event", "told"), TOLD)
def test_what_happens_at_a_table_is_told(event: TableEvent, told: str) -> None:
    assert [render(EN, line) for line in tell_table(NAMES, event)] == [told]
    assert all(render(words(language), line) for language in LANGUAGES for line in tell_table(NAMES, event))


@pytest.mark.parametrize("event", [events.Created("abc", "zock", {}, ALL), events.Changed("zock", {}, ALL)])
def test_the_log_says_that_the_coach_may_be_asked(event: TableEvent) -> None:
    assert render(EN, tell_table(NAMES, event)[-1]) == "Everyone here may ask the coach."


@pytest.mark.parametrize("event", PRIVATE)
def test_what_is_private_or_told_elsewhere_is_not_told(event: TableEvent) -> None:
    assert tell_table(NAMES, event) == ()


def test_no_event_of_a_table_is_forgotten() -> None:
    kinds = {get_origin(kind) or kind for kind in get_args(TableEvent)}
    assert {type(event) for event, _ in TOLD} | {type(event) for event in PRIVATE} == kinds


def test_a_player_replaced_by_a_bot_is_named() -> None:
    told = [render(EN, line) for line in tell_table(NAMES, events.BotSat(1, "Willi", "casual"))]
    assert told == ["The host removes Ben from the table.", "Willi joins (bot: Casual)."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_emote_and_every_level_has_words(language: str) -> None:
    say = words(language)
    assert all(say.has(f"emote-{emote}") for emote in EMOTES)
    for level in BOTS:
        (told,) = tell_table(NAMES, events.BotSat(2, "Willi", level))
        assert render(say, told)
