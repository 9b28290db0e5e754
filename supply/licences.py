"""Licence check of everything that is shipped: `python -m supply.licences`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Final

from .shipped import NotBuilt, Shipped, client_packages, python_packages

_NOTICE: Final = "asks only that its notice is passed on"

FITTING: Final = {
    "0BSD": "asks for nothing",
    "Apache-2.0": f"{_NOTICE}; its grant of patents goes further than ours",
    "Apache-2.0 WITH LLVM-exception": "asks for less than Apache-2.0 does: compiled code needs no notice",
    "BSD-2-Clause": _NOTICE,
    "BSD-3-Clause": f"{_NOTICE}, and no advertising with its authors",
    "CC0-1.0": "asks for nothing",
    "ISC": _NOTICE,
    "LicenseRef-BSD": "one of the BSD family: notice and names, as above",
    "MIT": "is ours",
    "PSF-2.0": f"{_NOTICE}, and that changes are said to be changes",
    "Zlib": "asks that changed versions are marked as such",
}
"""Licences compatible with ours, and why; any other one needs a decision."""

_TOKEN: Final = re.compile(r"\(|\)|[^()\s]+(?: WITH [^()\s]+)?")


def fits(expression: str) -> bool:
    """Whether an SPDX expression can be satisfied by licences of the list.

    >>> fits("MIT AND (GPL-3.0-only OR BSD-3-Clause)"), fits("MIT AND GPL-3.0-only"), fits("")
    (True, False, False)
    """
    tokens = [*_TOKEN.findall(expression), ""]

    def any_of() -> bool:
        met = all_of()
        while tokens[0] == "OR":
            tokens.pop(0)
            met = all_of() or met
        return met

    def all_of() -> bool:
        met = one()
        while tokens[0] == "AND":
            tokens.pop(0)
            met = one() and met
        return met

    def one() -> bool:
        token = tokens.pop(0) if len(tokens) > 1 else ""
        if token != "(":
            return token in FITTING
        met = any_of()
        return (tokens.pop(0) if len(tokens) > 1 else "") == ")" and met

    met = any_of()
    return met and tokens == [""]


def unfit(packages: Iterable[Shipped]) -> list[str]:
    """A sentence for each package that cannot be shipped."""
    return [
        f"{each.name} {each.version} ({each.kind}) is under {each.licence or 'a licence that it does not name'}, "
        "which is not on the list in supply/licences.py"
        for each in packages
        if not fits(each.licence)
    ]


def main() -> None:
    try:
        packages = python_packages() + client_packages()
    except NotBuilt as error:
        sys.exit(f"licences: {error}")
    if wrong := unfit(packages):
        sys.exit("\n".join(wrong))
    for each in packages:
        print(f"{each.kind:5} {each.name:24} {each.version:14} {each.licence}")
    print(f"All {len(packages)} packages that are shipped fit the MIT licence.")


if __name__ == "__main__":
    main()
