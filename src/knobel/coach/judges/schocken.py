"""Judge of Schocken: the solver's chances not to lose the game.

They are exact for two players, and for three and four where there is a table; for five players where there is a table
they are exact for the half. Tables that take minutes to solve are not solved here; then the approximation for many
players is used. The solver states its measured errors.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ...rules import game, schocken
from ...rules.errors import BadPosition
from ...rules.schocken import Options, Starter, State, in_round
from ...solve.schocken.evaluation import MoveOutcome, PositionRisks, Risks, position_risks
from ...solve.schocken.sources import Errors
from ..values import Chances, Doubt, MoveValue, Values

_SLOW: Final = 4
"""A round of more players takes about a second to enumerate, for each objective."""


class SchockenJudge:
    """Judges positions of Schocken; covered dice count as hidden in states, too."""

    def __init__(self, options: Options, players: int) -> None:
        self._options = options
        self._players = players

    @property
    def exact(self) -> bool:
        return _exact(self._options, self._players)

    def chances(self, state: game.State) -> Chances:
        assert isinstance(state, State)
        if state.phase == "lift":
            raise BadPosition("cups are lifted here: the coach judges the filled-in game", "R7")
        return _not_losing(position_risks(state, "game", "known").risks)

    def doubt(self, state: game.State) -> Doubt:
        assert isinstance(state, State)
        return Doubt(position_risks(state, "game", "known").errors.risk)

    def weigh(self, view: game.State) -> Values:
        assert isinstance(view, State)
        if view.phase != "decide":
            raise BadPosition("there is no decision in this position", "S4")
        found = position_risks(view, "game", "known")
        half = _half(view, found)
        risks = {} if half is None else {each.move: each.risks[view.seat] for each in half.moves}
        best, off = found.moves[0], 0.0 if half is None else half.errors.risk
        worths = tuple(
            _worth(each, view.seat, risks.get(each.move), off, found.errors, each is best) for each in found.moves
        )
        return Values(view.seat, worths, found.exact)


@lru_cache(maxsize=64)
def _exact(options: Options, players: int) -> bool:
    fresh = schocken.play(schocken.start(options, players), Starter(0))
    return position_risks(fresh, "game", "known").exact


def _half(view: State, game: PositionRisks) -> PositionRisks | None:
    """The chance to lose the half with each move, unless that doubles the time."""
    if view.options.length == "half":
        return game  # S11
    if game.exact and not view.lost and len(in_round(view)) >= _SLOW:
        return None
    return position_risks(view, "half", "known")


def _worth(outcome: MoveOutcome, seat: int, half: float | None, off: float, errors: Errors, best: bool) -> MoveValue:
    chances, behind = _not_losing(outcome.risks), 0.0 if best else errors.difference
    return MoveValue(outcome.move, chances[seat], errors.risk, behind, half, chances, 0.0 if half is None else off)


def _not_losing(risks: Risks) -> Chances:
    return tuple(1 - risk for risk in risks)
