"""`knobel play` from the command line, line by line as in a pipe."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from knobel.cli import app
from knobel.cli.play import choose_seats, keep_record, screen
from knobel.rules.errors import BadOptions, KnobelError
from knobel.rules.records import loads
from knobel.terminal.match import Match
from knobel.terminal.saves import saved
from knobel.terminal.settings import load_settings
from knobel.terminal.setup import PERSON, USUAL_PLAYERS, Setup
from knobel.words import words


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KNOBEL_LANG", "en")
    return tmp_path / "data"


FINISHED, LEFT = 0, 1


def run(*arguments: str, typed: str = "", code: int = FINISHED) -> str:
    result = CliRunner().invoke(app, ["play", *arguments], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code
    return result.output


def seats(
    game: str, players: int | None = None, named: int = 0, bots: str | None = None, watch: bool = False
) -> list[str]:
    return list(choose_seats(game, players, named, bots, watch))


def test_a_pipe_plays_line_by_line_and_writes_the_record(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    told = run("zock", "-o", "games=1", "--seed", "2", "--save-record", str(record), typed="1\n" * 100)
    assert "the match. Penalty points: " in told
    assert str(record) in told.replace("\n", "")
    assert loads(record.read_bytes()).result is not None


@pytest.mark.parametrize(
    ("game", "named", "players"),
    [("zocknroll", 3, 3), ("zocknroll", 2, USUAL_PLAYERS["zocknroll"]), ("schocken", 0, USUAL_PLAYERS["schocken"])],
)
def test_with_real_dice_those_who_are_named_play(game: str, named: int, players: int) -> None:
    assert choose_seats(game, None, named, None, watch=False, real=True) == (PERSON,) * players


def test_without_a_game_it_asks() -> None:
    told = run("--lang", "de", typed="2\n", code=LEFT)
    assert "Welches Spiel?" in told
    assert "ZOCK. Tippe" in told


def test_a_left_game_is_resumed() -> None:
    run("schocken", "--seed", "4", typed="1\n", code=LEFT)
    assert len(saved()) == 1
    assert "Schocken." in run("--resume", typed="1\n", code=LEFT)
    assert len(saved()) == 1


def test_no_game_is_left_where_none_was_begun() -> None:
    assert "See you!" in run(code=FINISHED)


def test_an_unfinished_game_has_no_record(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    told = run("zocknroll", "--save-record", str(record), typed="1\n", code=LEFT)
    assert "has no record yet" in told
    assert not record.exists()


def test_nothing_to_resume_is_one_sentence() -> None:
    with pytest.raises(KnobelError, match="no saved game"):
        run("--resume")


def test_a_damaged_save_is_named_and_passed_over(data_folder: Path) -> None:
    run("schocken", "--seed", "4", typed="1\n", code=LEFT)
    [left] = saved()
    damaged = left.with_name("newer.json")
    damaged.write_text("{")
    told = run("--resume", typed="1\n", code=LEFT)
    assert f"{damaged} is damaged" in told
    assert "Schocken." in told
    assert damaged.read_text() == "{"
    left.unlink()
    with pytest.raises(KnobelError, match="no saved game"):
        run("--resume")


def test_a_record_that_could_not_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    there = tmp_path / "game.json"
    there.write_text("another game")
    for path, sentence in (
        (there, "exists already"),
        (tmp_path, "exists already"),
        (Path(os.devnull), "exists already"),
        (tmp_path / "no" / "game.json", "no such folder"),
    ):
        with pytest.raises(KnobelError, match=sentence):
            run("zock", "--watch", "-o", "games=1", "--save-record", str(path))
    assert there.read_text() == "another game"


def test_a_record_is_not_lost_when_its_file_has_appeared_meanwhile(tmp_path: Path, data_folder: Path) -> None:
    there = tmp_path / "game.json"
    match = Match.new(Setup("zock", ("A", "B"), ("random", "random"), {"games": 1}))
    while match.session.result is None:
        match.advance()
    there.write_text("another game")
    keep_record(words("en"), match, there)
    assert there.read_text() == "another game"
    [record] = (data_folder / "records").glob("*.json")
    assert loads(record.read_bytes()).result == match.session.result


def test_a_dumb_terminal_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert screen()
    monkeypatch.setenv("TERM", "dumb")
    assert not screen()


def test_ctrl_c_saves_and_answers_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("knobel.terminal.plain.Plain._line", interrupt)
    assert "The game is saved" in run("zock", "--seed", "3", code=130)
    assert len(saved()) == 1


def test_bots_alone_need_no_input() -> None:
    assert " wins with " in run("zocknroll", "--watch", "--bots", "random,random,casual", "--seed", "1")


def test_stronger_bots_can_be_asked_for() -> None:
    assert "getting ready" in run("zock", "--watch", "--bots", "strong,master", "--seed", "1", "-o", "games=1")
    with pytest.raises(KnobelError, match="jorg plays only zocknroll"):
        run("schocken", "--bots", "jorg")


def test_seats_by_default() -> None:
    assert seats("zocknroll") == [PERSON, "casual", "casual", "casual"]
    assert seats("zock") == [PERSON, "casual"]
    assert seats("schocken", players=6) == [PERSON, *["casual"] * 5]


def test_seats_from_options() -> None:
    assert seats("schocken", named=2, bots="random") == [PERSON, PERSON, "random"]
    assert seats("schocken", named=2, bots="none") == [PERSON, PERSON]
    assert seats("zock", named=2) == [PERSON, PERSON]
    assert seats("zocknroll", bots="random,random,casual") == [PERSON, "random", "random", "casual"]
    assert seats("zocknroll", players=5, bots="random,random,random") == [PERSON, PERSON, *["random"] * 3]
    assert seats("zock", bots="random") == [PERSON, "random"]


def test_seats_with_watch() -> None:
    assert seats("zocknroll", watch=True) == ["casual"] * 4
    assert seats("zocknroll", watch=True, bots="random,random,casual") == ["random", "random", "casual"]
    assert seats("schocken", players=7, watch=True) == ["casual"] * 7


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["poker"], "the game must be one of"),
        (["zock", "-o", "games"], "NAME=VALUE"),
        (["zock", "-o", "games=0"], "games"),
        (["zock", "-o", "colour=red"], "has no option"),
        (["zock", "-o", f"games={'9' * 5000}"], "games must be a whole number"),
        (["zock", "-o", "games=٣"], "games must be a whole number"),
        (["zock", "-o", f"chips=1,2,5,{'9' * 5000}"], "four values"),
        (["zock", "--seed", "9" * 30], "--seed must be a whole number"),
        (["zock", "--players", "3"], "exactly 2"),
        (["schocken", "--players", "-1"], "2 to 24 players, not -1"),
        (["zock", "--name", "Maximiliane von Au"], "at most 16 characters"),
        (["schocken", "--players", "30"], "2 to 24"),
        (["zock", "--players", "999999999999"], "exactly 2"),
        (["zock", "--players", "999999999999", "--watch"], "exactly 2"),
        (["zock", "--players", "999999999999", "--bots", "random"], "exactly 2"),
        (["schocken", "--bots", ",".join(["random"] * 30)], "2 to 24"),
        (["schocken", *["--name", "A"] * 30], "2 to 24"),
        (["schocken", "-p", "4", "-b", "casual,casual", "-n", "Anna"], "--players says 4, .* together are 3"),
        (["schocken", "-p", "3", "-b", "casual,casual,casual"], "--players says 3, .* together are 4"),
        (["schocken", "-p", "3", "-b", "casual,casual", "--watch"], "--players says 3, .* together are 2"),
        (["zock", "--bots", "person"], "a bot must be one of"),
        (["zock", "--resume"], "--resume"),
        (["--resume", "-o", "games=3"], "--resume"),
        (["--resume", "--players", "2"], "--resume"),
        (["-o", "games=3"], "need the GAME"),
        (["zock", "--seed", "0", "--dice", "system"], "a seed is for seeded dice"),
        (["zock", "--seed", "0", "--dice", "typed"], "a seed is for seeded dice"),
        (["zock", "--dice", "typed", "--bots", "casual"], "bots do not play with real dice"),
        (["schocken", "--dice", "typed", "--watch"], "bots do not play with real dice"),
        (["zock", "--bots", "genius"], "a bot must be one of"),
        (["zock", "--watch", "--name", "Anna"], "either --name or --watch"),
        (["zock", "--dice", "loaded"], "dice must be one of"),
        (["zock", "--dice", "seeded"], "need a seed"),
        (["zock", "--lang", "fr"], "--lang must be one of en, de"),
        (["schocken", "--players", "2", *["--name", "A"] * 3], "3 names"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        run(*arguments)


def test_only_people_play_with_real_dice() -> None:
    told = run("zocknroll", "--dice", "TYPED", "--lang", "en", "--name", "Anna", typed="1\n1 2 3\nt\n", code=LEFT)
    assert "Still covered: Anna, Player 2, Player 3 and Player 4" in told


def test_the_record_is_named_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path))
    out = run("zock", "--watch", "--bots", "random,random", "-o", "games=1", "--plain")
    [record] = (tmp_path / "records").glob("*.json")
    assert f"Record: {record} (knobel coach FILE analyses it)" in out
    assert loads(record.read_bytes()).result is not None


def test_hints_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path))
    run("schocken", "--no-hints", "--plain", code=LEFT)
    assert load_settings().hints is False
    run("schocken", "--hints", "--plain", code=LEFT)
    assert load_settings().hints is True
