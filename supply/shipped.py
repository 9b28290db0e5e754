"""Third-party packages that are shipped: run-time dependencies, and the packages in the browser client."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent
CLIENT: Final = ROOT / "src/knobel/serve/client"
RUN: Final = ROOT / "requirements/run.txt"

_CLASSIFIERS: Final = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "LicenseRef-BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
}
"""Licences as the classifiers of older packages name them; "BSD" leaves open which one of the family."""

_SAID_ELSEWHERE: Final = {"apsw": "Zlib"}
"""Packages whose metadata name no licence of SPDX. apsw: that of zlib, or any that the OSI approves ("any-OSI")."""


class Shipped(Struct, frozen=True, order=True):
    """A package at a version. `licence` is an expression of SPDX, `needs` are the names of packages it brings along."""

    kind: Literal["pypi", "npm"]
    name: str
    version: str
    licence: str
    hashes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


class _Borrowed(Struct):
    """A line of `third-party.json`, which the build of the client writes."""

    name: str
    version: str
    licence: str


class NotBuilt(Exception):
    """The browser client is not built, so its packages are unknown."""


def python_packages() -> list[Shipped]:
    """What `pip install knobel` brings along on this system, as installed here and with the hashes of the lock file."""
    locked = hashes_of(RUN.read_text("utf-8"))
    return sorted(_shipped(name, needs, locked) for name, needs in _closure("knobel").items() if name != "knobel")


def client_packages(client: Path = CLIENT, web: Path = ROOT / "web") -> list[Shipped]:
    """What is in the built browser client, with the digests of its lock file."""
    try:
        said = msgspec.json.decode((client / "third-party.json").read_bytes(), type=list[_Borrowed])
    except FileNotFoundError:
        raise NotBuilt("the browser client is not built: make web") from None
    lock = msgspec.json.decode((web / "package-lock.json").read_bytes())["packages"]
    return sorted(
        Shipped("npm", each.name, each.version, each.licence, (lock[f"node_modules/{each.name}"]["integrity"],))
        for each in said
    )


def knobel(client: Iterable[Shipped]) -> Shipped:
    """knobel itself, which needs its dependencies and the packages of its client."""
    return _shipped("knobel", _closure("knobel")["knobel"] | {each.name for each in client}, {})


def hashes_of(lock: str) -> dict[str, tuple[str, ...]]:
    r"""The hashes of each package of a requirements file.

    >>> hashes_of("rich==15.0 \\\n    --hash=sha256:01 \\\n    --hash=sha256:02\n    # via knobel\n")
    {'rich': ('sha256:01', 'sha256:02')}
    """
    entries = re.findall(r"^([A-Za-z0-9._-]+)==\S+.*\n((?:[ \t]+--hash=.*\n?)*)", lock, re.MULTILINE)
    return {canonicalize_name(name): tuple(re.findall(r"--hash=(\S+)", rest)) for name, rest in entries}


def licence_of(package: Distribution) -> str:
    """The licence of an installed package as an expression of SPDX, empty if nothing is known."""
    said = package.metadata
    if expression := said["License-Expression"]:
        return str(expression)
    classifiers = (
        line.rpartition(" :: ")[2] for line in said.get_all("Classifier") or [] if line.startswith("License ::")
    )
    named = sorted({_CLASSIFIERS.get(name, f"LicenseRef-{name}") for name in classifiers})
    return " AND ".join(named) or _SAID_ELSEWHERE.get(canonicalize_name(said["Name"]), "")


def _closure(root: str) -> dict[str, set[str]]:
    """All packages that a package needs, itself among them, each with those that it needs."""
    needs: dict[str, set[str]] = {}
    seen = set[tuple[str, str]]()
    waiting = [(root, "")]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        own = needs.setdefault(name, set())
        for wanted in map(Requirement, distribution(name).requires or []):
            if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
                needed = canonicalize_name(wanted.name)
                own.add(needed)
                waiting += [(needed, "")] + [(needed, each) for each in wanted.extras]
    return needs


def _shipped(name: str, needs: set[str], locked: dict[str, tuple[str, ...]]) -> Shipped:
    package = distribution(name)
    return Shipped("pypi", name, package.version, licence_of(package), locked.get(name, ()), tuple(sorted(needs)))
