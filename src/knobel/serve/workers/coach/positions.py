"""Positions that somebody has set up, and what of them the coach may look at."""

from __future__ import annotations

from msgspec import Struct

from ....forms import parse
from ....rules import GAMES, schocken, zocknroll
from ....rules.errors import BadPosition
from ....rules.game import FACE_DOWN, AnyGame, Chance, Decision, State


class Posed(Struct, frozen=True):
    """A position of a game. `decides` is the seat that decides in it, and `view` then what that seat can see of it.

    `seat` is the one whose turn it is, to decide or to throw. With `hides` some dice are not known.
    """

    game: AnyGame
    state: State
    view: State
    seat: int | None
    decides: int | None
    hides: bool


def posed(text: str) -> Posed:
    """The position of a text; `BadPosition` where it is none, or where it hides what its own seat would have to see."""
    state = parse(text)
    game = next(game for game in GAMES.values() if isinstance(state, game.state))
    match game.pending(state):
        case Decision(moves=()):
            raise BadPosition("whoever decides here has to see the own dice", "N5")
        case Decision(seat=seat):
            return Posed(game, state, game.view(state, seat), seat, seat, _hides(state))
        case Chance(event=event):
            return Posed(game, state, state, getattr(event, "seat", None), None, _hides(state))
    return Posed(game, state, state, None, None, _hides(state))


def _hides(state: State) -> bool:
    match state:
        case zocknroll.State(cups=cups):
            return any(FACE_DOWN in cup for cup in cups)
        case schocken.State(hands=hands):
            return any(FACE_DOWN in hand.thrown for hand in hands)
    return False
