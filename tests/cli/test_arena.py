"""`knobel arena`, asked as a person would."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from knobel.arena.book import Book
from knobel.arena.contest import Contest, Deal
from knobel.cli import app
from knobel.rules.errors import KnobelError

REPOSITORY = Path(__file__).parent.parent.parent
ZOCK = ("zock", "casual", "random", "-o", "games=1", "--jobs", "1")


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path / "data"))


def ask(*arguments: str, language: str = "en", code: int = 0) -> str:
    environment = {"KNOBEL_LANG": language, "COLUMNS": "80"}
    answer = CliRunner().invoke(app, ("arena", *arguments), env=environment, catch_exceptions=False)
    assert answer.exit_code == code, answer.output
    return answer.stdout


def data(*arguments: str, code: int = 0) -> Any:
    line, nothing = ask(*arguments, "--json", code=code).split("\n")
    assert nothing == ""
    return msgspec.json.decode(line)


def test_games_are_rounded_up_to_whole_deals() -> None:
    answer = data(*ZOCK, "--games", "5", "--seed", "3")
    assert (answer["deals"], answer["games"], answer["seed"]) == (3, 6, 3)
    assert {each["bot"]: each["games"] for each in answer["standings"]} == {"casual": 6, "random": 6}
    assert sum(each["won"] for each in answer["standings"]) == pytest.approx(1)
    (duel,) = answer["duels"]
    assert duel["error"] > 0
    assert answer["fair"] == 0.5


def test_one_deal_has_no_error_yet() -> None:
    (duel,) = data(*ZOCK, "--games", "2", "--seed", "2")["duels"]
    assert duel["error"] is None
    told = ask(*ZOCK, "--games", "2", "--seed", "2")
    assert re.search(r"(Casual – Random|Random – Casual) +[\d.]+ % +– +–", told)


def test_the_table_fits_into_80_columns_in_both_languages() -> None:
    tables = {language: ask(*ZOCK, "--games", "6", language=language) for language in ("en", "de")}
    assert "Casual – Random" in tables["en"]
    assert "Anfänger – Zufall" in tables["de"]
    assert "3 deals, 6 games" in tables["en"]
    for shown in tables.values():
        assert "…" not in shown
        assert max(map(len, shown.splitlines())) <= 80
        assert "●" in shown


def test_saved_and_resumed_is_the_same_as_played_through(tmp_path: Path) -> None:
    saved = tmp_path / "contest.jsonl"
    through = data(*ZOCK, "--games", "12", "--seed", "5")
    data(*ZOCK, "--games", "4", "--seed", "5", "--save", str(saved))
    assert data("--resume", str(saved), "--games", "12", "--jobs", "1") == through
    assert data("--resume", str(saved), "--games", "4", "--jobs", "1") == through, "what is there counts"


def test_an_interruption_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved, play = tmp_path / "contest.jsonl", Contest.play

    def interrupted(contest: Contest, deal: int) -> Deal:
        if deal == 2:
            raise KeyboardInterrupt
        return play(contest, deal)

    monkeypatch.setattr(Contest, "play", interrupted)
    answer = data(*ZOCK, "--games", "10", "--save", str(saved), code=130)
    assert answer["deals"] == 2
    assert set(Book.open(saved).deals) == {0, 1}


def test_without_luck() -> None:
    plain, skill = (data(*ZOCK, "--games", "20", *more)["duels"][0] for more in ((), ("--without-luck",)))
    assert 0 < skill["error"] < plain["error"]
    assert skill["points"] == plain["points"]


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_plot_is_written(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"plot.{kind}"
    ask(*ZOCK, "--games", "4", "--plot", str(path))
    beginning = {"svg": b"<?xml", "png": b"\x89PNG"}[kind]
    assert path.read_bytes().startswith(beginning)


def test_without_matplotlib_one_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(KnobelError, match="pip install matplotlib"):
        ask(*ZOCK, "--plot", str(tmp_path / "plot.svg"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "name the GAME"),
        (("zock",), "at least two BOTs"),
        (("zock", "casual"), "two different bots"),
        (("halma", "casual", "random"), "the game must be one of"),
        (("zock", "casual", "random", "--players", "3"), "exactly 2"),
        (("zock", "casual", "random", "-o", "games"), "NAME=VALUE"),
        (("zock", "casual", "random", "--plot", "plot.txt"), "a plot is written as"),
        (("zocknroll", "casual", "random", "--players", "4", "--without-luck"), "games that are solved"),
        (("zock", "casual", "random", "--plot", "no/folder.svg"), "there is no such folder"),
        (("zock", "casual", "random", "--games", "0"), "from 1 to 10000000, not"),
        (("zock", "casual", "random", "--games", "1000000000000"), "from 1 to 10000000, not"),
        (("zock", "casual", "jorg"), r"\(N4\)"),
        (("zock", "--resume", "file.jsonl"), "without GAME or options"),
        (("--resume", "none.jsonl"), "cannot be used"),
        (("zock", "no_such_package:bot", "casual"), "there is no module no_such_package"),
        (("zock", "knobel.rules:GAMES", "casual"), "is no bot"),
        (("zock", "casual", "random", "--time-limit", "0"), "from 1 to 3600"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(KnobelError, match=sentence):
        ask(*arguments)


def test_as_many_seats_as_bots_within_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[int]()

    def no_play(say: object, contest: Contest, *_: object) -> tuple[dict[int, Deal], bool]:
        seen.append(contest.players)
        return {}, True

    monkeypatch.setattr(sys.modules["knobel.cli.arena"], "_play", no_play)
    ask("schocken", "casual", "random")
    ask("schocken", "casual", "random", "strong")
    ask("zock", "casual", "random", "strong")
    ask("zocknroll", "casual", "random")
    assert seen == [2, 3, 2, 3]


def test_a_third_party_bot_is_named_by_its_import_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command of the cookbook; a name is not changed to lower case."""
    monkeypatch.chdir(REPOSITORY / "examples")
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY / "src"))
    contest = ("schocken", "own_bot:bot", "Casual", "--players", "3", "-o", "stones=3", "--games", "6", "--jobs", "1")
    standings = {each["bot"]: each["lost_turns"] for each in data(*contest)["standings"]}
    lost = standings["own_bot:bot"]
    assert lost.pop("turns") > 10
    assert (set(lost.values()), standings["casual"]) == ({0}, None)
    assert re.search(r"own_bot:bot lost none of [\d,]+ turns to Casual", flat(ask(*contest)))


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", r"(\S+:cheats) lost (\d+) of \2 turns to Casual: 0 by an error, 0 by the time limit of 9 s, \2 by an"),
        ("de", r"(\S+:cheats) hat (\d+) von \2 Zügen an den Anfänger verloren: 0 durch einen Fehler, 0 durch die"),
    ],
)
def test_lost_turns_are_told(language: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{REPOSITORY / 'src'}{os.pathsep}{REPOSITORY}")
    bot = "tests.bots.third_party_bots:cheats"
    told = ask("zock", bot, "casual", "-o", "games=1", "-g", "2", "-j", "1", "--time-limit", "9", language=language)
    assert re.search(sentence, flat(told))
    assert max(map(len, told.splitlines())) <= 80
