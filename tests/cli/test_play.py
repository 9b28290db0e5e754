"""`knobel play` from the command line, line by line as in a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from knobel.cli import app
from knobel.cli.play import choose_seats
from knobel.rules.errors import BadOptions, KnobelError
from knobel.rules.records import loads
from knobel.terminal.saves import saved
from knobel.terminal.setup import PERSON


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
    assert "The match goes to" in told
    assert str(record) in told.replace("\n", "")
    assert loads(record.read_bytes()).result is not None


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
    assert "See you." in run(code=FINISHED)


def test_a_game_that_is_not_over_shows_nobody_its_record(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    told = run("zocknroll", "--save-record", str(record), typed="1\n", code=LEFT)
    assert "has no record yet" in told
    assert not record.exists()


def test_nothing_to_resume_is_one_sentence() -> None:
    with pytest.raises(KnobelError, match="no saved game"):
        run("--resume")


def test_a_damaged_save_is_one_sentence(data_folder: Path) -> None:
    folder = data_folder / "saves"
    folder.mkdir(parents=True)
    (folder / "old.json").write_text("{")
    with pytest.raises(KnobelError, match=r"old\.json is damaged"):
        run("--resume")
    assert (folder / "old.json").read_text() == "{"


def test_bots_alone_need_no_input() -> None:
    assert "the winner is" in run("zocknroll", "--watch", "--bots", "random,random,casual", "--seed", "1")


def test_stronger_bots_can_be_asked_for() -> None:
    assert "getting ready" in run("zock", "--watch", "--bots", "strong,master", "--seed", "1", "-o", "games=1")
    with pytest.raises(KnobelError, match="jorg plays only zocknroll"):
        run("schocken", "--bots", "jorg")


def test_who_plays_by_default() -> None:
    assert seats("zocknroll") == [PERSON, "casual", "casual", "casual"]
    assert seats("zock") == [PERSON, "casual"]
    assert seats("schocken", players=6) == [PERSON, *["casual"] * 5]


def test_who_plays_when_it_is_said() -> None:
    assert seats("schocken", named=2, bots="random") == [PERSON, PERSON, "random"]
    assert seats("schocken", named=2, bots="none") == [PERSON, PERSON]
    assert seats("zock", named=2) == [PERSON, PERSON]
    assert seats("zocknroll", bots="random,random,casual") == [PERSON, "random", "random", "casual"]
    assert seats("zocknroll", players=5, bots="random,random,random") == [PERSON, PERSON, *["random"] * 3]
    assert seats("zock", bots="random") == [PERSON, "random"]


def test_who_plays_when_nobody_wants_to() -> None:
    assert seats("zocknroll", watch=True) == ["casual"] * 4
    assert seats("zocknroll", watch=True, bots="random,random,casual") == ["random", "random", "casual"]
    assert seats("schocken", players=7, watch=True) == ["casual"] * 7


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["poker"], "the game must be one of"),
        (["zock", "-o", "games"], "KEY=VALUE"),
        (["zock", "-o", "games=0"], "games"),
        (["zock", "-o", "colour=red"], "has no option"),
        (["zock", "-o", f"games={'9' * 5000}"], "games must be a whole number"),
        (["zock", "-o", "games=٣"], "games must be a whole number"),
        (["zock", "-o", f"chips=1,2,5,{'9' * 5000}"], "four values"),
        (["zock", "--seed", "9" * 30], "at most 18 digits"),
        (["zock", "--players", "3"], "exactly 2"),
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
        (["zock", "--bots", "genius"], "a bot must be one of"),
        (["zock", "--watch", "--name", "Anna"], "either --name or --watch"),
        (["zock", "--dice", "loaded"], "dice must be one of"),
        (["zock", "--dice", "seeded"], "need a seed"),
        (["zock", "--lang", "fr"], "language"),
        (["schocken", "--players", "2", *["--name", "A"] * 3], "3 names"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        run(*arguments)
