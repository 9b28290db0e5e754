"""Saved games: resuming, damaged files, atomic writes, tidying up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from knobel.rules import schocken, zock
from knobel.rules.errors import KnobelError
from knobel.rules.records import loads
from knobel.terminal.match import Auto, Choosing, Finished, Match
from knobel.terminal.saves import (
    KEPT_DAYS,
    KEPT_GAMES,
    LATEST,
    Autosave,
    BadSave,
    export,
    latest,
    load,
    new_path,
    playable,
    saved,
    saves_folder,
    store,
    tidy,
)
from knobel.terminal.settings import Settings, load_settings
from knobel.terminal.setup import PERSON, Setup

from .games import NAMES, TABLES, new_match


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


def test_a_killed_program_loses_nothing() -> None:
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
    told = 0
    for line in process.stdout:
        told += line.startswith("You cover ")
        if told == 3:
            break
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()
    match = load(saved()[0])
    covers = [event for event in match.session.events if isinstance(event, zock.Cover) and event.seat == 0]
    assert len(covers) == 3  # whatever was told is on the disk; the rest of the next save is removed by `tidy`


@pytest.mark.rule("R6")
def test_real_dice_that_were_taken_back_are_asked_again_after_resuming() -> None:
    match = Match.new(Setup("schocken", NAMES[:2], (PERSON, PERSON), {}, "typed"))
    match.advance()
    match.read((1, 2, 3))
    due = match.due
    assert isinstance(due, Choosing)
    again = next(move for move in due.moves if isinstance(move, schocken.Throw) and not move.keep)
    match.choose(again)
    match.read((4, 5, 6))
    assert match.take_back()
    path = new_path("schocken")
    store(match, path)
    resumed = load(path)
    assert resumed.session.events == match.session.events
    assert resumed.taken_up == []
    assert resumed.due == match.due


@pytest.mark.rule("R2")
def test_face_down_dice_are_saved_as_they_are() -> None:
    match = Match.new(Setup("zocknroll", NAMES[:3], (PERSON,) * 3, {}, "typed"))
    match.advance()
    match.advance()
    match.read((1, 2, 3))
    path = new_path("zocknroll")
    store(match, path)
    assert load(path).session.state == match.session.state
    assert load(path).due == match.due


@pytest.mark.rule("R5")
def test_a_saved_game_of_bots_with_real_dice_cannot_be_continued() -> None:
    match = Match.new(Setup("zocknroll", NAMES[:3], (PERSON, PERSON, "casual")))
    path = new_path("zocknroll")
    store(match, path)
    path.write_text(path.read_text().replace('"dice":"system"', '"dice":"typed"'))
    with pytest.raises(BadSave, match="bots do not play with real dice"):
        load(path)


def test_taking_back_and_resuming_is_no_way_to_better_dice() -> None:
    match = Match.new(Setup("schocken", NAMES[:2], (PERSON, "casual")))  # dice of the operating system
    while not isinstance(match.due, Choosing):
        match.advance()
    count = len(match.session.events)
    again = next(move for move in match.due.moves if isinstance(move, schocken.Throw) and not move.keep)
    match.choose(again)
    thrown = match.session.events[count]
    path = new_path("schocken")
    for _ in range(5):  # three dice fall alike by chance in one of 216 throws
        assert match.take_back()
        store(match, path)
        match = load(path)
        match.choose(again)
        assert match.session.events[count] == thrown


def test_a_finished_game_needs_no_save() -> None:
    match, path = new_match("zock", ("casual", "casual"), games=1), new_path("zock")
    store(advance(match, 5), path)
    assert path.exists()
    store(advance(match, 10**6), path)
    assert not path.exists()


def save_with(seats: list[str], dice: str = "system", fmt: str = "knobel-save/1") -> bytes:
    record = {"format": "knobel/1", "game": "zock", "players": ["A", "B"], "events": []}
    return json.dumps({"format": fmt, "record": record, "seats": seats, "dice": dice, "seed": 0}).encode()


def save_remembering(fallen: object) -> bytes:
    whole = json.loads(save_with(["person", "casual"]))
    return json.dumps({**whole, "fallen": [fallen]}).encode()


ROLL_OFF = {"e": "roll_off", "dice": [[1, 2], [3, 4]]}

MISREMEMBERED: list[object] = [
    [-1, ROLL_OFF],
    [10**30, ROLL_OFF],
    [0, {"e": "roll_off", "dice": [[1, 2], [3, 7]]}],
    [0, {"e": "roll_off", "dice": []}],
    [0, {"e": "throw", "seat": 2, "dice": [1, 2]}],
    [0, {"e": "throw", "seat": 10**30, "dice": [1, 2]}],
    [0, {"e": "throw", "seat": 0, "dice": [0, 0]}],
    [0, {"e": "cover", "seat": 0, "fields": [1]}],
    [0, {"e": "poker"}],
    "dice",
]


def test_the_saves_below_are_damaged_in_one_place_only() -> None:
    path = new_path("zock")
    path.parent.mkdir(parents=True)
    for content in (save_with(["person", "casual"]), save_remembering([0, ROLL_OFF])):
        path.write_bytes(content)
        assert load(path).seats == ("person", "casual")


def test_what_is_no_file_any_more_is_no_saved_game() -> None:
    path = new_path("zock")
    store(new_match("zock", (PERSON, "casual")), path)
    path.with_name("gone.json").symlink_to("nowhere")
    assert saved() == [path]


def test_as_many_games_are_offered_as_have_room() -> None:
    for _ in range(LATEST + 1):
        store(new_match("zock", (PERSON, "casual")), new_path("zock"))
    assert [path for path, _ in latest()] == saved()[:LATEST]


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"\xff", b'{"x":' + b"[" * 100_000, b'{"pause": -1}', b'{"pause": 1e999}', b'{"pause": NaN}'],
)
def test_damaged_settings_are_as_good_as_none(content: bytes, data_folder: Path) -> None:
    data_folder.mkdir()
    (data_folder / "settings.json").write_bytes(content)
    assert load_settings() == Settings()


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
        save_with(["person", "casual"]).replace(b'"seed": 0', b'"seed": 1' + b"0" * 30),
        *map(save_remembering, MISREMEMBERED),
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


def test_unfinished_games_are_tidied_up_by_age_and_number() -> None:
    match = new_match("zock", (PERSON, "casual"))
    now = time.time()
    old, young, foreign = new_path("zock"), new_path("zock"), saves_folder() / "mine.json"
    for path in (old, young):
        store(match, path)
    foreign.write_text("{}")
    remains = old.with_name(f".{new_path('zock').name}.abcdef")
    remains.write_text("half")
    for path in (old, foreign, remains):
        os.utime(path, (now, now - (KEPT_DAYS + 1) * 86_400))
    assert tidy() == 1
    assert [path.exists() for path in (old, young, foreign, remains)] == [False, True, True, False]
    for _ in range(KEPT_GAMES + 3):
        store(match, new_path("zock"))
    assert tidy() == 4  # the young one, three of the others, and never the foreign one
    assert len(saved()) == KEPT_GAMES + 1
    assert foreign.exists()
    assert tidy() == 0
