"""`knobel odds`, asked as a player would."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from knobel.cli.odds import app
from knobel.forms import position
from knobel.odds.schocken import reach
from knobel.odds.zock import next_throw
from knobel.odds.zocknroll import fresh, showdown
from knobel.rules.errors import KnobelError
from knobel.rules.schocken import Options as SchockenOptions
from knobel.rules.zock import Options as ZockOptions
from knobel.rules.zock import State as ZockState
from knobel.rules.zocknroll import Options as ZocknrollOptions
from knobel.rules.zocknroll import start


def ask(*arguments: str, language: str = "en") -> str:
    answer = CliRunner().invoke(app, arguments, env={"KNOBEL_LANG": language, "COLUMNS": "80"}, catch_exceptions=False)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def data(*arguments: str) -> Any:
    """The answer as JSON, which has to be one line."""
    line, nothing = ask(*arguments, "--json").split("\n")
    assert nothing == ""
    return msgspec.json.decode(line)


def chances(answer: Any) -> list[tuple[str, float]]:
    """All pairs of a fraction and the number beside it, wherever they stand."""
    if isinstance(answer, list):
        return [chance for each in answer for chance in chances(each)]
    if not isinstance(answer, dict):
        return []
    own = [(answer["odds"], answer["chance"])] if "odds" in answer else []
    return own + chances(list(answer.values()))


EVERYTHING = [
    ("zocknroll",),
    ("zocknroll", "--board", "pro", "--royal-pairs", "six_alike"),
    ("zocknroll", "--board", "pro", "--own", "334", "--white", "225"),
    ("zocknroll", "--own", "34", "--white", "22566", "--against", "11"),
    ("zocknroll", "--own", "66"),
    ("zock",),
    ("zock", "--variant", "C", "--two-digit", "ten_only"),
    ("zock", "--open", "1,2,5", "--variant", "B"),
    ("schocken",),
    ("schocken", "--preset", "pub", "--jule", "--general-beats-schock2", "--kept-dice", "stay"),
    ("schocken", "665"),
    ("schocken", "665", "--throws", "2", "--dice", "1,6,3"),
    ("schocken", "611", "--dice", "666", "--sixes"),
    ("schocken", "654", "--dice", "661", "--kept", "61", "--hand-only"),
]
EVERY_QUESTION = pytest.mark.parametrize("question", EVERYTHING, ids=" ".join)


@EVERY_QUESTION
@pytest.mark.parametrize("language", ["en", "de"])
def test_tables_fit_80_columns(question: tuple[str, ...], language: str) -> None:
    lines = ask(*question, language=language).splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines), "nothing is cut off"


@EVERY_QUESTION
def test_json_has_the_fraction_and_the_number(question: tuple[str, ...]) -> None:
    found = chances(data(*question))
    assert found
    for odds, chance in found:
        exact = Fraction(odds)
        assert 0 <= exact <= 1
        assert chance == pytest.approx(float(exact))
        total = int(odds.partition("/")[2])
        while total % 6 == 0:
            total //= 6
        assert total == 1, "a power of six"


def test_zocknroll_rounds() -> None:
    answer = data("zocknroll", "--board", "pro")
    assert (answer["game"], answer["options"]) == ("zocknroll", {"board": "pro"})
    for each in answer["rounds"]:
        expected = fresh(ZocknrollOptions(board="pro"), each["round"])
        assert {row["row"]: row["odds"] for row in each["rows"]} == {row: str(odds) for row, odds in expected.items()}
        assert each["rows"][-1]["at_least"]["chance"] == 1
    assert answer["rounds"][0]["rows"][-1]["odds"] == "3600/46656"


def test_zocknroll_hand() -> None:
    answer = data("zocknroll", "--own", "3 3", "--white", "1-2-3-5", "--against", "2")
    assert (answer["own"], answer["white"], answer["now"]) == ([3, 3], [1, 2, 3, 5], "three_of_a_kind")
    assert [each["round"] for each in answer["rounds"]] == [3]
    duel = showdown(ZocknrollOptions(), (3, 3), (1, 2, 3, 5), cups=2)
    assert answer["showdown"]["cups"] == 2
    for name in ("won", "tied", "lost"):
        assert answer["showdown"][name]["odds"] == str(getattr(duel, name))


def test_zocknroll_in_words() -> None:
    text = ask("zocknroll", "--own", "33", "--white", "12356", language="de")
    assert "Jetzt: Dreierpasch" in text
    assert "55,56 %" in text  # 20 of 36, as the JSON says
    assert data("zocknroll", "--own", "33", "--white", "12356")["showdown"]["won"]["odds"] == "20/36"


def test_only_the_impossible_and_the_certain_read_so() -> None:
    """6-6-5-5-3 lie, and nobody does worse than two pairs; 23 of 36 cups do better.

    These are 20 with a six or a five and 3-3 for a full house, and 2-4 in both orders for a straight.
    """
    question = ("zocknroll", "--own", "12", "--white", "66553", "--against", "11")
    assert Fraction(data(*question)["showdown"]["tied"]["odds"]) == Fraction(36 - 23, 36) ** 11
    _, won, tied, lost = ask(*question).splitlines()[-4:]
    assert won.split()[:2] == ["0.00", "%"]
    assert tied.split()[:3] == ["<", "0.01", "%"]
    assert lost.split()[:3] == [">", "99.99", "%"]


def test_zock_fields() -> None:
    answer = data("zock", "--open", "5,1 2", "--variant", "B")
    expected = next_throw(ZockOptions(variant="B"), (1, 2, 5))
    assert answer["open"] == [1, 2, 5]
    assert answer["usable"]["odds"] == str(expected.usable)
    assert {each["field"]: each["odds"] for each in answer["fields"]} == {
        field: str(odds) for field, odds in expected.fields.items()
    }
    assert {tuple(each["cover"]): each["odds"] for each in answer["covers"]} == {
        cover: str(odds) for cover, odds in expected.covers.items()
    }
    assert [each["covers"] for each in answer["throws"] if each["dice"] == [3, 4]] == [[[2, 5]]]


def test_zock_position() -> None:
    state = ZockState(ZockOptions(variant="C"), open=((1, 2), (3, 7)), phase="throw", seat=1, dice=(1, 2))
    answer = data("zock", "--position", position(state))
    assert (answer["options"], answer["open"]) == ({"variant": "C"}, [3, 7])
    assert "3,7" in ask("zock", "--position", position(state))


def test_schocken_throws() -> None:
    answer = data("schocken", "--preset", "pub", "--no-hand-only")
    assert answer["options"] == {"covered": "last", "sixes": True}
    throws = answer["throws"]
    assert [each["place"] for each in throws] == list(range(1, 57))
    assert (throws[0]["dice"], throws[0]["stones"], throws[0]["odds"]) == ([1, 1, 1], None, "1/216")
    out = [str(reach(SchockenOptions(sixes=True), (1, 1, 1), count)) for count in (1, 2, 3)]
    assert [each["odds"] for each in throws[0]["reach"]] == out


def test_schocken_from_a_fresh_cup() -> None:
    every = data("schocken", "111")["reach"]
    assert [each["throws"] for each in every] == [1, 2, 3]
    assert Fraction(every[2]["odds"]) == (1 - Fraction(5, 6) ** 3) ** 3
    assert data("schocken", "111", "--throws", "3")["reach"] == every[2:]


def test_schocken_from_dice_that_lie() -> None:
    answer = data("schocken", "611", "--dice", "6,6,6", "--sixes")
    best = [choice for choice in answer["choices"] if choice["best"]]
    assert [(choice["keep"], choice["flip"], choice["stand"]) for choice in best] == [([1, 1], 2, False)]
    assert answer["throws"] == 2
    # one of two throws has to bring a one or a six beside the two ones
    assert Fraction(best[0]["odds"]) == 1 - Fraction(4, 6) ** 2


def test_schocken_with_kept_dice() -> None:
    answer = data("schocken", "111", "--dice", "651", "--kept", "65", "--kept-dice", "stay")
    assert (answer["throws"], answer["kept"]) == (1, [6, 5])
    assert {choice["chance"] for choice in answer["choices"]} == {0}


def test_the_best_choice_is_starred() -> None:
    lines = ask("schocken", "665", "--throws", "2", "--dice", "1,6,3").splitlines()
    assert [line.split()[:3] for line in lines if "★" in line] == [["★", "keep", "1"]]


ZOCKNROLL_POSITION = position(start(ZocknrollOptions(), 4))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (("zocknroll", "--board", "big"), "board must be one of basic, pro (N2)"),
        (("zocknroll", "--own", "334", "--white", "225"), "on the basic board a cup holds 2 dice, not 3 (N2)"),
        (("zocknroll", "--own", "37"), "a die shows 1 to 6, not '7'"),
        (("zocknroll", "--own", "x"), "a die shows 1 to 6, not 'x'"),
        (("zocknroll", "--white", "123"), "the white dice need your own dice to form a row (N7)"),
        (("zocknroll", "--own", "33", "--against", "0"), "one to eleven other cups are lifted in round 3, not 0 (N1)"),
        (("zock", "--open", "0"), "the fields are numbered 1 to 9, there is no field '0' (K1)"),
        (("zock", "--open", "11"), "every player has each field only once (K1)"),
        (("zock", "--open", ""), "a player who has covered all nine fields has won and throws no more (K7)"),
        (("zock", "--variant", "D"), "variant must be one of basic, A, B, C (K5)"),
        (("zock", "--position", "x", "--open", "1"), "a position already has its open fields and options"),
        (("zock", "--position", "x", "--variant", "B"), "a position already has its open fields and options"),
        (("zock", "--position", ZOCKNROLL_POSITION), "this is a position of another game than zock"),
        (("schocken", "66"), "a throw is three dice of 1 to 6, not '6 6' (S1)"),
        (("schocken", "665", "--dice", "1234"), "a throw is three dice of 1 to 6, not '1 2 3 4' (S1)"),
        (("schocken", "665", "--throws", "4"), "a player has one to three throws, not 4 (S4)"),
        (("schocken", "665", "--dice", "123", "--throws", "3"), "after a throw one or two throws are left, not 3 (S4)"),
        (("schocken", "665", "--dice", "123", "--kept", "4"), "4 cannot have been kept of 3-2-1 (S4)"),
        (("schocken", "665", "--kept", "4"), "kept dice are some of the dice on the table, so give --dice, too (S4)"),
        (("schocken", "--throws", "2"), "name the throw to reach, such as 665"),
        (("schocken", "--preset", "club"), "schocken does not know the preset 'club'; it has: pub"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_questions_get_one_sentence(question: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(KnobelError) as refused:
        ask(*question)
    assert str(refused.value) == sentence


def test_the_examples_of_the_documentation() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "play", "odds-coach.md").read_text("utf-8")
    examples = re.findall(r"^```console\n\$ knobel odds (.*?)\n(.*?)\n```$", page, re.DOTALL | re.MULTILINE)
    assert len(examples) >= 4
    for question, answer in examples:
        shown = "\n".join(line.rstrip() for line in ask(*question.split()).splitlines())
        assert shown.strip("\n") == answer


def test_the_shell_completes_choices() -> None:
    completing = {"_ODDS_COMPLETE": "bash_complete", "COMP_WORDS": "odds zock --variant ", "COMP_CWORD": "3"}
    answer = CliRunner().invoke(app, [], prog_name="odds", env=completing)
    assert answer.stdout.split() == ["plain,basic", "plain,A", "plain,B", "plain,C"]


@pytest.mark.parametrize("columns", [30, 40, 50, 60, 70])
@pytest.mark.parametrize(
    "question",
    [
        "zock --open 1,2,5",
        "schocken",
        "schocken 665 --throws 2 --dice 163",
        "zocknroll",
        "zocknroll --own 34 --white 225",
    ],
)
def test_a_narrow_terminal_keeps_every_figure(question: str, columns: int) -> None:
    narrow = CliRunner(env={"COLUMNS": str(columns), "KNOBEL_LANG": "en"}).invoke(app, question.split()).stdout
    wide = CliRunner(env={"COLUMNS": "200", "KNOBEL_LANG": "en"}).invoke(app, question.split()).stdout
    figures = re.compile(r"\d+\.\d\d")
    assert sorted(figures.findall(narrow)) == sorted(figures.findall(wide))
    assert "…" not in narrow
    assert max(map(len, narrow.splitlines())) <= columns
