"""An audit tells flaws, and never takes silence for good news."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from supply.audit import LOCKS, PROJECTS, Unasked, audit, main
from supply.shipped import ROOT


class Services:
    """Stands for pip-audit and npm: `flaws` are known for these files and folders."""

    def __init__(self, *flaws: str, silent: str = "", canaries: bool = True) -> None:
        self.flaws = flaws
        self.silent = silent
        self.canaries = canaries
        self.asked: list[str] = []

    def __call__(self, command: Sequence[str], folder: Path) -> str:
        npm = command[0] == "npm"
        ours = folder.is_relative_to(ROOT)
        name = (
            str(folder.relative_to(ROOT))
            if npm and ours
            else next((each for each in command if each.endswith(".txt")), "npm")
        )
        self.asked.append(name)
        flawed = name in self.flaws if ours else self.canaries
        if name == self.silent:
            return json.dumps({"message": "405", "error": {}}) if npm else ""
        if npm:
            flaw = {"name": "left-pad", "range": "<2", "severity": "high"}
            return json.dumps({"vulnerabilities": {"left-pad": flaw} if flawed else {}})
        return json.dumps(
            {"dependencies": [{"name": "pad", "version": "1", "vulns": [{"id": "PYSEC-1"}] if flawed else []}]}
        )


def test_every_lock_file_is_asked_about_and_nothing_is_found() -> None:
    services = Services()
    assert list(audit(services)) == []
    assert services.asked[2:] == [f"requirements/{lock}.txt" for lock in LOCKS] + list(PROJECTS)
    locks = {path.stem for path in (ROOT / "requirements").glob("*.txt")}
    assert {*LOCKS, "minimum"} == locks, "old versions may have flaws: they are installed for a smoke test only"
    assert all((ROOT / project / "package-lock.json").exists() for project in PROJECTS)


def test_flaws_are_told_with_their_file() -> None:
    assert list(audit(Services("requirements/run.txt", "web"))) == [
        "requirements/run.txt: pad 1: PYSEC-1",
        "web/package-lock.json: left-pad <2: high",
    ]


@pytest.mark.parametrize("silent", ["known.txt", "npm", "requirements/bench.txt", "benchmarks/peers"])
def test_a_service_that_cannot_be_asked_is_an_error(silent: str) -> None:
    with pytest.raises(Unasked, match="could not be asked"):
        list(audit(Services(silent=silent)))


def test_a_service_that_finds_all_packages_flawless_is_not_believed() -> None:
    with pytest.raises(Unasked, match="full of them"):
        list(audit(Services(canaries=False)))


@pytest.mark.parametrize(
    ("services", "code", "words"),
    [
        (Services(), 0, "No known flaw"),
        (Services("web"), 1, "left-pad <2: high"),
        (Services(silent="known.txt"), 3, "PyPI could not be asked; so nothing is known"),
    ],
    ids=["no flaw", "a flaw", "no service"],
)
def test_how_it_ends(services: Services, code: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(services) == code
    assert words in capsys.readouterr().out.splitlines()[-1]
