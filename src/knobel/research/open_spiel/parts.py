"""Parts of the games: `python_knobel_schocken_round`, `python_knobel_zocknroll_turn` and `python_knobel_zock_game`.

Their parameters are those of the functions of `knobel.research.parts`, and options of the rules. Dice and stones are
written with slashes: `held=5/8`, `white=1/1/6`.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from ...rules.errors import BadOptions
from ..encodings import schocken, zock, zocknroll
from ..parts import ALL_FACES, Part
from ..parts.schocken_round import schocken_round
from ..parts.zock_game import zock_game
from ..parts.zocknroll_turn import zocknroll_turn
from .games import IMPERFECT, PERFECT, ZERO_SUM, KnobelGame, kind_of


class SchockenRoundGame(KnobelGame):
    encoding = schocken.ENCODING
    kind = kind_of(
        encoding,
        "schocken_round",
        "Schocken: one round",
        PERFECT,
        ZERO_SUM,
        {"players": 2, "held": "", "faces": ALL_FACES},
        left_out=("length",),
        tensor=True,
    )

    def grow(self, given: dict[str, Any], players: int) -> Part:
        held, faces = _numbers(given.pop("held")), given.pop("faces")
        return schocken_round(self.options(given), players, held, faces)


class ZocknrollTurnGame(KnobelGame):
    encoding = zocknroll.ENCODING
    kind = kind_of(
        encoding,
        "zocknroll_turn",
        "Zock'n'Roll: one turn",
        IMPERFECT,
        pyspiel.GameType.Utility.GENERAL_SUM,
        {"players": 4, "rows": "best", "white": "", "faces": ALL_FACES},
        tensor=True,
    )

    def grow(self, given: dict[str, Any], players: int) -> Part:
        rows, white, faces = given.pop("rows"), _numbers(given.pop("white")), given.pop("faces")
        return zocknroll_turn(self.options(given), players, rows, white, faces)


class ZockGameGame(KnobelGame):
    encoding = zock.ENCODING
    kind = kind_of(
        encoding,
        "zock_game",
        "ZOCK: one game",
        PERFECT,
        ZERO_SUM,
        {"players": 2, "fields": 9, "objective": "win"},
        left_out=("games", "referee"),
        tensor=True,
    )

    def grow(self, given: dict[str, Any], players: int) -> Part:  # noqa: ARG002 - there are always two
        fields, objective = given.pop("fields"), given.pop("objective")
        return zock_game(self.options({**given, "games": 1}), fields, objective)


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers between slashes.

    >>> _numbers("5/8"), _numbers("")
    ((5, 8), ())
    """
    if not text:
        return ()
    if not all(number.isdecimal() for number in text.split("/")):
        raise BadOptions(f"numbers are written with slashes between them, as in 5/8, not {text}")
    return tuple(map(int, text.split("/")))


for _game in (SchockenRoundGame, ZocknrollTurnGame, ZockGameGame):
    pyspiel.register_game(_game.kind, _game)
