"""A contest of bots: duplicate deals (common random numbers), seats rotated, played on several processes."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cached_property
from itertools import combinations, islice
from multiprocessing import get_context
from typing import Final, TypeAlias

from msgspec import Struct

from ..bots import BOTS, Bot, make_bot, prepare, strategy
from ..bots.third_party.guard import GuardedBot, LostTurns, process_of
from ..bots.third_party.load import import_path
from ..rules import find_game, schocken, zock
from ..rules.dice import DiceSource, SeededDice, awaits
from ..rules.errors import BadOptions
from ..rules.game import AnyGame, Chance, Decision, Event, Lot, Options, Over, Result, check_players, read_options
from ..solve.progress import Progress
from .dice import DealDice
from .luck import check_luck, effects

_BOT_SEEDS: Final = 1
"""Added to the seed for the mixed strategies of bots, so that they are independent of the dice."""

SECONDS: Final = 5
"""Time limit of a third-party bot for a decision."""

FALLBACK: Final = "casual"
"""The level that gets the turns which third-party bots lose."""

_TASKS: Final = 32
"""Tasks per process: enough to balance the load and to show progress."""
_MOST: Final = 25
"""Most deals in one task, so that an interruption loses little."""

Seating: TypeAlias = tuple[str, ...]
"""The bot at each seat."""


class Outcome(Struct, frozen=True, array_like=True):
    """The outcome of a game for each seat.

    `won` is `Result.won`. `points` are the points in Zock'n'Roll, the opponent's loss points minus the own ones in
    ZOCK, and minus the halves and finals lost in Schocken. `skill` is the luck-adjusted result (see `luck`). `lost`
    counts the turns that third-party bots lose; it is empty without such bots.
    """

    won: tuple[float, ...]
    points: tuple[float, ...]
    skill: tuple[float, ...] = ()
    lost: tuple[LostTurns, ...] = ()


Deal: TypeAlias = tuple[Outcome, ...]
"""The outcomes of the games of a deal, in the order of the seatings."""


class Contest(Struct, frozen=True, dict=True):
    """A contest; deal number `d` of a contest is always the same.

    A bot is a level, or a third-party bot by its import path or entry point; `seconds` is the time limit of such a bot
    for a decision. `without_luck` adds the luck-adjusted result (see `luck`).
    """

    game: str
    bots: tuple[str, ...]
    players: int
    seed: int = 0
    options: dict[str, object] = {}
    without_luck: bool = False
    seconds: float = SECONDS

    def checked(self) -> Contest:
        """The same contest, if it can be played."""
        check_players(self.rules, self.players)
        read_options(self.rules, self.options)
        for bot in self.bots:
            self._check(bot)
        if len(set(self.bots)) < 2:
            raise BadOptions("an arena needs at least two different bots", key="error-two-bots")
        if self.without_luck:
            check_luck(self.chosen, self.players)
        return self

    def _check(self, bot: str) -> None:
        """Raise `BadOptions` unless the bot plays this game."""
        if bot in BOTS or import_path(bot) is None:
            strategy(bot, self.game)
            return
        games = process_of(bot, self.seconds).games()
        if self.game not in games:
            played = ", ".join(games)
            raise BadOptions(f"{bot} plays only {played}", key="error-bot-game", bot=bot, games=played)

    @property
    def third_party(self) -> tuple[str, ...]:
        """The third-party bots, each once."""
        return tuple(bot for bot in dict.fromkeys(self.bots) if bot not in BOTS)

    @cached_property
    def rules(self) -> AnyGame:
        return find_game(self.game)

    @cached_property
    def chosen(self) -> Options:
        options: Options = read_options(self.rules, self.options)
        return options

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        return seatings(self.bots, self.players)

    @property
    def fair(self) -> float:
        """The expected `won` among bots of equal strength."""
        return 1 - 1 / self.players if self.game == "schocken" else 1 / self.players

    def play(self, deal: int) -> Deal:
        """All games of a deal."""
        return tuple(self._play(deal, seating) for seating in self.seatings)

    def _play(self, deal: int, seating: Seating) -> Outcome:
        """One game. Random numbers of bots, like the dice, belong to seats: equal bots play equal games."""
        rules, dice = self.rules, DealDice(self.seed, deal)
        bot_seed = SeededDice(self.seed + _BOT_SEEDS, stream=deal).word()
        bots = [self._bot(name, SeededDice(bot_seed, stream=seat)) for seat, name in enumerate(seating)]
        skill = [self.fair] * self.players
        state = rules.start(self.chosen, self.players)
        while True:
            event: Event
            match rules.pending(state):
                case Over(result=result):
                    lost = tuple(bot.lost if isinstance(bot, GuardedBot) else LostTurns() for bot in bots)
                    return outcome(
                        result,
                        self.players,
                        tuple(skill) if self.without_luck else (),
                        lost if self.third_party else (),
                    )
                case Lot() as lot:
                    event = dice.lot(lot)
                case Chance(event=wanted):
                    event = dice.throw(state, wanted)
                case Decision(seat=seat):
                    view = rules.view(state, seat)
                    event = bots[seat].choose(view)
                    if self.without_luck:
                        skill = [sum(both) for both in zip(skill, effects(view, event), strict=True)]
                    if awaits(event):
                        event = dice.throw(state, event)
            state = rules.play(state, event)

    def _bot(self, name: str, source: DiceSource) -> Bot:
        if name in BOTS:
            return make_bot(name, self.rules, source)
        return GuardedBot(process_of(name, self.seconds), self.rules, strategy(FALLBACK, self.game), source)


def outcome(result: Result, players: int, skill: tuple[float, ...] = (), lost: tuple[LostTurns, ...] = ()) -> Outcome:
    """The outcome of a result."""
    return Outcome(result.won(players), _points(result, players), skill, lost)


def _points(result: Result, players: int) -> tuple[int, ...]:
    """More is better in all games."""
    points = result.points(players)
    match result:
        case zock.Result():
            return tuple(sum(points) - 2 * own for own in points)
        case schocken.Result(halves=halves, final=final, loser=loser):
            lost = (*halves, loser) if final else halves
            return tuple(-lost.count(seat) for seat in range(players))
    return points


def seatings(bots: Sequence[str], players: int) -> tuple[Seating, ...]:
    """All seatings of a deal, each once, in all rotations.

    With more bots than seats, every combination plays. With fewer, they fill the seats in turn, and each of them comes
    first once, so that all bots have equally many seats.

    >>> seatings(["strong", "casual"], 2)
    (('strong', 'casual'), ('casual', 'strong'))
    >>> len(seatings(["random", "casual", "strong"], 2)), len(seatings(["casual", "strong"], 3))
    (6, 6)
    """
    if len(bots) >= players:
        tables = [tuple(some) for some in combinations(bots, players)]
    else:
        tables = [_filled(_rotated(bots, first), players) for first in range(len(bots))]
    return tuple(dict.fromkeys(_rotated(table, shift) for table in tables for shift in range(players)))


def _rotated(bots: Sequence[str], shift: int) -> Seating:
    return (*bots[-shift:], *bots[:-shift]) if shift else tuple(bots)


def _filled(bots: Seating, players: int) -> Seating:
    return tuple(islice(bots * players, players))


def make_ready(contest: Contest, progress: Progress) -> None:
    """Compile and solve what the bots and the luck adjustment need, before many processes do it at once."""
    reference = ("master",) if contest.without_luck else ()
    for level in dict.fromkeys(contest.bots + reference):
        if level in contest.third_party:
            continue
        prepare(level, contest.rules, contest.chosen, contest.players, progress, patient=True)


def play_deals(contest: Contest, deals: Sequence[int], jobs: int = 1) -> Iterator[tuple[int, Deal]]:
    """Play deals and yield each with its number; with several `jobs` they come in any order."""
    if jobs == 1:
        for deal in deals:
            yield deal, contest.play(deal)
        return
    size = max(1, min(_MOST, len(deals) // (jobs * _TASKS)))
    # Spawned, not forked: a fork of a process with threads would inherit their locks.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    try:
        parts = [pool.submit(_play, contest, deals[at : at + size]) for at in range(0, len(deals), size)]
        for part in as_completed(parts):
            yield from part.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(contest: Contest, deals: Sequence[int]) -> list[tuple[int, Deal]]:
    return [(deal, contest.play(deal)) for deal in deals]
