"""One round of Schocken between two players, solved: what standing and throwing are worth to either of them."""

from __future__ import annotations

import numpy as np

from ...rules.game import FACE_DOWN, Dice
from ...rules.schocken import Hand
from .half import Half
from .hands import Floats, Hands
from .kernels.two import THROWS, begin, follow, mix


class Plan:
    """What every choice of one player in a round is worth: the chance that this player loses the half."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.stand = np.full((THROWS + 1, len(hands.tables.deals)), np.nan)
        """By the number of throws taken and the rank; not a number where the rules end it otherwise."""
        self.throw = np.full((THROWS + 1, len(hands.keeps)), np.nan)
        """By the number of the throw and what is kept for it."""

    def standing(self, hand: Hand) -> float:
        """With the dice of this hand, which lie open."""
        tables = self._hands.tables
        return float(self.stand[hand.throws, tables.rank[self._hands.number[hand.kept, hand.thrown]]])

    def throwing(self, throw: int, keep: Dice = ()) -> float:
        """Keeping these dice for the first, second or third throw."""
        return float(self.throw[throw, self._hands.keeps[keep]])


class Round:
    """The next round from a state of stones: the beginner's plan, and the follower's against whatever he faces."""

    def __init__(self, half: Half, hands: Hands, middle: int, own: int) -> None:
        self._half = half
        self._hands = hands
        self._pays = half.pays(middle, own)
        self._followers = dict[tuple[int, int], Plan]()
        self.beginner = Plan(hands)
        plan = self.beginner
        begin(hands.tables, half.by_throws, half.third_open, self._pays, plan.stand, plan.throw)

    def follower(self, beginner: Hand) -> Plan:
        """The plan against the beginner's final hand; if its thrown dice are face down, against all that can lie."""
        tables = self._hands.tables
        mixture = np.zeros(len(tables.deals))
        if FACE_DOWN in beginner.thrown:
            faced = -1 - self._hands.keeps[beginner.kept]
            mix(tables, self._hands.keeps[beginner.kept], mixture)
        else:
            faced = int(tables.rank[self._hands.number[beginner.kept, beginner.thrown]])
            mixture[faced] = 1
        key = beginner.throws, faced
        if key not in self._followers:
            self._followers[key] = self._plan(beginner.throws, mixture)
        return self._followers[key]

    def _plan(self, limit: int, mixture: Floats) -> Plan:
        plan = Plan(self._hands)
        follow(self._hands.tables, self._half.by_throws, limit, mixture, self._pays, plan.stand, plan.throw)
        plan.stand, plan.throw = 1 - plan.stand, 1 - plan.throw
        return plan
