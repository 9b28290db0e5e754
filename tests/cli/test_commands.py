"""What all commands share: help, usage errors, options, output and exit codes."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from knobel.cli import app, main
from knobel.cli.commands import Group
from knobel.rules import find_game
from knobel.rules.errors import BadOptions
from knobel.terminal.setup import parse_options
from knobel.words import LANGUAGES, words
from knobel.words.rulebook import rulebook

RECORD = Path(__file__).parents[2] / "examples" / "evening.json"
KNOBEL = [sys.executable, "-m", "knobel"]


def run_main(arguments: list[str], language: str = "en") -> tuple[str, str, int]:
    """What the program prints, on stdout and on stderr, and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["knobel", *arguments])
        if "KNOBEL_LANG" not in os.environ:
            patch.setenv("KNOBEL_LANG", language)
        patch.setenv("COLUMNS", "80")
        with pytest.raises(SystemExit) as ended:
            main()
    code = ended.value.code
    assert isinstance(code, int)
    return out.getvalue(), err.getvalue(), code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["rules", "zock"],
        ["rules", "zock", "--json"],
        ["replay", str(RECORD)],
        ["odds", "zock"],
        ["--help"],
        ["play", "zock", "--watch", "--bots", "random,random", "-o", "games=1"],
    ],
)
def test_output_that_cannot_be_written_is_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    environment = {**os.environ, "KNOBEL_DATA": str(tmp_path)}
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*KNOBEL, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment
        )
    assert ended.stderr == "knobel: the output cannot be written: No space left on device\n"
    assert ended.returncode == 2


@pytest.mark.parametrize("arguments", [["rules", "zocknroll"], ["replay", str(RECORD)], ["--version"]])
def test_a_closed_pipe_ends_the_program_quietly(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([*KNOBEL, *arguments], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (1, "")


def test_the_module_is_the_program() -> None:
    ended = subprocess.run([*KNOBEL, "--version"], capture_output=True, text=True, check=False)
    assert ended.stdout.startswith("knobel ")


@pytest.mark.parametrize(
    "arguments",
    [["rules", "ZOCK", "K1"], ["odds", "Zock"], ["solve", "Zock", "--help"], ["simulate", "ZOCK", "-g", "1"]],
)
def test_names_of_games_may_be_written_in_capitals(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 0


def test_help_says_what_comes_without_a_command() -> None:
    told = CliRunner().invoke(app, ["--help"]).stdout
    assert "Without a command the table opens in the browser." in told


def commands() -> list[tuple[str, click.Command]]:
    """All commands with how they are called."""
    found: list[tuple[str, click.Command]] = [("", app)]
    for name in app.list_commands(CONTEXT):
        command = app.get_command(CONTEXT, name)
        assert command is not None
        found.append((name, command))
        if isinstance(command, Group):
            for game in command.list_commands(CONTEXT):
                below = command.get_command(CONTEXT, game)
                assert below is not None
                found.append((f"{name} {game}", below))
    return found


CONTEXT = click.Context(app)


@pytest.mark.parametrize(("path", "command"), commands())
def test_every_command_and_parameter_has_help_with_an_example(path: str, command: click.Command) -> None:
    help_of = {language: run_main([*path.split(), "--help", "--lang", language])[0] for language in LANGUAGES}
    for language, text in help_of.items():
        say = words(language)
        assert say("help-usage") in text
        assert say("help-examples") in text
        for param in command.params:
            assert param.opts[-1] in text or isinstance(param, click.Argument)
        assert max(map(len, text.splitlines())) <= 80
        for leak in ("<bool>", "INTEGER", "BOOLEAN", "Show this message", "None", "Choice("):
            assert leak not in text
    assert help_of["en"] != help_of["de"]


@pytest.mark.parametrize("group", ["admin", "club", "odds", "solve"])
def test_options_without_a_command_get_the_help(group: str) -> None:
    out, err, code = run_main([group, "--lang", "de"])
    assert (out, code) == ("", 2)
    assert err == run_main([group, "--help", "--lang", "de"])[0]


def test_help_is_german_in_a_german_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_LANG", "de")
    out, _, code = run_main(["serve", "--help"])
    assert out.startswith("Aufruf: knobel serve [OPTIONEN]")
    assert "Optionen:" in out
    assert code == 0


WRONG = {
    "plya": ("there is no command 'plya'; see knobel --help; did you mean play?", "Meintest du play?"),
    "rules schoken": (
        "did you mean schocken?",
        "Das Spiel 'schoken' gibt es nicht. Zur Wahl: zocknroll, zock, schocken",
    ),
    "rules zock K11": ("did you mean K1", "hat keine Regel 'K11'"),
    "odds zok": ("did you mean zock?", "Meintest du zock?"),
    "play zock --bot casual": ("there is no option --bot", "Die Option --bot gibt es nicht"),
    "play zock --variant C": ("write -o variant=VALUE", "Schreib -o variant=WERT"),
    "play zock -o varient=C": ("did you mean variant?", "hat keine Option 'varient'"),
    "play zock -o variant=D": ("variant must be one of basic, A, B, C (K5)", "variant muss einer dieser Werte sein: "),
    "play zock -b stong": ("did you mean strong?", "Meintest du strong?"),
    "play zock --dice sytem": ("did you mean system?", "Meintest du system?"),
    "play schocken -o preset=pup": ("did you mean pub?", "Meintest du pub?"),
    "play zock --seed": ("--seed needs a value", "--seed braucht einen Wert"),
    "play zock --watch=3": ("--watch takes no value", "--watch hat keinen Wert"),
    "play zock --seed x": ("--seed must be a whole number, not 'x'", "--seed muss eine ganze Zahl sein"),
    "play zock schocken": ("one argument too many: 'schocken'", "Ein Argument zu viel"),
    "play zock --players 7": ("zock is for exactly 2 players, not 7 (K1)", "genau 2 Spieler"),
    "serve --lan --host 127.0.0.1": ("only this computer reaches 127.0.0.1", "127.0.0.1 erreicht nur dieser Computer"),
    "serve --lan --host localhost": ("only this computer reaches localhost", "localhost erreicht nur dieser Computer"),
    "serve --port 99999": ("--port must be a whole number from 0 to 65535", "--port muss eine ganze Zahl von 0 bis"),
    "coach": ("FILE… is missing; see knobel coach --help", "DATEI… fehlt"),
    "simulate": ("GAME is missing", "SPIEL fehlt"),
    "odds zock --open 0": ("there is no field '0' (K1)", "Die Felder heißen 1 bis 9"),
    "version": ("did you mean --version?", "Meintest du --version?"),
    "odds zock -o variant=C --variant B": ("variant is given twice", "variant ist doppelt angegeben"),
    "odds zock --position x": ("a position begins with one of", "Eine Stellung beginnt mit"),
    "arena zock strong": ("two different bots", "zwei verschiedene Bots"),
    "simulate zock --policy pionts": ("did you mean points?", "Meintest du points?"),
    "completion tcsh": ("must be one of bash, zsh, fish", "muss einer dieser Werte sein: bash, zsh, fish"),
    "odds zock --open 1,1": ("every player has each field only once (K1)", "jedes Feld nur einmal (K1)"),
    "odds schocken 66": ("three dice of 1 to 6, not '6 6' (S1)", "drei Würfeln von 1 bis 6, nicht aus '6 6' (S1)"),
    "odds schocken 665 --throws 9": ("one to three throws, not 9", "ein bis drei Würfe, nicht 9"),
    "simulate schocken -p 3 --policy best": ("for two players, not for 3", "für zwei Spieler, nicht für 3"),
    "solve zock --objective wim": ("did you mean win?", "Meintest du win?"),
}


@pytest.mark.parametrize("line", WRONG)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistake_is_one_sentence_in_the_users_language(line: str, language: str) -> None:
    out, err, code = run_main(["--lang", language, *line.split()])
    assert (out, code) == ("", 2)
    assert WRONG[line][LANGUAGES.index(language)] in err
    assert err.startswith("knobel: ")
    assert len(err.splitlines()) == 1
    for leak in ("Error", "Invalid value", "Usage", "Value error", "Missing"):
        assert leak not in err


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("odds zock -o variant=C --json", "odds zock --variant c --json"),
        ("odds zock -o Variant=c --json", "odds zock --VARIANT C --json"),
        ("odds schocken -o Preset=PUB --json", "odds schocken --preset pub --json"),
        ("odds schocken -o jule=yes --json", "odds schocken --jule --json"),
        ("odds zocknroll -o royal-pairs=456 --json", "odds ZOCKNROLL -o royal_pairs=456 --json"),
        ("solve zocknroll --position x -o board=pro", "solve zocknroll --position x --board pro"),
        ("rules ZOCK k1", "rules zock K1"),
    ],
)
def test_options_have_one_syntax_in_any_case(one: str, other: str) -> None:
    assert run_main(one.split()) == run_main(other.split())


def test_chips_are_taken_as_the_rule_page_shows_them() -> None:
    shown = re.search(r"`(\{.*\})`", rulebook("zock", "en").rules["K10"])
    assert shown is not None
    zock = find_game("zock")
    expected = {"chips": {"red": 1, "blue": 2, "yellow": 5, "green": 10}}
    for text in (shown[1], "1,2,5,10", "1 2 5 10", "red=1,blue=2,yellow=5,green=10", "GREEN:10 red:1 blue:2 yellow:5"):
        assert parse_options(zock, [f"chips={text}"]) == expected
    assert parse_options(zock, ["chips=none"]) == {"chips": None}
    for wrong in ("red=1", "1,2,5", '{"red": 1, "blue": 2, "yellow": 5, "black": 10}', "red=1,red=2,blue=2,green=3"):
        with pytest.raises(BadOptions, match="four values"):
            parse_options(zock, [f"chips={wrong}"])


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["rules", "zock"]])
def test_short_commands_load_little(arguments: list[str]) -> None:
    """The bound of 150 ms CPU is measured by `benchmarks/startup.py`; this is what it rests on."""
    heavy = (
        "rich",
        "fluent",
        "babel",
        "numba",
        "numpy",
        "textual",
        "starlette",
        "knobel.bots",
        "knobel.forms",
        "asyncio",
    )
    program = (
        "import sys\nfrom knobel.cli import main\n"
        f"sys.argv = {['knobel', *arguments]}\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stderr == "[]\n"


def test_commands_are_called_in_any_case() -> None:
    assert run_main(["RULES", "zock", "K1"])[2] == 0


def test_a_second_start_opens_the_running_table(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[str]()
    monkeypatch.setattr("knobel.serve.instance.running_address", lambda _store: "http://127.0.0.1:8421/")
    monkeypatch.setattr("webbrowser.open", opened.append)
    out, err, code = run_main([])
    assert (err, code) == ("", 0)
    assert "http://127.0.0.1:8421/" in out
    assert opened == ["http://127.0.0.1:8421/"]
    out, err, code = run_main(["serve"])
    assert (out, code) == ("", 2)
    assert "a server uses this store already" in err
    assert len(opened) == 1


@pytest.mark.parametrize("arguments", [["help"], ["help", "odds"], ["help", "odds", "zock"], ["odds", "help"]])
def test_help_is_a_command_too(arguments: list[str]) -> None:
    out, err, code = run_main(arguments)
    assert (err, code) == ("", 0)
    expected = run_main([*(each for each in arguments if each != "help"), "--help"])
    assert out == expected[0]
