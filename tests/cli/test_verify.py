"""`knobel verify`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from knobel.cli import app
from knobel.rules.records import dumps

from ..fair.honest import play

RUN = CliRunner()


@pytest.fixture(scope="module")
def record() -> str:
    house = play("zock", 2, seed=3)
    return dumps(house.session, house.transcript())


def _verify(path: Path, *more: str) -> tuple[int, str, str]:
    done = RUN.invoke(app, ["verify", str(path), "--lang", "en", *more])
    return done.exit_code, done.stdout, done.stderr


def test_an_honest_game_is_verified(tmp_path: Path, record: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(record)
    code, said, _ = _verify(path)
    assert code == 0
    assert "throws are true" in said
    told = msgspec.json.decode(_verify(path, "--json")[1])
    assert told["verified"] is True
    assert told["throws"] > 10


def test_the_first_wrong_throw_is_named(tmp_path: Path, record: str) -> None:
    document = msgspec.json.decode(record)
    wants = document["fair"]["sections"][0]["wants"]
    thrown = [place for place, event in enumerate(document["events"]) if event.get("dice")]
    answered = [want for want, (link, _) in enumerate(wants) if link][5:]
    for want in answered[::4]:
        wants[want][0] = wants[want][0][::-1]
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    wrong = "what the device of seat 0 revealed is not what it had promised"
    assert _verify(path) == (2, "", f"{path}: event {thrown[answered[0]]}: {wrong}\n")
    code, said, error = _verify(path, "--json")
    assert (code, error) == (2, "")
    assert msgspec.json.decode(said) == {"verified": False, "error": wrong, "event": thrown[answered[0]]}


def test_absences_are_told(tmp_path: Path, record: str) -> None:
    wants = msgspec.json.decode(record)["fair"]["sections"][0]["wants"]
    absent = [[links[seat] for links in wants].count(None) for seat in (0, 1)]
    assert any(absent)
    path = tmp_path / "game.json"
    path.write_text(record)
    assert msgspec.json.decode(_verify(path, "--json")[1])["absent"] == absent
    _, said, _ = _verify(path)
    assert [f"player {seat}" in said for seat in (0, 1)] == [count > 0 for count in absent]


def test_throws_without_devices_are_told(tmp_path: Path) -> None:
    house = play("schocken", 3, seed=1, people=1)
    path = tmp_path / "game.json"
    path.write_text(dumps(house.session, house.transcript()))
    _, said, _ = _verify(path)
    assert "no device took part for player 1, player 2 (bots have none)" in said
    found = msgspec.json.decode(_verify(path, "--json")[1])
    assert found["without"] == [0, found["throws"], found["throws"]]
    assert f"the server drew {found['alone']} of them alone" in said


def test_what_came_from_another_game_is_told(tmp_path: Path, record: str) -> None:
    document = msgspec.json.decode(record)
    document["fair"] |= {"taken": len(document["events"]), "sections": []}
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    code, said, _ = _verify(path)
    assert code == 0
    assert f"the first {len(document['events'])} events came from another game and are not covered" in said
    assert msgspec.json.decode(_verify(path, "--json")[1])["taken"] == len(document["events"])


def test_who_wants_to_hear_only_what_is_wrong_hears_nothing(tmp_path: Path, record: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(record)
    assert _verify(path, "--quiet") == (0, "", "")


def test_a_record_can_be_piped(record: str) -> None:
    done = RUN.invoke(app, ["verify", "-", "--json"], input=record)
    assert (done.exit_code, msgspec.json.decode(done.stdout)["verified"]) == (0, True)


def test_a_record_that_says_nothing_about_its_dice_is_not_covered(tmp_path: Path, record: str) -> None:
    document = msgspec.json.decode(record)
    del document["fair"]
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    code, _, error = _verify(path)
    assert code == 2
    assert "not covered" in error


def test_all_lines_of_a_stream_are_checked(tmp_path: Path, record: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{record}\n\n{record}\nnothing\n")
    code, said, error = _verify(path)
    assert code == 2
    assert said.count("throws are true") == 2
    assert "games.jsonl:4" in error


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    code, _, error = _verify(tmp_path / "nothing.json")
    assert code == 2
    assert "cannot be read" in error


def test_what_a_record_says_about_its_dice_can_be_malformed(tmp_path: Path, record: str) -> None:
    document = msgspec.json.decode(record)
    document["fair"]["game"] = 7
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    code, _, error = _verify(path)
    assert code == 2
    assert "about its dice is malformed" in error
