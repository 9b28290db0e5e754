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
    thrown = [place for place, event in enumerate(document["events"]) if event["e"] == "throw"][-1]
    event = document["events"][thrown]
    event["dice"] = event["dice"][::-1] if event["dice"][0] != event["dice"][1] else event["dice"]
    document["fair"]["sections"][0]["wants"][-1] = document["fair"]["sections"][0]["wants"][0]
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(document))
    code, said, error = _verify(path)
    assert (code, said) == (2, "")
    assert "event" in error
    told = msgspec.json.decode(_verify(path, "--json")[1])
    assert told["verified"] is False
    assert told["event"] is not None


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
