"""`knobel solve`, asked as a player would."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from knobel.cli import output
from knobel.cli.solve import app
from knobel.forms import position
from knobel.rules.errors import KnobelError
from knobel.rules.zock import ALL_FIELDS, GameScore, Options, State
from knobel.rules.zocknroll import Options as ZocknrollOptions
from knobel.rules.zocknroll import start
from knobel.solve.zock.solver import evaluate, match_table, solution
from knobel.words import words


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Tables that are solved here are kept away from those of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KNOBEL_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def ask(*arguments: str, language: str = "en") -> str:
    answer = CliRunner().invoke(app, arguments, env={"KNOBEL_LANG": language, "COLUMNS": "80"}, catch_exceptions=False)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def data(*arguments: str) -> Any:
    """The answer as JSON, which has to be one line."""
    line, nothing = ask("zock", *arguments, "--json").split("\n")
    assert nothing == ""
    return msgspec.json.decode(line)


DECISION = State(Options(variant="B"), (ALL_FIELDS[:8], ALL_FIELDS), "cover", 0, (3, 6))
SECOND_GAME = State(Options(games=3), ((1, 2, 3, 4, 5, 6, 8, 9), (1, 2)), "throw", 1, (1, 6), games=(GameScore(0, 12),))


def test_a_fresh_game() -> None:
    assert data() == data("--variant", "basic", "--two-digit", "digits", "--objective", "points")
    for variant, two_digit in (("basic", "ten_only"), ("A", "digits"), ("B", "digits"), ("C", "digits")):
        options: Options = msgspec.convert({"variant": variant, "two_digit": two_digit}, Options)
        asked = ("--variant", variant, "--two-digit", two_digit)
        for objective in ("points", "win"):
            expected = solution(options, "points" if objective == "points" else "win").value(ALL_FIELDS, ALL_FIELDS)
            assert data(*asked, "--objective", objective) == {"value": expected}


def test_a_match() -> None:
    table = match_table(Options(), 2)
    assert data("--match", "2", "--lead", "13") == {"value": table.value(2, 13)}
    assert data("--match", "2", "--lead", "-13", "--objective", "win") == {"value": 1 - table.value(2, 13)}
    assert data("--match", "1") == data("--match", "2", "--objective", "match") == {"value": 0.5}
    assert data("--match", "2", "--lead", "91") == {"value": 1}


@pytest.mark.parametrize("objective", ["points", "win", "match"])
def test_a_position(objective: Any) -> None:
    found = evaluate(SECOND_GAME, objective)
    assert data("--position", position(SECOND_GAME), "--objective", objective) == {"value": found.value, "seat": 1}


def test_a_decision() -> None:
    found = evaluate(DECISION, "points")
    answer = data("--position", position(DECISION))
    assert (answer["value"], answer["seat"]) == (found.value, 0)
    assert [tuple(cover["fields"]) for cover in answer["covers"]] == [worth.fields for worth in found.covers]
    assert [cover["value"] for cover in answer["covers"]] == [worth.value for worth in found.covers]
    assert [cover["best"] for cover in answer["covers"]] == [True, False, False, False]


QUESTIONS = [
    ("--variant", "C"),
    ("--variant", "A", "--objective", "win"),
    ("--match", "1", "--lead", "1"),
    ("--match", "2", "--lead", "-45"),
    ("--position", position(DECISION)),
    ("--position", position(SECOND_GAME), "--objective", "match"),
    ("--position", position(State(Options())), "--objective", "win"),
    ("--position", position(State(Options(games=1), ((), (1,)), "over", 0, (2, 5), games=(GameScore(0, 1),)))),
]


@pytest.mark.parametrize("question", QUESTIONS[:-1], ids=" ".join)
@pytest.mark.parametrize("language", ["en", "de"])
def test_answers_to_read_fit_80_columns(question: tuple[str, ...], language: str) -> None:
    lines = ask("zock", *question, language=language).splitlines()
    assert len(lines) >= 3
    assert max(map(len, lines)) <= 80


def test_the_end_of_a_match() -> None:
    text = ask("zock", *QUESTIONS[-1], "--objective", "match", language="de")
    assert "Platz 0, am Ende" in text
    assert "100,0000 %  Chance, den Satz zu gewinnen" in text


def test_the_best_cover_is_starred() -> None:
    lines = ask("zock", "--position", position(DECISION)).splitlines()
    assert [line.split()[1] for line in lines if "★" in line] == ["1,8"]
    assert "−" in lines[-2], "the last cover costs something"


def test_numbers_in_german() -> None:
    value = solution(Options(), "win").value(ALL_FIELDS, ALL_FIELDS)
    assert f"{100 * value:.4f} %".replace(".", ",") in ask("zock", "--objective", "win", language="de")


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (("--variant", "D"), "variant must be one of basic, A, B, C (K5)"),
        (("--objective", "fun"), "--objective must be one of points, win, match, not 'fun'"),
        (("--objective", "match"), "say how many games of the match are left, such as --match 3 (K8)"),
        (("--lead", "3"), "say how many games of the match are left, such as --match 3 (K8)"),
        (("--match", "11"), "a match is solved with up to 10 games left, not with 11 (K8)"),
        (("--match", "0"), "a match has at least one game left before a roll-off, not 0 (K8)"),
        (
            ("--match", "2", "--objective", "points"),
            "the value of a match is a chance to win, not points (K8)",
        ),
        (("--position", "x", "--variant", "B"), "a position already has its options, games and penalty points"),
        (("--position", "x", "--match", "2"), "a position already has its options, games and penalty points"),
        (
            ("--position", position(start(ZocknrollOptions(), 4))),
            "this is a position of another game than zock",
        ),
        (QUESTIONS[-1], "the match is over, there is no next game (K8)"),
        (
            ("--position", position(State(Options(referee="players")))),
            "exact values are those of a game with a strict referee (K9)",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_questions_get_one_sentence(question: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(KnobelError) as refused:
        ask("zock", *question)
    assert str(refused.value) == sentence


class AtOnce(Timer):
    """A timer that does not wait."""

    def start(self) -> None:
        self.function(*self.args, **self.kwargs)


def test_a_long_wait_prints_a_notice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(output, "Timer", AtOnce)
    with output.progress(words("de")) as tell:
        tell(1, 2)
        tell(2, 2)
    nothing, told = capsys.readouterr()
    assert nothing == ""
    assert "knobel: das dauert eine Weile, aber nur beim ersten Mal" in told
    assert "der Satz wird gelöst" in told
    assert "100%" in told


def test_a_short_wait_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with output.progress(words("en")):
        pass
    assert capsys.readouterr() == ("", "")


def test_other_commands_do_not_wait_for_the_solver() -> None:
    program = "import sys, knobel.cli; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_examples_of_the_documentation() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "research", "solvers.md").read_text("utf-8")
    examples = re.findall(r"^```console\n\$ knobel solve (.*?)\n(.*?)\n```$", page, re.DOTALL | re.MULTILINE)
    assert len(examples) >= 4
    for question, answer in examples:
        quoted = [part.strip('"') for part in re.findall(r'"[^"]*"|\S+', question)]
        shown = "\n".join(line.rstrip() for line in ask(*quoted).splitlines())
        assert shown.strip("\n") == answer
