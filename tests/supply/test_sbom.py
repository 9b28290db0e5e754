"""The bill of materials names everything that is shipped, and nothing of where and when it was written."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import structs
from packaging.utils import canonicalize_name
from supply.sbom import bill, main
from supply.shipped import CLIENT, ROOT, Shipped

MADE = datetime(2026, 1, 2, tzinfo=UTC)
KNOBEL = Shipped("pypi", "knobel", "1.0", "MIT", (), ("@fluent/bundle", "rich"))
RICH = Shipped("pypi", "rich", "15.0", "MIT", ("sha256:" + "0a" * 32,), ("pygments",))
PYGMENTS = Shipped("pypi", "pygments", "2.0", "BSD-2-Clause AND LicenseRef-BSD", ("sha256:" + "0b" * 32,))
FLUENT = Shipped("npm", "@fluent/bundle", "0.19", "Apache-2.0", ("sha512-" + "AAAA" * 21 + "AA==",))


def test_every_package_with_version_licence_and_hash() -> None:
    said = json.loads(bill(KNOBEL, [RICH, PYGMENTS, FLUENT], MADE))
    assert said["bomFormat"] == "CycloneDX"
    assert said["metadata"]["component"]["purl"] == "pkg:pypi/knobel@1.0"
    parts = {part["purl"]: part for part in said["components"]}
    assert set(parts) == {"pkg:pypi/rich@15.0", "pkg:pypi/pygments@2.0", "pkg:npm/%40fluent/bundle@0.19"}
    assert parts["pkg:pypi/rich@15.0"]["licenses"] == [{"license": {"id": "MIT"}}]
    assert parts["pkg:pypi/rich@15.0"]["hashes"] == [{"alg": "SHA-256", "content": "0a" * 32}]
    assert parts["pkg:npm/%40fluent/bundle@0.19"]["hashes"] == [{"alg": "SHA-512", "content": "00" * 64}]
    needs = {each["ref"]: each.get("dependsOn", []) for each in said["dependencies"]}
    assert needs["pkg:pypi/knobel@1.0"] == ["pkg:npm/%40fluent/bundle@0.19", "pkg:pypi/rich@15.0"]
    assert needs["pkg:pypi/rich@15.0"] == ["pkg:pypi/pygments@2.0"]


def test_the_same_packages_give_the_same_bill() -> None:
    first = bill(KNOBEL, [RICH, PYGMENTS, FLUENT], MADE)
    assert bill(KNOBEL, [FLUENT, PYGMENTS, RICH], MADE) == first
    assert bill(KNOBEL, [RICH, PYGMENTS, structs.replace(FLUENT, version="0.20")], MADE) != first


@pytest.mark.skipif(not CLIENT.is_dir(), reason="the client is not built: make web")
def test_the_real_bill_is_what_the_lock_files_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read from the files by other means than the bill is made with: names, versions and digests, one by one."""
    file = tmp_path / "dist/knobel.cdx.json"
    monkeypatch.setattr("sys.argv", ["supply.sbom", str(file)])
    main()
    parts = json.loads(file.read_text("utf-8"))["components"]
    found = {part["purl"]: {each["content"] for each in part["hashes"]} for part in parts}
    assert len(found) == len(parts), "nothing twice"

    run = re.split(r"\n(?=\S)", (ROOT / "requirements/run.txt").read_text("utf-8"))
    pinned = [(each.split("==")[0], each.split()[0].split("==")[1], each) for each in run if "==" in each]
    python = {
        f"pkg:pypi/{canonicalize_name(name)}@{version}": set(re.findall(r"sha256:([0-9a-f]{64})", rest))
        for name, version, rest in pinned
    }
    assert {purl: hashes for purl, hashes in found.items() if purl.startswith("pkg:pypi/")} == python

    lock = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))["packages"]
    borrowed = {each["name"] for each in json.loads((CLIENT / "third-party.json").read_text("utf-8"))}
    node = {
        f"pkg:npm/{name.replace('@', '%40')}@{lock[f'node_modules/{name}']['version']}": {
            b64decode(lock[f"node_modules/{name}"]["integrity"].removeprefix("sha512-")).hex()
        }
        for name in borrowed
    }
    assert {purl: hashes for purl, hashes in found.items() if purl.startswith("pkg:npm/")} == node
    assert all(part["licenses"] for part in parts)
