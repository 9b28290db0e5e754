"""Bots of graded strength. A bot gets the view of its seat, never a state, and has no influence on the dice."""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Protocol, overload

from ..rules import find_game, schocken, zock, zocknroll
from ..rules.dice import DiceSource, SeededDice, SystemDice
from ..rules.errors import BadOptions, refuse, shown, unknown_name
from ..rules.game import AnyGame, Decision, Event, Game, Lift, Options, State
from ..rules.session import Session
from ..solve.progress import Progress, silent
from .heuristics import CASUAL, JORG, RANDOM
from .solved import MASTER, STRONG
from .strategy import Strategy, pick

BOTS: Final[Mapping[str, Mapping[str, Strategy]]] = {
    "random": RANDOM,
    "casual": CASUAL,
    "strong": STRONG,
    "master": MASTER,
    "jorg": JORG,
}
"""The strategy of each level for each game that it plays; weakest level first, then Jörg."""

THIRD_PARTY: Final = dict[str, tuple[str, ...]]()
"""The third-party bots that the operator of this server allows, and the games that they play."""

if TYPE_CHECKING:
    import typing_extensions

    # With their defaults (PEP 696) a plain `Bot` is one of any game.
    S = typing_extensions.TypeVar("S", bound=State, default=Any, contravariant=True)
    E = typing_extensions.TypeVar("E", bound=Event, default=Any)
else:
    S = typing.TypeVar("S", bound=State, contravariant=True)
    E = typing.TypeVar("E", bound=Event)


class Bot(Protocol[S, E]):
    """A player: `weights` is its mixed strategy at a decision, `choose` samples one move from it."""

    def weights(self, view: S) -> Mapping[E, float]: ...

    def choose(self, view: S) -> E: ...


class LevelBot(Generic[S, E]):
    """A bot that plays the strategy of its level."""

    def __init__(self, game: Game[Any, S, E], strategy: Strategy, source: DiceSource) -> None:
        self._game = game
        self._strategy = strategy
        self._source = source

    def weights(self, view: S) -> dict[E, float]:
        pending = self._game.pending(view)
        assert isinstance(pending, Decision)
        if any(isinstance(move, Lift) for move in pending.moves):
            refuse("R5", f"the cup of seat {pending.seat} is face down, so a bot cannot know its dice")
        return self._strategy.weigh(view, pending.moves)

    def choose(self, view: S) -> E:
        return pick(self.weights(view), self._source)


def levels(game: str) -> tuple[str, ...]:
    """The levels that play a game, weakest first, and the third-party bots of a server.

    >>> levels("zock")
    ('random', 'casual', 'strong', 'master')
    """
    return tuple(level for levels in (BOTS, THIRD_PARTY) for level, games in levels.items() if game in games)


def strategy(level: str, game: str) -> Strategy:
    """The strategy of a level for a game; `BadOptions` if there is none."""
    if level not in BOTS:
        raise unknown_name(f"a bot must be one of {', '.join(BOTS)}, not {shown(level)}", level, BOTS, key="error-bot")
    if game not in BOTS[level]:
        games = ", ".join(BOTS[level])
        sentence = f"{level} plays only {games}: {game} has no such player"
        raise BadOptions(sentence, "N4", key="error-bot-game", bot=level, games=games)
    return BOTS[level][game]


@overload
def make_bot(level: str, game: Literal["zock"], source: DiceSource | None = None) -> Bot[zock.State, zock.Event]: ...
@overload
def make_bot(
    level: str, game: Literal["schocken"], source: DiceSource | None = None
) -> Bot[schocken.State, schocken.Event]: ...
@overload
def make_bot(
    level: str, game: Literal["zocknroll"], source: DiceSource | None = None
) -> Bot[zocknroll.State, zocknroll.Event]: ...
@overload
def make_bot(level: str, game: Game[Any, S, E], source: DiceSource | None = None) -> Bot[S, E]: ...
@overload
def make_bot(level: str, game: str, source: DiceSource | None = None) -> Bot: ...
def make_bot(level: str, game: str | AnyGame, source: DiceSource | None = None) -> Bot:
    """A bot of that level; `source` samples its mixed strategies, the dice of the game come from elsewhere."""
    rules = find_game(game) if isinstance(game, str) else game
    return LevelBot(rules, strategy(level, rules.name), source or SystemDice())


def prepare(
    level: str, game: AnyGame, options: Options, players: int, progress: Progress = silent, patient: bool = False
) -> None:
    """Compile and load what a level needs for these options and players, so that its first move is not slow.

    That takes some seconds the first time, and may run in a thread. Tables that take minutes are computed only if
    `patient`; without them the level falls back to an approximation.
    """
    strategy(level, game.name).prepare(options, players, patient, progress)


def play_out(
    game: str,
    players: Sequence[str],
    options: Mapping[str, object] | None = None,
    level: str = "casual",
    seed: int | None = None,
) -> Session:
    """A whole game played by bots of one level; a seed makes it repeatable."""
    session = Session(game, players, options or {})
    finish(session, level, seed)
    return session


def finish(session: Session, level: str = "casual", seed: int | None = None) -> None:
    """Let bots of one level play a game to its end."""
    dice: DiceSource = SystemDice() if seed is None else SeededDice(seed)
    bot = make_bot(level, session.game, SystemDice() if seed is None else SeededDice(seed, stream=1))
    while session.step(dice, bot.choose):
        pass
