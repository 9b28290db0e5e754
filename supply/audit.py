"""Known vulnerabilities of all locked packages: `python -m supply.audit`.

It queries the advisory services of PyPI and npm. Exit status 3 if a service cannot be reached, or reports nothing for
canary packages that are known to be vulnerable.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from .shipped import ROOT

Run = Callable[[Sequence[str], Path], str]
"""Runs a program in a folder and returns its output, whatever its exit status."""

LOCKS: Final = ("dev", "run", "build", "node", "cluster", "research", "bench", "supply", "fuzz", "docs")
PROJECTS: Final = ("web", "benchmarks/peers")

_PIP: Final = (
    sys.executable,
    "-m",
    "pip_audit",
    "--strict",
    "--disable-pip",
    "--progress-spinner",
    "off",
    "-f",
    "json",
    "-r",
)
_NPM: Final = ("npm", "audit", "--json", "--package-lock-only")

_KNOWN_BAD: Final = "jinja2==2.4.1\n"
_KNOWN_BAD_PROJECT: Final = {"dependencies": {"lodash": "4.17.4"}}
_KNOWN_BAD_LOCK: Final = {
    "lockfileVersion": 3,
    "packages": {"": _KNOWN_BAD_PROJECT, "node_modules/lodash": {"version": "4.17.4"}},
}
"""Canaries: old versions with published vulnerabilities."""


class Unasked(Exception):
    """An advisory service gave no reliable answer."""


def audit(run: Run, root: Path = ROOT) -> Iterator[str]:
    """A line per known vulnerability; `Unasked` if a service gave no reliable answer."""
    with TemporaryDirectory() as folder:
        bad = Path(folder)
        (bad / "known.txt").write_text(_KNOWN_BAD)
        if not _pip_flaws(run([*_PIP, "known.txt", "--no-deps"], bad)):
            raise Unasked("the advisory service of PyPI knows no flaw of a package that is full of them")
        (bad / "package.json").write_bytes(msgspec.json.encode(_KNOWN_BAD_PROJECT))
        (bad / "package-lock.json").write_bytes(msgspec.json.encode(_KNOWN_BAD_LOCK))
        if not _npm_flaws(run(_NPM, bad)):
            raise Unasked("the advisory service of npm knows no flaw of a package that is full of them")
    for lock in LOCKS:
        for flaw in _pip_flaws(run([*_PIP, f"requirements/{lock}.txt", "--require-hashes"], root)):
            yield f"requirements/{lock}.txt: {flaw}"
    for project in PROJECTS:
        for flaw in _npm_flaws(run(_NPM, root / project)):
            yield f"{project}/package-lock.json: {flaw}"


def _pip_flaws(printed: str) -> list[str]:
    report = _report(printed, "dependencies", "PyPI")
    return [f"{each['name']} {each['version']}: {flaw['id']}" for each in report for flaw in each["vulns"]]


def _npm_flaws(printed: str) -> list[str]:
    report = _report(printed, "vulnerabilities", "npm")
    return [f"{each['name']} {each['range']}: {each['severity']}" for each in report.values()]


def _report(printed: str, key: str, service: str) -> Any:
    """A tool's JSON report; tools without a connection print something else, or nothing."""
    try:
        return msgspec.json.decode(printed)[key]
    except (msgspec.DecodeError, KeyError, TypeError):
        raise Unasked(f"the advisory service of {service} could not be asked") from None


def _run(command: Sequence[str], folder: Path) -> str:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def main(run: Run = _run) -> int:
    try:
        flaws = list(audit(run))
    except Unasked as error:
        print(f"audit: {error}; so nothing is known about flaws.")
        return 3
    print("\n".join(flaws) or "No known flaw in any package of the lock files.")
    return 1 if flaws else 0


if __name__ == "__main__":
    sys.exit(main())
