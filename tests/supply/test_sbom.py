"""The bill of materials names everything that is shipped, and nothing of where and when it was written."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from msgspec import structs
from supply.sbom import bill
from supply.shipped import Shipped

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
