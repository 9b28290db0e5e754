"""Records: the document, its round trip, streams of them, and the result they state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from knobel.rules import GAMES, records
from knobel.rules.dice import SeededDice
from knobel.rules.errors import BadRecord
from knobel.rules.game import AnyGame
from knobel.rules.session import Session

from .random_games import random_game

GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
RESULTS = {
    "zocknroll": {"scores", "winners", "turns", "marks"},
    "zock": {"losses", "winners", "games"},
    "schocken": {"halves", "final", "loser", "rounds"},
}

TEXT = """
{"format": "knobel/1", "game": "schocken", "options": {"stones": 1}, "players": ["Anna", "Ben"],
 "events": [
  {"e": "starter", "seat": 0},
  {"e": "throw", "seat": 0, "keep": [], "dice": [6, 4, 1]},
  {"e": "throw", "seat": 0, "keep": [1], "dice": [1, 1]}, {"e": "stand", "seat": 0},
  {"e": "throw", "seat": 1, "keep": [], "dice": [2, 2, 1]}, {"e": "stand", "seat": 1},
  {"e": "throw", "seat": 1, "keep": [], "dice": [2, 2, 1]}, {"e": "stand", "seat": 1},
  {"e": "throw", "seat": 0, "keep": [], "dice": [6, 6, 5]}],
 "result": {"halves": [1, 1], "final": false, "loser": 1, "rounds": 2}}
"""


def example() -> Any:
    return json.loads(TEXT)


def refused(document: object) -> BadRecord:
    with pytest.raises(BadRecord) as refusal:
        records.replay(document)
    return refusal.value


def test_the_example_replays() -> None:
    session = records.loads(TEXT)
    assert json.loads(records.dumps(session)) == example()
    assert records.loads(TEXT.encode()).state == session.state
    assert "\n" not in records.dumps(session), "one line, so that it fits into a stream"


def test_the_transcript_of_the_dice_does_not_change_the_game() -> None:
    session = records.loads(TEXT)
    told = records.dumps(session, fair={"seats": [0]})
    assert json.loads(told) == {**example(), "fair": {"seats": [0]}}
    assert records.dumps(records.loads(told)) == records.dumps(session)


@GAME
def test_random_records_make_the_round_trip(game: AnyGame) -> None:
    """200 games with random options; the seed is the number of the game."""
    for seed in range(200):
        session = random_game(game, SeededDice(seed), long=seed % 10 == 0)
        text = records.dumps(session)
        again = records.loads(text)
        assert again.events == session.events, seed
        assert again.state == session.state, seed
        assert (again.players, again.options, again.game) == (session.players, session.options, game), seed
        assert again.result == session.result is not None, seed
        assert records.dumps(again) == text, seed


@GAME
def test_an_open_game_makes_the_round_trip(game: AnyGame) -> None:
    for seed in range(20):
        session = random_game(game, SeededDice(seed), long=False)
        session.take_back(seed * len(session.events) // 20)
        text = records.dumps(session)
        assert "result" not in json.loads(text)
        again = records.loads(text)
        assert (again.events, again.state, again.result) == (session.events, session.state, None)
        assert records.dumps(again) == text


@GAME
def test_a_record_has_the_keys_of_the_format(game: AnyGame) -> None:
    document = json.loads(records.dumps(random_game(game, SeededDice(1))))
    assert set(document) == {"format", "game", "options", "players", "events", "result"}
    assert (document["format"], document["game"]) == ("knobel/1", game.name)
    assert set(document["result"]) == RESULTS[game.name]
    assert all(event["e"] in {kind.__struct_config__.tag for kind in game.events} for event in document["events"])
    if game.name == "zock":
        assert all(set(finished) == {"winner", "loss"} for finished in document["result"]["games"])


def test_a_throw_without_a_flip_does_not_mention_it() -> None:
    throws = [event for event in json.loads(records.dumps(records.loads(TEXT)))["events"] if event["e"] == "throw"]
    assert all(set(event) == {"e", "seat", "keep", "dice"} for event in throws)


@GAME
def test_the_order_of_keys_does_not_matter(game: AnyGame) -> None:
    def reversed_keys(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: reversed_keys(value[key]) for key in reversed(value)}
        return [reversed_keys(one) for one in value] if isinstance(value, list) else value

    text = records.dumps(random_game(game, SeededDice(2), long=False))
    assert records.dumps(records.loads(json.dumps(reversed_keys(json.loads(text))))) == text


def test_a_throw_that_names_no_kept_dice_keeps_none() -> None:
    document = example()
    del document["events"][1]["keep"]
    assert json.loads(records.dumps(records.replay(document))) == example()


def test_absent_options_have_their_defaults_and_presets_are_known() -> None:
    document = {"format": "knobel/1", "game": "schocken", "players": ["a", "b"], "events": []}
    assert records.replay(document).options == GAMES["schocken"].options()
    with_preset = records.replay({**document, "options": {"preset": "pub"}})
    assert with_preset.options == GAMES["schocken"].options(sixes=True, hand_only=True, covered="last")
    assert "preset" not in json.loads(records.dumps(with_preset))["options"], "what it means is written out"


@pytest.mark.parametrize(
    ("change", "sentence", "rule"),
    [
        ({"format": "knobel/2"}, "written by a newer knobel (knobel/2); update knobel", None),
        ({"format": "knobel/10", "clock": 3}, "written by a newer knobel (knobel/10); update knobel", None),
        ({"format": "knobel/0"}, "the format must be 'knobel/1', not 'knobel/0'", None),
        ({"format": "knobel/٢"}, "the format must be", None),
        ({"format": None}, "the format must be", None),
        ({"game": "skat"}, "the game must be one of", None),
        ({"game": ["zock"]}, "the game must be one of", None),
        ({"options": []}, "options must be an object", None),
        ({"options": {"stone": 1}}, "has no option 'stone'", None),
        ({"options": {"stones": 0}}, "stones must be a whole number from 1", "S1"),
        ({"options": {"covered": "no"}}, "covered must be one of third, last, none", "S5"),
        ({"players": ["Anna"]}, "is for 2 to 24 players, not 1", "S1"),
        ({"players": "Anna"}, "players must be a list of names", None),
        ({"players": ["Anna", 3]}, "players must be a list of names", None),
        ({"players": None}, "players must be a list of names", None),
        ({"events": {}}, "events must be a list", None),
        ({"events": None}, "events must be a list", None),
        ({"clock": 3}, "a record has no 'clock'", None),
    ],
)
def test_a_malformed_record_is_refused_in_one_sentence(change: Any, sentence: str, rule: str | None) -> None:
    error = refused({**example(), **change})
    assert sentence in error.sentence
    assert (error.rule, error.event) == (rule, None)


@pytest.mark.parametrize("key", ["format", "game", "players", "events"])
def test_a_record_needs_its_keys(key: str) -> None:
    document = example()
    del document[key]
    assert refused(document).sentence == f"the record lacks {key!r}"


@pytest.mark.parametrize("document", [None, 3, "record", [], [example()], True])
def test_a_record_is_an_object(document: object) -> None:
    assert refused(document).sentence == "a record is a JSON object"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every number and truth value, and to every list and object itself."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))


def changed_at(value: Any, path: tuple[Any, ...]) -> Any:
    if not path:
        return (not value) if isinstance(value, bool) else value + 1 if isinstance(value, int) else None
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[path[0]] = changed_at(value[path[0]], path[1:])
    return copied


@GAME
def test_any_other_result_is_refused(game: AnyGame) -> None:
    document = json.loads(records.dumps(random_game(game, SeededDice(3), long=False)))
    for path in leaves(document["result"]):
        error = refused({**document, "result": changed_at(document["result"], path)})
        assert "the stated result is not what the events give" in error.sentence
        assert error.event is None
    for key in document["result"]:
        less = {name: value for name, value in document["result"].items() if name != key}
        refused({**document, "result": less})
    refused({**document, "result": {**document["result"], "more": 1}})
    nonsense: list[object] = [None, [], {}, 0, "result"]
    for other in nonsense:
        refused({**document, "result": other})
    del document["result"]
    assert records.replay(document).result is not None, "the result may be left out"


def test_a_result_is_equal_only_in_kind() -> None:
    """In Python 1 == 1.0 == True; in a record they differ."""
    document = example()
    for stated in ({"loser": 1.0}, {"loser": True}, {"final": 0}):
        refused({**document, "result": {**document["result"], **stated}})


def test_no_result_while_the_game_is_open() -> None:
    document = example()
    document["events"].pop()
    assert refused(document).sentence == "a result is stated, but the game is not over"


def lines_of(found: Iterator[tuple[int | None, Session | BadRecord]]) -> list[tuple[int | None, str]]:
    return [(line, type(one).__name__) for line, one in found]


def test_a_stream_holds_one_record_per_line(tmp_path: Path) -> None:
    good = records.dumps(records.loads(TEXT))
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join([good.encode(), b"{", b"", b"   ", good.encode(), b"[]", b""]))
    expected = [(1, "Session"), (2, "BadRecord"), (5, "Session"), (6, "BadRecord")]
    assert lines_of(records.read_file(path)) == expected
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert lines_of(records.read_file(path)) == expected


def test_a_file_holds_one_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(TEXT, "utf-8")
    assert lines_of(records.read_file(path)) == [(None, "Session")]
    for wrong in (b"", b"\n", b"\xff\xfe", TEXT.encode() * 2):
        path.write_bytes(wrong)
        assert lines_of(records.read_file(path)) == [(None, "BadRecord")]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.json", tmp_path, tmp_path / "nothing.jsonl"):
        [(line, error)] = records.read_file(path)
        assert line is None
        assert isinstance(error, BadRecord)
        assert error.sentence.startswith("the file cannot be read: ")


def test_results_are_what_the_format_says() -> None:
    assert msgspec.to_builtins(records.loads(TEXT).result) == {
        "halves": (1, 1),
        "final": False,
        "loser": 1,
        "rounds": 2,
    }


def test_a_stream_may_begin_with_a_blank_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n" + records.dumps(records.loads(TEXT)).encode())
    assert lines_of(records.read_file(path)) == [(2, "Session")]


def test_half_a_character_is_no_name() -> None:
    document = {"format": "knobel/1", "game": "zock", "players": ["Anna", "\ud800"], "events": []}
    with pytest.raises(BadRecord, match="holds half a character"):
        records.replay(document)


def test_a_pipe_holds_one_document_or_a_stream() -> None:
    good = records.dumps(records.loads(TEXT)).encode()
    assert lines_of(records.read_bytes(good)) == [(None, "Session")]
    assert lines_of(records.read_bytes(TEXT.encode())) == [(None, "Session")]
    assert lines_of(records.read_bytes(good + b"\n{\n")) == [(1, "Session"), (2, "BadRecord")]
    assert lines_of(records.read_bytes(b"{")) == [(None, "BadRecord")]
    assert lines_of(records.read_bytes(b"")) == [(None, "BadRecord")]


def test_a_byte_order_mark_is_skipped() -> None:
    record = records.dumps(Session("zock", ["Anna", "Ben"]))
    assert records.loads("\ufeff" + record).players == ("Anna", "Ben")
    assert records.loads(("\ufeff" + record).encode()).players == ("Anna", "Ben")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"e": "throw"}, "it lacks 'seat'"),
        ({"e": "throw", "seat": "x", "dice": [1, 2]}, "its 'seat' is not possible"),
        ({"e": "throw", "seat": 0, "dice": [1, "x"]}, "its 'dice' is not possible"),
        ({"e": "throw", "seat": 0, "dice": [1, 2], "luck": 3}, "it has no 'luck'"),
    ],
)
def test_a_malformed_event_is_explained_without_library_terms(event: dict[str, object], sentence: str) -> None:
    document = json.loads(records.dumps(Session("zock", ["Anna", "Ben"])))
    error = refused({**document, "events": [event]})
    assert error.sentence == f"the event throw is malformed: {sentence}"


def test_a_wrong_result_names_what_is_wrong_with_it() -> None:
    document = json.loads(records.dumps(random_game(GAMES["schocken"], SeededDice(3), long=False)))
    error = refused({**document, "result": {**document["result"], "rounds": 99, "luck": 1}})
    assert error.sentence == "the stated result is not what the events give: rounds, 'luck'"
