"""The ranking of S7 and H2 to H4, written by hand, best first."""

from __future__ import annotations

from typing import Final, TypeAlias

SCHOCK_OUT: Final = "111"
JULE: Final = "421"
SCHOCKS: Final = ("116", "115", "114", "113", "112")
ADMIRALS: Final = ("666", "555", "444", "333", "222")
STRASSEN: Final = ("654", "543", "432", "321")
# fmt: off
NUMBERS: Final = (
    "666", "665", "664", "663", "662", "661", "655", "654", "653", "652", "651",
    "644", "643", "642", "641", "633", "632", "631", "622", "621",
    "555", "554", "553", "552", "551", "544", "543", "542", "541", "533", "532", "531", "522", "521",
    "444", "443", "442", "441", "433", "432", "431", "422", "421",
    "333", "332", "331", "322", "321",
    "222", "221",
)
# fmt: on
"""All throws that are no Schock, read as numbers; the Admirals and Straßen among them only under H2."""

Dice: TypeAlias = tuple[int, ...]
Rung: TypeAlias = tuple[str, str, int]
"""A name, the dice as in the rule book, and the stones that the throw deals out (0: all of them, S10)."""


def ladder(*, jule: bool = False, general_beats_schock2: bool = False) -> list[Rung]:
    """All rungs, best first, the ordinary reading of every number included."""
    schocks = [("schock", dice, int(dice[-1])) for dice in SCHOCKS]
    admirals = [("admiral", dice, 3) for dice in ADMIRALS]
    upper = [*schocks[:-1], *admirals, schocks[-1]] if general_beats_schock2 else [*schocks, *admirals]
    return [
        ("schock_out", SCHOCK_OUT, 0),
        *([("jule", JULE, 7)] if jule else []),
        *upper,
        *(("strasse", dice, 2) for dice in STRASSEN),
        *(("ordinary", dice, 1) for dice in NUMBERS),
    ]


def places(rungs: list[Rung]) -> dict[tuple[Dice, bool], int]:
    """Where every throw stands, 0 is best, by its dice in ascending order and whether it counts fully.

    A Straße or an Admiral that does not count fully is a number (H2).
    """
    found: dict[tuple[Dice, bool], int] = {}
    for place, (name, shown, _) in enumerate(rungs):
        dice = tuple(sorted(map(int, shown)))
        found.setdefault((dice, True), place)
        if name not in ("admiral", "strasse"):
            found.setdefault((dice, False), place)
    return found
