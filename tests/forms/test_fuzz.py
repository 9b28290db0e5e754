"""Fuzzing of position texts: every input gives a position that can be played on, or one sentence."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.forms import drawing, parse, position, svg
from knobel.rules import GAMES, find_game
from knobel.rules.errors import BadPosition
from knobel.rules.game import State

from .play import events, random_game, views

WORDS = ("-", "0", "1", "9" * 5000, "²", "٣", "//", "...", "1:2:3", "=", "?", "123456789", "123456789/123456789", "é")


def tried(text: str) -> State | None:
    """The state of a position text, or nothing where it has a sentence instead."""
    try:
        return parse(text)
    except BadPosition as error:
        sentence = str(error)
    assert sentence
    assert "\n" not in sentence
    assert len(sentence) < 400 + len(text)
    return None


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")))
def test_random_text_is_refused(text: str) -> None:
    assert tried(text) is None


@given(st.sampled_from(tuple(GAMES)), st.lists(st.sampled_from(WORDS) | st.text(max_size=20), max_size=12))
def test_random_words_after_a_game_are_refused(name: str, words: list[str]) -> None:
    assert tried(" ".join((name, *words))) is None


@pytest.mark.parametrize("text", ["9" * 100_000, "zock " * 100_000, "zock - throw 0 - " + "1" * 100_000 + " - - - -"])
def test_long_texts_are_refused_in_a_short_sentence(text: str) -> None:
    with pytest.raises(BadPosition) as refused:
        parse(text)
    assert len(str(refused.value)) < 300


@cache
def samples(name: str) -> tuple[str, ...]:
    """Position texts of random games."""
    chance = random.Random(name)
    texts = [
        position(seen)
        for seed in range(40)
        for state in random_game(name, seed, most=120)
        if chance.random() < 0.06
        for seen in views(name, state)
    ]
    return tuple(dict.fromkeys(texts))


def mutated(chance: random.Random, name: str) -> str:
    """A position with fields of another one or with a few other characters."""
    text = chance.choice(samples(name))
    if chance.random() < 0.5:
        words, other = text.split(), chance.choice(samples(name)).split()
        for _ in range(chance.randint(1, 2)):
            place = chance.randrange(2, len(words))
            words[place] = other[place]
        return " ".join(words)
    marks = list(text)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(name) + 1, len(marks))
        alike = "0123456" if marks[place].isdigit() else "./:|,=-? ²x"
        marks[place] = chance.choice(alike) if chance.random() < 0.8 else ""
    return "".join(marks)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_mutated_positions_are_refused_or_can_be_played_on(name: str, seed: int) -> None:
    chance = random.Random(seed)
    accepted = 0
    for _ in range(300):
        text = mutated(chance, name)
        state = tried(text)
        if state is not None:
            accepted += 1
            survives(name, state, chance)
    assert accepted > 5, "the test should meet positions that no game of the sample has met"


def survives(name: str, state: State, chance: random.Random) -> None:
    """Every form and every function takes the state, and what follows is a position again."""
    game = find_game(name)
    text = position(state)
    assert parse(text) == state
    assert drawing(state)
    ElementTree.fromstring(svg(state))
    for seen in views(name, state):
        assert parse(position(seen)) == seen, text
        game.pending(seen)
    if "?" not in text:
        following = events(name, state, chance.randrange(1000))
        assert following or game.result(state), text
        for event in chance.sample(following, min(len(following), 8)):
            after = game.play(state, event)
            assert parse(position(after)) == after, (text, event)
