"""Everything that is installed is pinned to its bytes, and no lock file says from where."""

from __future__ import annotations

import json
import re
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name
from supply.shipped import ROOT, hashes_of, python_packages

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECTS = [
    path.parent
    for depth in ("*", "*/*")
    for path in ROOT.glob(f"{depth}/package.json")
    if "node_modules" not in path.parts
]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_requirement_is_a_version_with_hashes(lock: Path) -> None:
    text = lock.read_text("utf-8")
    wanted = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    loose = [line for line in wanted if not re.match(r"[a-z0-9.-]+==\S+( ; .*)? \\$", line)]
    assert wanted
    assert not loose
    assert [name for name, hashes in hashes_of(text).items() if not hashes] == []
    assert len(hashes_of(text)) == len(wanted)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_no_requirement_names_a_place(lock: Path) -> None:
    assert not re.search(r"://|^\s*--(?!hash)|^\s*-[a-z]", lock.read_text("utf-8"), re.MULTILINE)


def test_all_locks_agree_on_versions() -> None:
    found = dict[str, set[str]]()
    for lock in LOCKS:
        if lock.stem == "minimum":
            continue  # it holds other versions on purpose
        for name, pinned in re.findall(r"^(\S+)==(\S+)", lock.read_text("utf-8"), re.MULTILINE):
            found.setdefault(name, set()).add(pinned)
    assert {name: versions for name, versions in found.items() if len(versions) > 1} == {}


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_every_package_of_node_has_a_digest_and_no_place(project: Path) -> None:
    packages = json.loads((project / "package-lock.json").read_text("utf-8"))["packages"]
    assert [
        name for name, said in packages.items() if name and not re.match("sha512-", said.get("integrity", ""))
    ] == []
    assert [name for name, said in packages.items() if "resolved" in said] == []


def test_make_installs_nothing_that_is_not_pinned() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.findall(r"pip install .*", makefile) == ["pip install --disable-pip-version-check"]
    variables = dict(re.findall(r"^(PIP|LOCKED|HERE) := (.*)$", makefile, re.MULTILINE))
    assert variables["LOCKED"] == "--require-hashes --no-deps"
    assert variables["HERE"] == "--no-deps --no-build-isolation --editable ."
    installs = re.findall(r"\$\(PIP\) .*", makefile)
    assert installs
    assert [line for line in installs if not re.search(r"\$\((LOCKED|HERE)\)", line)] == []
    assert "npm install" not in makefile
    assert re.findall(r"npm ci .*", makefile)


def test_the_lock_of_a_plain_install_holds_exactly_what_it_brings_along() -> None:
    """Worked out twice: by the tool that made the lock, and from what the installed packages say that they need."""
    run = (ROOT / "requirements/run.txt").read_text("utf-8")
    pinned = {canonicalize_name(name): number for name, number in re.findall(r"^([\w.-]+)==(\S+)", run, re.MULTILINE)}
    assert pinned == {each.name: version(each.name) for each in python_packages()}
