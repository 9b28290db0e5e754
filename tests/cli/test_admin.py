"""`knobel admin`: against the running server through its address file, and on the store without one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from knobel.cli import app, main
from knobel.store import Store

from ..server_process import ServerProcess


def _run(capsys: pytest.CaptureFixture[str], data: Path, *arguments: str) -> str:
    app.main(["admin", *arguments, "--data", str(data), "--lang", "en"], standalone_mode=False)
    return capsys.readouterr().out


def _json(capsys: pytest.CaptureFixture[str], data: Path, *arguments: str) -> Any:
    return json.loads(_run(capsys, data, *arguments, "--json"))


def _table(server: ServerProcess) -> str:
    body = json.dumps({"id": "a", "game": "zock", "name": "Anna", "bots": ["casual"]}).encode()
    with urlopen(Request(f"{server.base}/api/tables", body, {"Content-Type": "application/json"})) as answer:
        code: str = json.load(answer)["code"]
        return code


def test_the_same_commands_work_with_and_without_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    with ServerProcess(data) as server:
        code = _table(server)
        assert code in _run(capsys, data, "list")
        new = _json(capsys, data, "new-code", code)["code"]
        assert "198.51.100.0/24 is blocked" in _run(capsys, data, "block", "198.51.100.0/24", "--for", "2d")
        server.stop()
    assert [row["code"] for row in _json(capsys, data, "list", "--phase", "lobby")] == [new]
    assert "Seat 1: Anna" in _run(capsys, data, "show", new)
    assert "is replaced" in _run(capsys, data, "rename", new, "1", "Zoe")
    assert f"Table {new} is closed." in _run(capsys, data, "close", new)
    assert [row["phase"] for row in _json(capsys, data, "list")] == ["closed"]
    assert "198.51.100.0/24" in _run(capsys, data, "blocks")
    assert [row["action"] for row in _json(capsys, data, "log")] == ["close", "rename", "block", "new-code"]
    assert "seat=1" in _run(capsys, data, "log")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "lala-lala-lala"], "Den Tisch lala-lala-lala gibt es nicht."),
        (["block", "x"], "x ist keine IP-Adresse und kein Netz."),
        (["block", "10.0.0.1", "--for", "off"], '--for muss eine Dauer sein, etwa "90s", "12h" oder "7d", nicht'),
        (["rename", "lala-lala-lala", "1", "x" * 25], "Den Tisch lala-lala-lala gibt es nicht."),
        (["export-device", "x"], "Eine Geräte-ID hat 64 Ziffern und Buchstaben von a bis f."),
    ],
)
def test_mistakes_are_one_sentence_and_exit_code_2(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    sentence: str,
) -> None:
    Store(tmp_path / "tables.db").close()
    monkeypatch.setattr(sys, "argv", ["knobel", "admin", *arguments, "--data", str(tmp_path), "--lang", "de"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def test_without_a_store_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="there is no store"):
        _run(capsys, tmp_path, "list")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="users have no numbers")
def test_a_user_without_a_name_is_audited_by_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path / "tables.db").close()
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.getuid", lambda: 54321)
    _run(capsys, tmp_path, "block", "198.51.100.0/24")
    assert [row["who"] for row in _json(capsys, tmp_path, "log")] == ["54321"]
