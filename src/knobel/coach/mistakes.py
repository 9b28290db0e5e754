"""What kind of mistake it was, and at what stage of the game: that is what a player can work on."""

from __future__ import annotations

from typing import Any, Final

from ..rules import schocken, zock, zocknroll
from ..rules.game import State
from .analysis import Verdict

PHASES: Final = (
    *("opening", "middle", "endgame", "referee"),
    *("first-half", "second-half", "final"),
    *("round-1", "round-2", "marking"),
)
"""The phases of all games, each game's in order."""

_ENDGAME: Final = 3
_OPENING: Final = 7
"""With so many own fields open or more a game of ZOCK begins, with `_ENDGAME` or fewer it ends."""


def phase(state: State) -> str:
    """The stage of the game at which a decision is made."""
    match state:
        case zock.State(phase="object" | "accept"):
            return "referee"
        case zock.State():
            left = len(state.open[state.seat])
            return "opening" if left >= _OPENING else "endgame" if left <= _ENDGAME else "middle"
        case schocken.State(lost=lost):
            return ("first-half", "second-half", "final")[len(lost)]
        case zocknroll.State(phase="mark"):
            return "marking"
        case zocknroll.State(white=white):
            return "round-1" if len(white) == 3 else "round-2"
    raise TypeError(f"{type(state)} is no state of a game")


def slip(verdict: Verdict) -> str:
    """What was done in place of what would have been best."""
    best, made = verdict.moves[0].move, verdict.moves[verdict.made].move
    match best["e"], made["e"]:
        case _, "stand":
            return "stood"
        case "stand", _:
            return "threw-on"
        case "object", _:
            return "no-objection"
        case _, "object":
            return "objected"
        case "throw", "throw":
            return _kept(best, made)
        case _, "pass":
            return "covered-nothing"
        case "cover", "cover":
            return _covered(best, made)
        case _, "stay":
            return "stayed"
        case "stay", _:
            return "dropped"
    return "wrong-row"


def _kept(best: dict[str, Any], made: dict[str, Any]) -> str:
    difference = len(made["keep"]) - len(best["keep"])
    return "kept-too-many" if difference > 0 else "kept-too-few" if difference < 0 else "kept-others"


def _covered(best: dict[str, Any], made: dict[str, Any]) -> str:
    difference = len(made["fields"]) - len(best["fields"])
    return "covered-more" if difference > 0 else "covered-fewer" if difference < 0 else "covered-others"
