"""Players of graded strength. A bot gets its seat's view, never a state, and has no influence on dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from ..rules.dice import DiceSource, SeededDice, SystemDice
from ..rules.errors import BadOptions, shown, unknown_name
from ..rules.game import AnyGame, Decision, Event, Options, State
from ..rules.session import Session
from . import perfect_schocken, perfect_zock, perfect_zocknroll
from .casual import CASUAL
from .simple import JORG, RANDOM
from .strategy import Progress, Strategy, Weights, pick

BOTS: Final[Mapping[str, Mapping[str, Strategy]]] = {
    "random": RANDOM,
    "casual": CASUAL,
    "strong": {
        "zocknroll": perfect_zocknroll.STRONG,
        "zock": perfect_zock.STRONG,
        "schocken": perfect_schocken.STRONG,
    },
    "master": {
        "zocknroll": perfect_zocknroll.MASTER,
        "zock": perfect_zock.MASTER,
        "schocken": perfect_schocken.MASTER,
    },
    "jorg": JORG,
}
"""The levels, the weakest first, then Jörg; each with how it plays the games that it plays."""


class Bot(Protocol):
    """`weights` is the mixed strategy at a decision, `choose` draws one move from it."""

    def weights(self, view: State) -> Mapping[Event, float]: ...

    def choose(self, view: State) -> Event: ...


class LevelBot:
    """A bot that plays as its level does."""

    def __init__(self, game: AnyGame, strategy: Strategy, source: DiceSource) -> None:
        self._game = game
        self._strategy = strategy
        self._source = source

    def weights(self, view: State) -> Weights:
        pending = self._game.pending(view)
        assert isinstance(pending, Decision)
        assert pending.moves, "a bot needs the view of the seat that decides"
        return self._strategy.weigh(view, pending.moves)

    def choose(self, view: State) -> Event:
        return pick(self.weights(view), self._source)


def levels(game: str) -> tuple[str, ...]:
    """The levels that play a game, the weakest first.

    >>> levels("zock")
    ('random', 'casual', 'strong', 'master')
    """
    return tuple(level for level, games in BOTS.items() if game in games)


def strategy(level: str, game: str) -> Strategy:
    """How a level plays a game; a level that does not is refused."""
    if level not in BOTS:
        raise unknown_name(f"a bot must be one of {', '.join(BOTS)}, not {shown(level)}", level, BOTS, key="error-bot")
    if game not in BOTS[level]:
        games = ", ".join(BOTS[level])
        sentence = f"{level} plays only {games}: {game} has no such player"
        raise BadOptions(sentence, "N4", key="error-bot-game", bot=level, games=games)
    return BOTS[level][game]


def make_bot(level: str, game: AnyGame, source: DiceSource | None = None) -> Bot:
    """A bot of that level; `source` is for its own mind only, the dice of the game come from elsewhere."""
    return LevelBot(game, strategy(level, game.name), source or SystemDice())


def _silent(done: int, total: int) -> None:
    """Nobody watches."""


def prepare(
    level: str, game: AnyGame, options: Options, players: int, progress: Progress = _silent, patient: bool = False
) -> None:
    """Compile and load what a level needs at such a table, so that its first move is as quick as all others.

    That takes some seconds the first time, and may run in a thread. What takes minutes is computed only if somebody
    is `patient`; else the level plays without it as well as it can.
    """
    strategy(level, game.name).prepare(options, players, patient, progress)


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
