"""Lessons: legal games with texts in both languages, and they ask for good moves."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from knobel.bots import make_bot
from knobel.rules.game import FACE_DOWN, Decision
from knobel.rules.session import Session
from knobel.serve.api.lessons import LEARNER, lesson
from knobel.serve.documents import LessonStep, ReplayStep
from knobel.serve.messages import ZocknrollShown
from knobel.telling.lessons import SCRIPTS
from knobel.words import LANGUAGES, source, words

from .memory_server import memory_server

every_game = pytest.mark.parametrize("game", SCRIPTS)


def asking(game: str) -> list[tuple[LessonStep, LessonStep]]:
    """The steps that ask the learner for something, each with the step after it."""
    steps = lesson(game, "en").steps
    return [(step, after) for step, after in pairwise(steps) if step.does is not None]


def plain(message: object) -> Any:
    """A message as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(message))


def unthrown(event: object) -> Any:
    """A move with its dice face down."""
    chosen = plain(event)
    return {**chosen, "dice": [FACE_DOWN for _ in chosen["dice"]]} if "dice" in chosen else chosen


@every_game
def test_learner_is_asked_for_what_the_rules_await_and_goes_on_with_it(game: str) -> None:
    shown = lesson(game, "en").start
    asked = 0
    for step in lesson(game, "en").steps:
        shown = step.happens[-1].game if step.happens else shown
        if step.does is None:
            assert step.choices == ()
            continue
        asked += 1
        assert shown.pending.seat == LEARNER
        if shown.pending.kind == "decision":
            assert step.does in shown.pending.moves
            assert [choice.move for choice in step.choices] == list(shown.pending.moves)
            assert step.otherwise is not None or len(step.choices) == 1
        else:
            assert shown.pending.kind == "throw"
    assert asked >= 4
    for step, after in asking(game):
        assert unthrown(after.happens[0].e.event) == plain(step.does)


@every_game
def test_a_lesson_has_a_reasonable_length(game: str) -> None:
    assert 8 <= len(lesson(game, "en").steps) <= 12
    assert lesson(game, "en").steps[-1].does is None


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_has_words(game: str, language: str) -> None:
    say = words(language)
    for step in lesson(game, language).steps:
        for phrase in (step.note, step.otherwise):
            assert phrase is None or say(phrase.key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_note_is_left_over(language: str) -> None:
    told = {key for script in SCRIPTS.values() for scene in script.scenes for key in (scene.note, scene.otherwise)}
    assert set(re.findall(r"^(learn-[\w-]+) =", source(language), re.M)) == told - {None}


@every_game
def test_languages_differ_in_the_name_of_the_learner_only(game: str) -> None:
    german, english = (msgspec.json.encode(lesson(game, language)) for language in ("de", "en"))
    assert german.replace(b'"Du"', b'"You"') == english


def test_learner_sees_no_cup_but_the_own_before_it_is_lifted() -> None:
    script = SCRIPTS["zocknroll"]
    session = Session(script.game, ("You", *script.others))
    entries = [entry for step in lesson("zocknroll", "en").steps for entry in step.happens]
    for event, entry in zip((event for scene in script.scenes for event in scene.events), entries, strict=True):
        session.play(event)
        assert isinstance(entry.game, ZocknrollShown)
        assert entry.game.view == session.game.view(session.state, LEARNER)


def last(game: str) -> ReplayStep:
    return [entry for step in lesson(game, "en").steps for entry in step.happens][-1]


def test_games_end_as_the_notes_tell() -> None:
    """Thirteen points in the last turn, twelve penalty points for Ben, six mats for Ben and two for Cleo."""
    zocknroll = plain(last("zocknroll").game)
    assert zocknroll["facts"]["scores"][LEARNER] == 4 + 13
    zock = plain(last("zock").game)
    assert zock["result"]["losses"] == [0, 12]
    schocken = plain(last("schocken").game)
    assert schocken["view"]["stones"] == [0, 6, 2]


@every_game
def test_strong_players_do_what_the_lesson_asks_for(game: str) -> None:
    script = SCRIPTS[game]
    session = Session(game, ("You", *script.others), dict(script.options))
    bot = make_bot("strong", session.game)
    for scene in script.scenes:
        for event in scene.events:
            pending = session.pending
            if isinstance(pending, Decision) and pending.seat == LEARNER:
                weights = bot.weights(session.game.view(session.state, LEARNER))
                best = max(weights, key=weights.__getitem__)
                assert unthrown(best) == unthrown(event)
            session.play(event)


async def test_lessons_are_served_in_both_languages_and_no_others(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        for game in SCRIPTS:
            for language in LANGUAGES:
                assert (await anna.http.get(f"/api/learn/{game}/{language}")).json() == plain(lesson(game, language))
        assert (await anna.http.get("/api/learn/zock/fr")).status_code == 404
        assert (await anna.http.get("/api/learn/poker/de")).status_code == 422
