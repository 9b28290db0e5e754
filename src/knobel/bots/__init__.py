"""Players of graded strength. A bot gets its seat's view, never a state, and has no influence on dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from ..rules.dice import DiceSource, SeededDice, SystemDice
from ..rules.errors import BadOptions
from ..rules.game import AnyGame, Decision, Event, State
from ..rules.session import Session
from . import casual


class Bot(Protocol):
    """`weights` is the mixed strategy at a decision, `choose` draws one move from it."""

    def weights(self, view: State) -> Mapping[Event, float]: ...

    def choose(self, view: State) -> Event: ...


class RandomBot:
    """Every legal move with the same chance."""

    def __init__(self, game: AnyGame, source: DiceSource) -> None:
        self._game = game
        self._source = source

    def weights(self, view: State) -> dict[Event, float]:
        moves = _moves(self._game, view)
        return dict.fromkeys(moves, 1 / len(moves))

    def choose(self, view: State) -> Event:
        moves = _moves(self._game, view)
        chosen: Event = moves[self._source.draw(len(moves))]
        return chosen


class CasualBot:
    """A good-humoured beginner: sensible rules of thumb, no calculation."""

    def __init__(self, game: AnyGame, source: DiceSource) -> None:
        self._game = game
        self._source = source

    def weights(self, view: State) -> dict[Event, float]:
        return dict(casual.WEIGHTS[self._game.name](view, _moves(self._game, view)))

    def choose(self, view: State) -> Event:
        weights = self.weights(view)
        fine = 1_000_000
        ticket = self._source.draw(fine) * sum(weights.values()) / fine
        for move, weight in weights.items():
            ticket -= weight
            if ticket < 0:
                return move
        return max(weights, key=weights.__getitem__)


def _moves(game: AnyGame, view: State) -> tuple[Any, ...]:
    pending = game.pending(view)
    assert isinstance(pending, Decision)
    assert pending.moves, "a bot needs the view of the seat that decides"
    return pending.moves


BOTS: Final[dict[str, type[RandomBot] | type[CasualBot]]] = {"random": RandomBot, "casual": CasualBot}
"""The levels, the weakest first."""


def make_bot(level: str, game: AnyGame, source: DiceSource | None = None) -> Bot:
    """A bot of that level; `source` is for its own mind only, the dice of the game come from elsewhere."""
    if level not in BOTS:
        raise BadOptions(f"a bot must be one of {', '.join(BOTS)}, not {level!r}")
    return BOTS[level](game, source or SystemDice())


def play_out(
    game: str,
    players: Sequence[str],
    options: Mapping[str, object] | None = None,
    level: str = "casual",
    seed: int | None = None,
) -> Session:
    """Let bots of one level play a whole game; with a seed it is the same game every time."""
    session = Session(game, players, options or {})
    dice: DiceSource = SystemDice() if seed is None else SeededDice(seed)
    bot = make_bot(level, session.game, SystemDice() if seed is None else SeededDice(seed, stream=1))
    while session.step(dice, bot.choose):
        pass
    return session
