"""The judge of any table."""

# Judges are imported where they are used: they bring numba, and who does not need them should not wait for that.

from __future__ import annotations

from typing import Literal, TypeAlias

from ...rules.game import AnyGame, Options, check_players
from ..judge import Judge

Precision: TypeAlias = Literal["quick", "default", "thorough"]
"""How long estimates may take; exact values are exact at once."""


def judge_of(game: AnyGame, options: Options, players: int, precision: Precision = "default") -> Judge:
    """Who judges tables of this game; nothing is computed yet.

    >>> from knobel.rules import find_game
    >>> from knobel.rules.zock import Options, RollOff, start
    >>> judge = judge_of(find_game("zock"), Options(games=1), players=2)
    >>> judge.exact, judge.chances(start(Options(games=1), 2))
    (True, (0.5, 0.5))
    """
    from ...rules import schocken, zock, zocknroll

    check_players(game, players)
    match options:
        case zock.Options():
            from .zock import ZockJudge

            return ZockJudge(options)
        case schocken.Options():
            from .schocken import SchockenJudge

            return SchockenJudge(options, players)
        case zocknroll.Options():
            from .zocknroll import ZocknrollJudge

            return ZocknrollJudge(options, players, precision)
    raise AssertionError(f"no judge knows {game.name}")
