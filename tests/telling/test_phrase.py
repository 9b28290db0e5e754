"""A phrase has no language until it is rendered, and travels as JSON."""

from __future__ import annotations

import msgspec
import pytest

from knobel.telling.phrase import Phrase, phrase, render
from knobel.words import LANGUAGES, words

from .games import everything_said, random_sessions

EN = words("en")


def test_values_are_rendered_too() -> None:
    told = phrase("ui-and", most=("Anna", phrase("ui-jorg")), last=phrase("rank-schock", x=4))
    assert render(EN, told) == "Anna, Jörg and Schock 4"


def test_numbers_choose_between_singular_and_plural() -> None:
    assert render(EN, phrase("log-limit", throws=1)) == "The others get one throw."
    assert render(EN, phrase("log-limit", throws=2)) == "The others get up to 2 throws."


def test_text_stays_as_it_is() -> None:
    name = "{ $name } <b>"
    assert render(EN, name) == name
    assert render(EN, phrase("log-stay", name=name)) == f"{name} stays in."


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        render(EN, phrase("log-hand-of"))


def test_everything_that_is_said_in_whole_games_has_words_and_travels() -> None:
    for session in random_sessions(20):
        for said in everything_said(session):
            for language in LANGUAGES:
                text = render(words(language), said)
                assert text.strip() == text != ""
            assert msgspec.json.decode(msgspec.json.encode(said), type=str | Phrase) == said
