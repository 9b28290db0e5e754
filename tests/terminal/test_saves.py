"""A game survives the program; a damaged file does not hurt anybody."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from knobel.rules import zock
from knobel.rules.errors import KnobelError
from knobel.rules.records import loads
from knobel.terminal.match import Auto, Choosing, Finished, Match
from knobel.terminal.saves import Autosave, BadSave, export, load, new_path, playable, saved, store
from knobel.terminal.setup import PERSON

from .games import TABLES, new_match


def advance(match: Match, events: int) -> Match:
    """Play on to that many events; the person takes the first move."""
    while len(match.session.events) < events and not isinstance(match.due, Finished):
        due = match.due
        if isinstance(due, Choosing):
            match.choose(due.moves[0])
        else:
            assert isinstance(due, Auto)
            match.advance()
    return match


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_resumed_game_goes_on_as_if_nothing_had_happened(game: str, players: int, options: dict[str, object]) -> None:
    seats = (PERSON, *("casual",) * (players - 1))
    whole = advance(new_match(game, seats, 9, **options), 60)
    path = new_path(game)
    for events in (0, 1, 7, 30):
        store(advance(new_match(game, seats, 9, **options), events), path)
        resumed = load(path)
        assert resumed.seats == seats
        assert advance(resumed, 60).session.events == whole.session.events


def test_a_killed_program_loses_nothing(data_folder: Path) -> None:
    """The program is killed in the middle of a game; what is on the disk can be continued."""
    command = ["knobel", "play", "zock", "--seed", "3", "--plain"]
    play = f"import sys; sys.argv = {command}; from knobel.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", play],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1\n1\n1\n")
    process.stdin.flush()
    told = ""
    while told.count("You covered") < 3:
        told += process.stdout.readline()
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()
    match = load(saved()[0])
    covers = [event for event in match.session.events if isinstance(event, zock.Cover) and event.seat == 0]
    assert len(covers) == 3
    assert not list((data_folder / "saves").glob(".*")), "no half-written file is left"


def test_a_finished_game_needs_no_save() -> None:
    match, path = new_match("zock", ("casual", "casual"), games=1), new_path("zock")
    store(advance(match, 5), path)
    assert path.exists()
    store(advance(match, 10**6), path)
    assert not path.exists()


def save_with(seats: list[str], dice: str = "system", fmt: str = "knobel-save/1") -> bytes:
    record = {"format": "knobel/1", "game": "zock", "players": ["A", "B"], "events": []}
    return json.dumps({"format": fmt, "record": record, "seats": seats, "dice": dice, "seed": 0}).encode()


def test_the_saves_below_are_damaged_in_one_place_only() -> None:
    path = new_path("zock")
    path.parent.mkdir(parents=True)
    path.write_bytes(save_with(["person", "casual"]))
    assert load(path).seats == ("person", "casual")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"[" * 100_000,
        b'{"format": "knobel-save/1"}',
        save_with(["person", "casual"], fmt="other"),
        save_with(["person"]),
        save_with(["person", "genius"]),
        save_with(["person", "casual"], dice="loaded"),
        save_with(["person", "casual"]).replace(
            b'"events": []', b'"events": [{"e": "throw", "seat": 0, "dice": [1, 2]}]'
        ),
    ],
)
def test_a_damaged_save_is_one_sentence_and_stays_where_it_is(content: bytes) -> None:
    path = new_path("zock")
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(BadSave) as caught:
        load(path)
    assert path.name in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content
    assert list(playable()) == []


def test_the_latest_game_comes_first() -> None:
    paths = [new_path(game) for game in ("zock", "schocken")]
    for path, game in zip(paths, ("zock", "schocken"), strict=True):
        store(new_match(game, (PERSON, "casual")), path)
    store(new_match("zock", (PERSON, "casual")), paths[0])
    assert saved()[0] == paths[0]


def test_a_folder_that_cannot_be_written_is_complained_about_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    save = Autosave(tmp_path / "file" / "game.json")
    match = new_match("zock", (PERSON, "casual"))
    assert [save.keep(match) for _ in range(3)] == [False, True, True]
    assert save.failed
    with pytest.raises(KnobelError, match="cannot be written"):
        export(match, tmp_path / "file" / "record.json")


def test_the_record_of_a_game_replays(tmp_path: Path) -> None:
    match = advance(new_match("zock", ("casual", "casual"), games=1), 10**6)
    path = export(match, tmp_path / "record.json")
    assert loads(path.read_bytes()).result == match.session.result
