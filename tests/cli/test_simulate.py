"""`knobel simulate`, asked as a player would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from knobel.cli import app
from knobel.cli.simulate import bins
from knobel.rules.errors import KnobelError
from knobel.simulate import POLICIES, Histogram, simulate
from knobel.words import LANGUAGES, words


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables that are solved here are kept away from those of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KNOBEL_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def ask(*arguments: str, language: str = "en") -> str:
    environment = {"KNOBEL_LANG": language, "COLUMNS": "80"}
    answer = CliRunner().invoke(app, ["simulate", *arguments], env=environment, catch_exceptions=False)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def data(*arguments: str) -> Any:
    """The answer as JSON, which has to be one line."""
    line, nothing = ask(*arguments, "--json").split("\n")
    assert nothing == ""
    return msgspec.json.decode(line)


def test_the_answer_is_that_of_the_batch() -> None:
    told = data("zock", "--games", "500", "--seed", "3", "--policy", "win,random", "-o", "variant=B", "-o", "games=2")
    batch = simulate("zock", ["win", "random"], 500, options={"variant": "B", "games": 2}, seed=3)
    assert told == {
        "game": "zock",
        "options": {"variant": "B", "games": 2},
        "policies": ["win", "random"],
        "games": 500,
        "seed": 3,
        **msgspec.json.decode(msgspec.json.encode(batch.summary())),
    }


@pytest.mark.parametrize(
    ("arguments", "policies"),
    [
        (("zock",), ["points"] * 2),
        (("schocken", "-p", "2", "-o", "stones=3"), ["best"] * 2),
        (("schocken", "-o", "preset=pub", "-o", "stones=2"), ["best"] * 2),
        (("schocken", "-p", "4", "-o", "stones=2"), ["random"] * 4),
        (("zocknroll",), ["best"] * 4),
        (("zocknroll", "-p", "3", "--policy", "stay"), ["stay"] * 3),
        (("zocknroll", "--policy", "stay, random,random"), ["stay", "random", "random"]),
    ],
)
def test_seats_without_a_policy_get_the_usual_one(arguments: tuple[str, ...], policies: list[str]) -> None:
    assert data(*arguments, "-g", "20")["policies"] == policies


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("asked", ["zock", "schocken -p 2", "zocknroll -p 3 --policy random,stay,random"])
def test_everything_is_shown_in_both_languages(language: str, asked: str) -> None:
    told = ask(*asked.split(), "-g", "300", language=language)
    game, say = asked.split()[0], words(language)
    summary = data(*asked.split(), "-g", "300")
    for figure in summary["shares"]:
        if figure["seat"] is None:
            assert say(f"simulate-{game}-{figure['name']}") in told
    for shown in summary["histograms"]:
        assert say(f"simulate-{game}-{shown['name']}") in told
    assert max(map(len, told.splitlines())) <= 80
    shares = [float(share.replace(",", ".")) for share in re.findall(r"(\d+[.,]\d\d) % ", told)]
    assert sum(shares) == pytest.approx(100 * len(summary["histograms"]), abs=0.5)


def test_one_game_has_no_error_yet() -> None:
    assert {figure["error"] for figure in data("zock", "-g", "1")["shares"]} == {None}
    assert re.search(r"The player who starts a game wins it +[\d.]+ +–\n", re.sub(" +\n", "\n", ask("zock", "-g", "1")))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("poker",), "the game must be one of"),
        (("zock", "-p", "3"), r"\(K1\)"),
        (("zock", "-g", "0"), "from 1 to 10000000, not"),
        (("zock", "--policy", "best"), "random, points, win, match"),
        (("zock", "--policy", "win,win,win"), r"exactly 2 players, not 3 \(K1\)"),
        (("schocken", "-p", "4", "--policy", "random,random"), "each of 4 seats, not 2"),
        (("schocken", "-p", "3", "--policy", "best"), r"\(S1\)"),
        (("zocknroll", "-o", "board=huge"), r"\(N2\)"),
        (("zocknroll", "-o", "board"), "NAME=VALUE"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(KnobelError, match=sentence):
        ask(*arguments)


def test_a_histogram_fits_on_the_screen() -> None:
    counts = (100,) * 199 + (1,) * 50
    rows = bins(Histogram("throws", 0.0, 0.0, least=5, counts=counts))
    assert len(rows) <= 21
    assert (rows[0][0], rows[-1][1]) == (5, 5 + len(counts) - 1)
    assert sum(count for _, _, count in rows) == sum(counts)
    assert all(after[0] == before[1] + 1 for before, after in pairwise(rows))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_policy_has_words(language: str) -> None:
    say = words(language)
    assert [
        name for game, names in POLICIES.items() for name in names if not say.has(f"simulate-policy-{game}-{name}")
    ] == []


def test_three_players_of_schocken_say_what_they_play() -> None:
    note = words("en")("simulate-random")
    assert note in " ".join(ask("schocken", "--players", "3", "--games", "10").split())
    told = ask("schocken", "--players", "3", "--games", "10", "--policy", "random")
    assert note not in " ".join(told.split())


def test_an_empty_policy_is_refused() -> None:
    with pytest.raises(KnobelError, match="must be one of"):
        simulate("schocken", [""] * 2, 1)
    answer = CliRunner().invoke(app, ["simulate", "schocken", "--policy", ""])
    assert answer.exit_code != 0
