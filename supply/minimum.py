"""The lowest version of each dependency that pyproject.toml allows, as requirements: `python -m supply.minimum`.

`make lock` makes requirements/minimum.txt of them, and `make minimum` installs that file and runs `supply.smoke`.
A minimum has to be a version that exists: nothing looks for the next one.
"""

from __future__ import annotations

import tomllib

from packaging.requirements import Requirement

from .shipped import ROOT


def minima() -> list[Requirement]:
    """The dependencies, each pinned to its lower bound.

    >>> [str(each) for each in minima() if each.name == "platformdirs"]
    ['platformdirs==4']
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [_pinned(Requirement(each)) for each in project["dependencies"]]


def _pinned(requirement: Requirement) -> Requirement:
    bounds = [each.version for each in requirement.specifier if each.operator in (">=", "==")]
    if len(bounds) != 1:
        raise ValueError(f"{requirement} has no single lower bound")
    requirement.specifier = type(requirement.specifier)(f"=={bounds[0]}")
    return requirement


if __name__ == "__main__":
    print(*minima(), sep="\n")
