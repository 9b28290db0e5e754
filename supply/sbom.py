"""Software bill of materials (SBOM) in CycloneDX format: `python -m supply.sbom FILE`."""

# The library's decorators hide its classes from pyright; mypy reads them.
# pyright: reportCallIssue=false, reportAttributeAccessIssue=false, reportArgumentType=false

from __future__ import annotations

import os
import sys
from base64 import b64decode
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from .shipped import NotBuilt, Shipped, client_packages, knobel, python_packages

_ALGORITHMS: Final = {"sha256": HashAlgorithm.SHA_256, "sha512": HashAlgorithm.SHA_512}


def bill(root: Shipped, packages: Sequence[Shipped], made: datetime) -> str:
    """The bill as text; the same packages and the same time give the same text."""
    whole = _component(root, ComponentType.APPLICATION)
    parts = {each.name: _component(each) for each in sorted(packages)}
    bom = Bom(
        components=parts.values(),
        serial_number=uuid5(NAMESPACE_URL, " ".join(part.bom_ref.value or "" for part in (whole, *parts.values()))),
        metadata=BomMetaData(component=whole, timestamp=made),
    )
    for each, component in [(root, whole), *((each, parts[each.name]) for each in packages)]:
        bom.register_dependency(component, [parts[name] for name in each.needs])
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise AssertionError(f"this is no bill of CycloneDX: {error}")
    return text + "\n"


def _component(package: Shipped, kind: ComponentType = ComponentType.LIBRARY) -> Component:
    group, _, name = package.name.rpartition("/")
    address = PackageURL(package.kind, group or None, name, package.version)
    return Component(
        name=name,
        group=group or None,
        version=package.version,
        type=kind,
        purl=address,
        bom_ref=address.to_string(),
        hashes=[_hash(each) for each in package.hashes],
        licenses=[LicenseFactory().make_from_string(package.licence)],
    )


def _hash(locked: str) -> HashType:
    """A hash of a lock file: `sha256:` and hexadecimal digits with pip, `sha512-` and base 64 with npm."""
    if ":" in locked:
        algorithm, _, digits = locked.partition(":")
    else:
        algorithm, _, packed = locked.partition("-")
        digits = b64decode(packed).hex()
    return HashType(alg=_ALGORITHMS[algorithm], content=digits)


def main() -> None:
    file = Path(sys.argv[1])
    made = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    try:
        python, client = python_packages(), client_packages()
    except NotBuilt as error:
        sys.exit(f"sbom: {error}")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(bill(knobel(client), [*python, *client], made), encoding="utf-8")
    print(f"{file}: {len(python)} packages from PyPI and {len(client)} from npm")


if __name__ == "__main__":
    main()
