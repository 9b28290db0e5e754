"""`knobel coach`."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

import knobel
from knobel.cli import app, main
from knobel.words import LANGUAGES

from .test_replay import REAL_DICE


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records of one game and of several, with a name that would like to be more than a name."""
    made = tmp_path_factory.mktemp("records")
    schocken = [knobel.play_out("schocken", ["Anna", "Ben <b>[red]"], {"stones": 3}, seed=seed) for seed in range(4)]
    zock = [knobel.play_out("zock", ["Anna", "Cleo"], {"games": 1}, seed=seed) for seed in range(3)]
    (made / "one.json").write_text(knobel.dumps(schocken[0]))
    (made / "many.jsonl").write_text("\n".join([*map(knobel.dumps, schocken), *map(knobel.dumps, zock)]))
    return made


def run(*arguments: str | Path, lang: str = "en", stdin: str = "") -> tuple[int, str, str]:
    env = {"KNOBEL_LANG": lang, "COLUMNS": "100"}
    result = CliRunner(env=env).invoke(app, ["coach", *map(str, arguments)], input=stdin)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_told_with_bars_and_sentences(folder: Path, lang: str) -> None:
    code, out, _ = run(folder / "one.json", lang=lang)
    assert code == 0
    assert "Schocken · Anna, Ben <b>[red] · " in out
    assert re.search(r"^Anna +[▁▂▃▄▅▆▇█]{20,}$", out, re.M)
    assert ("Error rate" if lang == "en" else "Fehlerquote") in out
    assert "\x1b" not in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_small_terminal_tears_nothing_apart(lang: str) -> None:
    record = Path(__file__).parents[2] / "examples" / "evening.json"
    result = CliRunner(env={"KNOBEL_LANG": lang, "COLUMNS": "80"}).invoke(app, ["coach", str(record)])
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert all(len(line) <= 80 for line in lines)
    assert "…" not in result.stdout, "no heading is cut"
    assert not any(line.lstrip().startswith("%") for line in lines)
    words = ("Turning points", "Mistakes") if lang == "en" else ("Wendepunkte", "Fehler")
    turning = lines[lines.index(words[0]) + 1 :]
    assert all(re.match(r" +\d+  \w| {6}\S", line) for line in turning)
    for dice in ("5-3-1", "6-5-4"):
        assert dice in result.stdout


def test_events_are_counted_as_replay_numbers_them(folder: Path) -> None:
    told = CliRunner(env={"KNOBEL_LANG": "en"}).invoke(app, ["replay", str(folder / "one.json")]).stdout.splitlines()
    numbered = {int(line[:5]): line for line in told if line[:5].strip().isdecimal()}
    made = re.findall(r"^ +(\d+)  (Anna|Ben) ", run(folder / "one.json")[1], re.M)
    assert made
    assert all(name in numbered[int(event)] for event, name in made)


def test_only_the_mistakes_of_the_chosen_player(folder: Path) -> None:
    everybody = run(folder / "one.json")[1]
    of_anna, of_seat = run(folder / "one.json", "--name", "Anna")[1], run(folder / "one.json", "--seat", "1")[1]
    assert of_anna == of_seat
    assert re.search(r"^ *\d+  Ben", everybody, re.M)
    assert not re.search(r"^ *\d+  Ben", of_anna, re.M)


def test_json_is_one_analysis_a_line(folder: Path) -> None:
    code, out, _ = run(folder / "many.jsonl", "--json")
    analyses = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [each["game"] for each in analyses] == ["schocken"] * 4 + ["zock"] * 3
    for each in analyses:
        for summary in each["summaries"]:
            parts = summary["start"] + summary["luck"] + summary["given"] - summary["loss"]
            assert parts == pytest.approx(summary["result"], abs=1e-9)
    assert run("-", "--json", stdin=(folder / "one.json").read_text())[1] == out.splitlines(keepends=True)[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_many_games_are_a_profile(folder: Path, lang: str) -> None:
    code, out, _ = run(folder / "many.jsonl", "--name", "Anna", lang=lang)
    assert code == 0
    assert out.splitlines()[0] == "Anna"
    assert ("fair dice give" if lang == "en" else "Mit fairen Würfeln") in " ".join(out.split())
    assert "Cleo" not in out
    assert "Cleo" in run(folder / "many.jsonl")[1]


class Strict(HTMLParser):
    """Notes every tag and everything that a page would fetch, and that all tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.tags, self.fetched, self._open = list[str](), list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href", "xlink:href", "data")]
        if tag != "meta":
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def close(self) -> None:
        super().close()
        assert self._open == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("records", ["one.json", "many.jsonl"])
def test_the_page_stands_alone(folder: Path, tmp_path: Path, records: str, lang: str) -> None:
    page = tmp_path / "page.html"
    code, out, _ = run(folder / records, "--html", page, lang=lang)
    assert (code, out) == (0, "")
    text = page.read_text("utf-8")
    parser = Strict()
    parser.feed(text)
    parser.close()
    assert f'<html lang="{lang}">' in text
    assert "svg" in parser.tags
    assert "script" not in parser.tags
    assert parser.fetched == []
    assert not re.search(r"https?:|url\(|@import", text)
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert "Ben <b>" not in text
    assert "Ben &lt;b&gt;[red]" in text
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_what_is_wrong_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    code, out, err = run(wrong, "--json")
    assert (code, out) == (2, "")
    assert err == f"{wrong}: the record lacks 'format'\n"
    assert run(tmp_path / "absent.json")[0] == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seat", "3"], "this record has 2 players: there is no seat 3"),
        (["--name", "Dora"], "no player of these records is called 'Dora'"),
        (["--seat", "1", "--name", "Anna"], "give --seat or --name, not both"),
        (["--precision", "perfect"], "--precision must be one of quick, default, thorough, not 'perfect'"),
        (["--html", "."], "cannot be written"),
        (["--html", "no/such/folder/page.html"], "cannot be written"),
    ],
)
def test_bad_questions_are_refused(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.setattr("sys.argv", ["knobel", "coach", str(folder / "one.json"), *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith("knobel: ")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_ctrl_c_ends_it_cleanly(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("knobel.coach.analyse.analyse", interrupted)
    page = tmp_path / "page.html"
    page.write_text("what was there before")
    code, out, err = run(folder / "one.json", "--html", page)
    assert (code, out) == (130, "")
    assert "stopped; nothing was written" in err
    assert page.read_text() == "what was there before"
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_the_example_of_the_documentation() -> None:
    root = Path(__file__).parents[2]
    page = root.joinpath("README.md").read_text("utf-8")
    ((question, answer),) = re.findall(
        r"^```console\n\$ knobel coach (.*?)\n(.*?)\n```$", page, re.DOTALL | re.MULTILINE
    )
    code, out, _ = run(root / question)
    assert code == 0
    assert "\n".join(line.rstrip() for line in out.splitlines()).strip("\n") == answer


@pytest.mark.rule("R7")
def test_a_game_with_real_dice_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "real.json"
    path.write_text(REAL_DICE)
    code, out, _ = run(path, "--json")
    assert code == 0
    (analysis,) = (json.loads(line) for line in out.splitlines())
    assert [moment["event"] for moment in analysis["moments"]] == list(range(1, 6))
    assert analysis["moments"][4]["luck"] == [0.0, 0.0]
