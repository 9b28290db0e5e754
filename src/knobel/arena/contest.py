"""A contest of bots: deals of games with the same dice, seats rotated."""

from __future__ import annotations

from functools import cached_property
from typing import Final, TypeAlias

from msgspec import Struct

from ..bots import make_bot, strategy
from ..rules import find_game, schocken, zock
from ..rules.dice import SeededDice, awaits
from ..rules.errors import BadOptions
from ..rules.game import AnyGame, Chance, Decision, Event, Lot, Options, Over, Result, check_players, read_options
from .dice import DealDice
from .luck import check_luck, effects
from .seating import Seating, seatings

_MINDS: Final = 1
"""Added to the seed for what goes on in the heads of bots, so that it has nothing to do with the dice."""


class Outcome(Struct, frozen=True, array_like=True):
    """What a game brought each seat.

    `won` is 1 for who won, in parts where the victory is shared; in Schocken for who did not lose. `points` are those
    of the board in Zock'n'Roll, the rival's loss points minus the own ones in ZOCK, and in Schocken minus the
    halves and finals lost. Without luck, `skill` is the chance to win that the decisions have left.
    """

    won: tuple[float, ...]
    points: tuple[float, ...]
    skill: tuple[float, ...] = ()


Deal: TypeAlias = tuple[Outcome, ...]
"""How the games of a deal ended, in the order of the seatings."""


class Contest(Struct, frozen=True, dict=True):
    """What is played by whom; deal number `d` of a contest is always the same.

    `without_luck` also counts what the decisions were worth, whatever the dice made of them (see `luck`).
    """

    game: str
    bots: tuple[str, ...]
    players: int
    seed: int = 0
    options: dict[str, object] = {}
    without_luck: bool = False

    def checked(self) -> Contest:
        """The same contest, if it can be played."""
        check_players(self.rules, self.players)
        read_options(self.rules, self.options)
        for bot in self.bots:
            strategy(bot, self.game)
        if len(set(self.bots)) < 2:
            raise BadOptions("an arena needs at least two different bots")
        if self.without_luck:
            check_luck(self.chosen, self.players)
        return self

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
        """What a bot wins among its equals."""
        return 1 - 1 / self.players if self.game == "schocken" else 1 / self.players

    def play(self, deal: int) -> Deal:
        """All games of a deal."""
        return tuple(self._play(deal, seating) for seating in self.seatings)

    def _play(self, deal: int, seating: Seating) -> Outcome:
        """One game. The minds of bots, like the dice, belong to the seats: equals play equal games."""
        rules, dice = self.rules, DealDice(self.seed, deal)
        minds = SeededDice(self.seed + _MINDS, stream=deal).word()
        bots = [make_bot(level, rules, SeededDice(minds, stream=seat)) for seat, level in enumerate(seating)]
        skill = [self.fair] * self.players
        state = rules.start(self.chosen, self.players)
        while True:
            event: Event
            match rules.pending(state):
                case Over(result=result):
                    return outcome(result, self.players, tuple(skill) if self.without_luck else ())
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


def outcome(result: Result, players: int, skill: tuple[float, ...] = ()) -> Outcome:
    """What a result means for each seat."""
    return Outcome(result.won(players), _points(result, players), skill)


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
