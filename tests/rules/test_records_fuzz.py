"""Fuzzing of records: every input gives a game or `BadRecord`, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from knobel.rules import GAMES, records
from knobel.rules.dice import SeededDice
from knobel.rules.errors import BadRecord
from knobel.rules.session import Session

from .random_games import random_game, random_real_dice_game

GOOD = [
    *(records.dumps(random_game(game, SeededDice(seed), long=False)) for game in GAMES.values() for seed in range(3)),
    *(records.dumps(random_real_dice_game(game, SeededDice(seed))) for game in GAMES.values() for seed in range(3)),
]
KEYS = [
    "format",
    "game",
    "options",
    "players",
    "events",
    "result",
    "e",
    "seat",
    "dice",
    "keep",
    "flip",
    "fields",
    "row",
]
WORDS = [*KEYS, "knobel/1", *GAMES, "starter", "throw", "stand", "lift", "pub", "preset", "chips", "stones", "third"]

numbers = st.integers() | st.sampled_from([2**63, -(2**63), 2**64, 2**70, 10**4000]) | st.floats()
texts = st.sampled_from(WORDS) | st.text() | st.just("\ud800")
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=6),
    max_leaves=20,
)


def answers(text: str | bytes) -> Session | BadRecord:
    """The answer of `loads`; any other exception fails the test."""
    try:
        answer: Session | BadRecord = records.loads(text)
    except BadRecord as error:
        answer = error
    return checked(answer)


def replayed(document: object) -> Session | BadRecord:
    """What `replay` says of data that another reader of JSON may have let through."""
    try:
        answer: Session | BadRecord = records.replay(document)
    except BadRecord as error:
        answer = error
    return checked(answer)


def checked(answer: Session | BadRecord) -> Session | BadRecord:
    if isinstance(answer, BadRecord):
        assert answer.sentence
        assert "\n" not in answer.sentence, "one sentence on one line"
    else:
        assert records.loads(records.dumps(answer)).state == answer.state
    return answer


@given(st.binary())
@example(b"")
@example(b"\xef\xbb\xbf{}")
@example(b"\x00" * 100)
@example(b'{"format":"knobel/1"}\xff')
def test_random_bytes(content: bytes) -> None:
    assert isinstance(answers(content), BadRecord)


@given(st.text())
@example("\ud800")
@example('"\\ud800"')
@example('{"format": "\\udfff"}')
def test_random_text(text: str) -> None:
    assert isinstance(answers(text), BadRecord)


@given(json_values)
def test_random_json(value: object) -> None:
    assert isinstance(answers(json.dumps(value)), BadRecord)
    assert isinstance(replayed(value), BadRecord)


RECORD_SHAPED = st.fixed_dictionaries(
    {
        "format": st.just("knobel/1") | json_values,
        "game": st.sampled_from(list(GAMES)) | json_values,
        "players": st.lists(st.text(), min_size=2, max_size=4) | json_values,
        "events": st.lists(st.dictionaries(st.sampled_from(KEYS), json_values), max_size=4) | json_values,
    },
    optional={
        "options": st.dictionaries(texts, json_values, max_size=3) | json_values,
        "result": json_values,
        "clock": json_values,
    },
)


@given(RECORD_SHAPED)
def test_random_json_in_the_shape_of_a_record(document: Any) -> None:
    answers(json.dumps(document))
    replayed(document)


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A valid record with one value replaced."""
    document: Any = json.loads(draw(st.sampled_from(GOOD)))
    value = document
    for _ in range(draw(st.integers(0, 4))):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            break
        key = draw(st.sampled_from(keys))
        if not isinstance(value[key], dict | list) or draw(st.booleans()):
            value[key] = draw(json_values)
            break
        value = value[key]
    return document


LONE_SURROGATE = {"e": "starter", "seat": "\ud800"}


@settings(max_examples=300)
@given(mutated())
@example({"format": "knobel/1", "game": "schocken", "options": {}, "players": ["a", "b"], "events": [LONE_SURROGATE]})
def test_a_valid_record_with_random_values_in_it(document: Any) -> None:
    answers(json.dumps(document))
    replayed(document)


@given(st.sampled_from(GOOD), st.integers(0, 10**6), st.integers(0, 255) | st.none())
def test_a_valid_record_with_one_byte_changed_or_missing(text: str, at: int, byte: int | None) -> None:
    content = text.encode()
    at %= len(content)
    answers(content[:at] + (b"" if byte is None else bytes([byte])) + content[at + 1 :])
    answers(content[:at])


ROOM = '{{"format":{0},"game":{1},"options":{2},"players":["a","b"],"events":{3}{4}}}'
FILLED = ('"knobel/1"', '"schocken"', "{}", "[]", "")


@pytest.mark.parametrize("depth", [10, 100, 500, *range(940, 1010), 5_000, 200_000])
def test_deep_nesting(depth: int) -> None:
    """Deep enough for the reader but not for what comes after it, too: Python's limit lies near a thousand."""
    deep = "[" * depth + "]" * depth
    finished = next(text for text in GOOD if '"schocken"' in text)
    head, _, _ = finished.rpartition('"result":')
    for place, value in ((0, deep), (1, deep), (2, f'{{"preset":{deep}}}'), (2, deep), (3, deep), (4, f',"x":{deep}')):
        text = ROOM.format(*(value if place == index else kept for index, kept in enumerate(FILLED)))
        assert isinstance(answers(text), BadRecord)
    assert isinstance(answers(f'{head}"result":{deep}}}'), BadRecord)
    assert isinstance(answers(deep), BadRecord)


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e999", "-0", "1" + "0" * 5000, "1E2", "0x1", "01"]
)
def test_unusual_numbers(number: str) -> None:
    for event in (f'{{"e":"starter","seat":{number}}}', f'{{"e":"throw","seat":0,"keep":[],"dice":[{number},1,1]}}'):
        answers(ROOM.format('"knobel/1"', '"schocken"', "{}", f"[{event}]", ""))
    answers(ROOM.format('"knobel/1"', '"schocken"', f'{{"stones":{number}}}', "[]", ""))


@pytest.mark.parametrize("value", ["true", "false"])
def test_a_truth_value_is_no_number(value: str) -> None:
    error = answers(ROOM.format('"knobel/1"', '"schocken"', "{}", f'[{{"e":"starter","seat":{value}}}]', ""))
    assert isinstance(error, BadRecord)
    assert error.event == 0


@given(st.lists(st.binary(max_size=30) | st.sampled_from(GOOD).map(str.encode), max_size=6))
def test_random_files(tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]) -> None:
    folder = tmp_path_factory.getbasetemp()
    for name in ("fuzz.jsonl", "fuzz.json"):
        path: Path = folder / name
        path.write_bytes(b"\n".join(lines))
        for line, found in records.read_file(path):
            assert line is None or (line >= 1 and name == "fuzz.jsonl")
            assert isinstance(found, Session | BadRecord)
