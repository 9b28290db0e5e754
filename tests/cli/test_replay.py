"""`knobel replay` and the frame of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import knobel
from knobel.cli import app
from knobel.forms.captions import LABELS
from knobel.words import LANGUAGES, words

REAL_DICE = """{"format": "knobel/1", "game": "schocken", "options": {"covered": "last", "stones": 1, "length": "half"},
"players": ["Anna", "Ben"], "events": [{"e": "starter", "seat": 0},
{"e": "throw", "seat": 0, "keep": [], "dice": [6, 5, 4]},
{"e": "stand", "seat": 0}, {"e": "throw", "seat": 1, "keep": [], "dice": [0, 0, 0]},
{"e": "lift", "seat": 1, "dice": [2, 2, 1]}]}"""


@pytest.fixture
def record() -> str:
    return knobel.dumps(knobel.play_out("schocken", ["Anna", "Ben <b>"], {"stones": 3}, seed=4))


def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    result = CliRunner(env={"KNOBEL_LANG": "en"}).invoke(app, ["replay", *arguments], input=stdin)
    return result.exit_code, result.stdout, result.stderr


def test_a_right_record_is_told_and_drawn(tmp_path: Path, record: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(record)
    code, out, err = run(str(path))
    assert (code, err) == (0, "")
    assert "Schocken · Anna, Ben <b> · valid: finished after" in out
    assert "Middle: " in out
    assert len(out.splitlines()) > 10
    assert len(run(str(path), "--no-moves")[1].splitlines()) == 1
    assert run(str(path), "--quiet")[1] == ""


def test_json_gives_one_line_per_record_computed_by_replay(tmp_path: Path, record: str) -> None:
    document = json.loads(record)
    unfinished = {**document, "events": document["events"][:3]}
    del unfinished["result"]
    illegal = {**document, "events": [*document["events"][:2], {"e": "stand", "seat": 7}]}
    lied = {**document, "result": {**document["result"], "rounds": 99}}
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join([record, "", json.dumps(unfinished), json.dumps(illegal), json.dumps(lied), "{"]))
    code, out, _ = run(str(path), "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert answers[0] == {"game": "schocken", "finished": True, "result": document["result"]}
    assert answers[1] == {"game": "schocken", "finished": False, "result": None}
    assert (answers[2]["event"], answers[2]["rule"]) == (2, "S4")
    assert answers[3]["event"] is None
    assert "result" in answers[3]["error"]
    assert answers[4].keys() == {"error", "event", "rule"}
    assert len(answers) == 5


def test_what_is_wrong_goes_to_stderr_with_file_line_and_rule(tmp_path: Path, record: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(record + "\n" + record.replace('"schocken"', '"zock"') + "\n")
    code, out, err = run(str(path))
    assert code == 2
    assert len(out.splitlines()) == 1
    assert err.startswith(f"{path}:2: ")
    assert len(err.splitlines()) == 1
    assert run(str(tmp_path / "absent.json"))[0] == 2


def test_standard_input_is_read_as_a_stream(record: str) -> None:
    code, out, _ = run("-", "--json", stdin=f"{record}\n{record}\n")
    assert code == 0
    assert len(out.splitlines()) == 2
    spread = json.dumps(json.loads(record), indent=2)
    assert run("-", "--json", stdin=spread) == run("-", "--json", stdin=record)


def test_events_are_numbered_from_1(tmp_path: Path, record: str) -> None:
    """The number of what is wrong is that of its line."""
    path = tmp_path / "game.json"
    path.write_text(record)
    told = run(str(path))[1].splitlines()
    assert told[1].startswith("    1  ")
    numbers = [int(line[:5]) for line in told[1:] if line[:5].strip().isdecimal()]
    document = json.loads(record)
    assert numbers == list(range(1, len(document["events"]) + 1))
    document["events"][2]["seat"] = 7
    path.write_text(json.dumps(document))
    assert ": event 3: " in run(str(path))[2]
    assert ": Ereignis 3: " in run(str(path), "--lang", "de")[2]


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("", "there is no record here", "Die Aufzeichnung ist leer."),
        ("{'", "this is not JSON from byte 1 on", "Das ist kein JSON."),
        ("[]", "a record is a JSON object", "Eine Aufzeichnung ist ein JSON-Objekt."),
        ("{}", "the record lacks 'format'", "Der Aufzeichnung fehlt „format“."),
    ],
)
def test_a_verdict_is_in_one_language(tmp_path: Path, text: str, english: str, german: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    assert run(str(path))[2] == f"{path}: {english}\n"
    assert run(str(path), "--lang", "de")[2] == f"{path}: {german}\n"


def test_what_a_rule_asks_for_is_said_in_german(tmp_path: Path, record: str) -> None:
    path = tmp_path / "game.json"
    document = json.loads(record)
    path.write_text(json.dumps({**document, "events": [*document["events"][:2], {"e": "stand", "seat": 7}]}))
    sentence = words("de")("refusal-S4")
    assert run(str(path), "--lang", "de")[2] == f"{path}: Ereignis 3: {sentence}\n"


def test_names_and_sentences_cannot_steer_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = {"format": "knobel/1", "game": "zock", "players": ["\x1b[31mEvil\nline", "Ben"], "events": []}
    path.write_text(json.dumps(document))
    out = run(str(path))[1]
    assert "\x1b" not in out
    assert "Evil line" in out
    path.write_text(json.dumps({**document, "events": [{"e": "throw", "\x1b\n[31m": 1}]}))
    code, _, err = run(str(path))
    assert code == 2
    assert "\x1b" not in err
    assert len(err.splitlines()) == 1


def test_the_language_can_be_asked_for(tmp_path: Path, record: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(record)
    assert "Ereignissen zu Ende" in run(str(path), "--lang", "de")[1]
    assert "finished after" in run(str(path))[1]


@pytest.mark.parametrize("redirections", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_traceback(redirections: str) -> None:
    command = f"{sys.executable} -c 'from knobel.cli import main; main()' rules zock K1 {redirections}"
    finished = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert finished.returncode == 0
    assert "Traceback" not in finished.stderr


def test_a_terminal_without_umlauts_gets_question_marks() -> None:
    command = [sys.executable, "-c", "from knobel.cli import main; main()", "rules", "zocknroll", "N4"]
    finished = subprocess.run(command, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii"})
    assert finished.returncode == 0
    assert b"J?rg" in finished.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_of_a_drawing_has_words(language: str) -> None:
    say = words(language)
    assert all(say.label(key) for key in LABELS)


def test_a_mistake_is_one_sentence_and_exit_code_2() -> None:
    command = [sys.executable, "-c", "from knobel.cli import main; main()", "rules", "bridge"]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert len(finished.stderr.splitlines()) == 1
    assert "zocknroll, zock, schocken" in finished.stderr


def test_the_version_is_the_packages() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert result.stdout == f"knobel {knobel.__version__}\n"


@pytest.mark.rule("R3", "R4")
def test_a_record_with_real_dice_is_told(tmp_path: Path) -> None:
    path = tmp_path / "real.json"
    path.write_text(REAL_DICE)
    code, out, err = run(str(path))
    assert (code, err) == (0, "")
    assert "Ben, throw 1: 3 dice under the cup" in out
    assert "Ben lifts: 1 2 2." in out
    path.write_text(REAL_DICE.replace('{"e": "lift"', '{"e": "lift", "seat": 0, "dice": [1, 2, 2]}, {"e": "lift"'))
    code, _, err = run(str(path))
    assert (code, "(R3)" in err) == (2, True)
