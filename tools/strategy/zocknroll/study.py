"""A turn of Zock'n'Roll in detail: frequency of each decision, frequency of staying, cost of deviations.

Everything is exact: it comes from the solver's own sweeps over all histories and cups, with the stored policy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from knobel.rules.boards import COMBINATIONS, formed
from knobel.rules.dice import FACES
from knobel.rules.game import Dice
from knobel.rules.zocknroll import Options
from knobel.solve.arrays import Floats, Integers
from knobel.solve.zocknroll.kernel import Strategy, sweep
from knobel.solve.zocknroll.learner import values
from knobel.solve.zocknroll.policy import LEVELS
from knobel.solve.zocknroll.solver import turn_policy
from knobel.solve.zocknroll.turn import TRIPLE_CHANCE, TRIPLES, Turn, tree, turn

Board: TypeAlias = Literal["basic", "pro"]
Truths: TypeAlias = NDArray[np.bool_]


NOTHING: Final = "nothing"


class Round(NamedTuple):
    """All decisions of a round, as arrays that fit each other: by white dice, history and cup."""

    row: Integers
    """The rank of the best row of the own and the white dice, the best of the board being 0, and no row the last."""
    white: Integers
    """The same of the white dice alone."""
    player: Integers
    """Who decides, in order from 0 on."""
    before: Integers
    """How many have stayed in this round before."""
    behind: Integers
    """How many still decide in this round afterwards."""
    chance: Floats
    """How likely a turn comes to this decision with this cup, when all play as the policy says."""
    stays: Floats
    """How often the policy stays."""
    gain: Floats
    """By how many points a turn staying is better than dropping, times the chance that it comes to that."""

    @property
    def shared(self) -> Truths:
        """Whether the white dice alone form the best row."""
        return np.asarray(self.row == self.white)

    def staying(self, where: Truths | bool = True) -> float:
        """How often one stays at the decisions `where`; not a number if there are none."""
        met = float(np.sum(self.chance, where=where))
        return float(np.sum(self.chance * self.stays, where=where)) / met if met else float("nan")


Rule: TypeAlias = Callable[[Round], Truths]
"""Says where to stay."""


class Study:
    """The turn for some players on a board, whose histories all have decisions of their own."""

    def __init__(self, options: Options, players: int) -> None:
        self.options, self.players = options, players
        self.policy = turn_policy(options, players)
        self.setting = self.policy.setting

    @property
    def names(self) -> tuple[str, ...]:
        """The rows by their rank; the last stands for no row."""
        return (*COMBINATIONS[self.options.board], NOTHING)

    @cached_property
    def values(self) -> Floats:
        """What each player expects of a turn, in the order of deciding."""
        return _mean([values(self.setting, white, self.policy.strategy(nth)) for nth, white in enumerate(TRIPLES)])

    def values_without_jorg(self) -> Floats:
        """The same without Jörg's cup, for unchanged policies."""
        found = [np.zeros(self.players) for _ in TRIPLES]
        for nth, white in enumerate(TRIPLES):
            self._gains(turn(self.setting, white)._replace(jorg=False), self.policy.strategy(nth), found[nth])
        return _mean(found)

    def stays(self, white: Dice, cup: Dice, node: int) -> float:
        """How often one stays in round 1 with a cup; the nodes are those of `knobel.solve.zocknroll.turn`."""
        first, _ = self.rounds
        return float(first.stays[TRIPLES.index(white), node - 1, self.setting.cups.index(cup)])

    def cost(self, first: Rule | None, second: Rule | None) -> float:
        """Points per turn that one player loses by these rules, averaged over all places.

        In a round without a rule the player goes on as the policy says.
        """
        (one, two), (ruled_one, ruled_two) = self.rounds, self.follow(first, second)
        earned = np.zeros(self.players)
        for player in range(self.players):
            mine_one = np.where(one.player == player, ruled_one, one.stays)
            mine_two = np.where(two.player == player, ruled_two, two.stays)
            plays = zip(TRIPLES, mine_one, mine_two, strict=True)
            earned[player] = _mean([values(self.setting, white, Strategy(*play)) for white, *play in plays])[player]
        return float(np.mean(self.values - earned))

    def follow(self, first: Rule | None, second: Rule | None) -> tuple[Floats, Floats]:
        """Frequency of staying under these rules, by white dice, history and cup."""
        one, two = self.rounds
        return (
            one.stays if first is None else np.broadcast_to(first(one), one.stays.shape).astype(np.float64),
            two.stays if second is None else np.broadcast_to(second(two), two.stays.shape).astype(np.float64),
        )

    @cached_property
    def rounds(self) -> tuple[Round, Round]:
        """The decisions of both rounds."""
        cups = self.setting.cups
        fours = [[(*white, fourth) for fourth in FACES] for white in TRIPLES]
        swept = [self._sweep(nth) for nth in range(len(TRIPLES))]
        chance_one, gain_one, chance_two, gain_two = (np.array(part) for part in zip(*swept, strict=True))
        player_one, before_one, behind_one, player_two, before_two, behind_two = _histories(self.players)
        weights = TRIPLE_CHANCE[:, None, None]
        return (
            Round(
                np.array([[[self._rank(white + cup) for cup in cups]] for white in TRIPLES]),
                np.array([self._rank(white) for white in TRIPLES])[:, None, None],
                player_one[:, None],
                before_one[:, None],
                behind_one[:, None],
                weights * chance_one,
                self.policy.first / LEVELS,
                weights * gain_one,
            ),
            Round(
                np.array([[[[self._rank(white + cup) for cup in cups]] for white in some] for some in fours]),
                np.array([[self._rank(white) for white in some] for some in fours])[:, :, None, None],
                player_two[:, None],
                before_two[:, None],
                behind_two[:, None],
                weights[..., None] * chance_two,
                self.policy.second / LEVELS,
                weights[..., None] * gain_two,
            ),
        )

    def _sweep(self, nth: int) -> tuple[Floats, Floats, Floats, Floats]:
        """The chances and gains of all decisions of both rounds after these three white dice."""
        real, stay = turn(self.setting, TRIPLES[nth]), self.policy.strategy(nth)
        # Let dropping in one round bring a point, and everything else nothing: what it brings is how likely it can be.
        nothing = real._replace(worth=np.zeros_like(real.worth), prize=0.0)
        none, one = np.zeros_like, np.ones_like
        met_one, _ = self._gains(nothing._replace(first=one(real.first), second=none(real.second)), stay)
        met_two, own = self._gains(nothing._replace(first=none(real.first), second=one(real.second)), stay)
        gain, _ = self._gains(real, stay)
        own_two = own / 6  # the fourth white die
        return (
            -met_one.first * real.chance,
            gain.first * real.chance,
            -met_two.second * own_two,
            gain.second * own_two,
        )

    def _gains(self, one: Turn, stay: Strategy, found: Floats | None = None) -> tuple[Strategy, Floats]:
        gain, own = Strategy(np.zeros_like(stay.first), np.zeros_like(stay.second)), np.zeros_like(stay.second)
        sweep(one, tree(self.players, True), stay, False, gain, own, np.zeros(self.players) if found is None else found)
        return gain, own

    def _rank(self, dice: Dice) -> int:
        rows = formed(self.setting.board, self.setting.royal_pairs, tuple(sorted(dice)))
        return self.names.index(rows[0] if rows else NOTHING)


@cache
def study(board: Board, players: int, jorg_counts: bool = True) -> Study:
    """The study of a board and a number of players, made once."""
    return Study(Options(board=board, jorg_counts=jorg_counts), players)


def _mean(found: list[Floats]) -> Floats:
    """The mean over all white dice."""
    return np.average(found, axis=0, weights=TRIPLE_CHANCE)


def _histories(players: int) -> tuple[Integers, ...]:
    """For each decision of round 1, then of round 2: who decides, how many stayed before, how many decide later."""
    one = [(node.bit_length() - 1, node.bit_count() - 1) for node in range(1, 2**players)]
    first = [(player, before, players - 1 - player) for player, before in one]
    second = list[tuple[int, int, int]]()
    for mask in range(1, 2**players):
        members = [player for player in range(players) if mask >> player & 1]
        second += [(members[nth], before, len(members) - 1 - nth) for nth, before in one[: 2 ** len(members) - 1]]
    return tuple(np.array(column) for part in (first, second) for column in zip(*part, strict=True))
