"""The tables at which training positions come about, and how they are played there.

`casual` plays all seats: by rules of thumb, without a solver and so without its rounding. Together with seeded dice
that makes the same games on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from ...bots import make_bot
from ...rules.dice import SeededDice
from ...rules.game import Decision, Options, State
from ...rules.session import Session


class Kind(Struct, frozen=True):
    """Players and options of a table."""

    players: int
    options: dict[str, Any] = {}


KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "zock": tuple(Kind(2, {"variant": each, "games": games}) for games in (1, 3) for each in ("basic", "A", "B", "C")),
    "schocken": (Kind(2), Kind(3), Kind(3, {"preset": "pub"})),
    "zocknroll": (Kind(3), Kind(4), Kind(4, {"board": "pro"})),
}
"""What is solved exactly, or comes with tables in the package."""


class Found(Struct, frozen=True):
    """A decision of a game, in the view of the seat that decides."""

    game: str
    options: Options
    view: State
    decision: Decision[Any]


def positions(game: str, seed: int) -> Iterator[Found]:
    """One decision out of each of a row of games, without end; the same seed gives the same ones."""
    number = 0
    while True:
        dice, mind = SeededDice(seed, stream=2 * number), SeededDice(seed, stream=2 * number + 1)
        kind = KINDS[game][dice.draw(len(KINDS[game]))]
        decisions = list(_decisions(Session(game, ("",) * kind.players, kind.options), dice, mind))
        if decisions:
            yield decisions[mind.draw(len(decisions))]
        number += 1


def _decisions(session: Session, dice: SeededDice, mind: SeededDice) -> Iterator[Found]:
    """The decisions with a choice of a whole game."""
    bot = make_bot("casual", session.game, mind)
    going = True
    while going:
        waits = session.pending
        if isinstance(waits, Decision) and len(waits.moves) > 1:
            yield Found(session.game.name, session.options, session.game.view(session.state, waits.seat), waits)
        going = session.step(dice, bot.choose)
