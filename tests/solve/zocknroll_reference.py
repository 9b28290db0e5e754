"""Reference implementation of a turn of Zock'n'Roll: enumerates all cups, decisions and white dice in fractions.

It uses nothing of the solver. Three white dice lie on the table; the rest follows the rules N5 to N10. The
players are numbered in the order in which they decide, and count points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

from knobel.rules.boards import BOARDS, formed
from knobel.rules.game import Dice

Board: TypeAlias = Literal["basic", "pro"]
History: TypeAlias = tuple[bool, ...]
"""Who stayed, of those who have decided in a round."""


class Spot(NamedTuple):
    """The public information at a decision: round 1, the fourth white die once it lies there, and round 2."""

    first: History = ()
    fourth: int | None = None
    second: History = ()


BEGIN: Final = Spot()

Plan: TypeAlias = dict[tuple[Spot, Dice], Fraction]
"""How often each cup stays, spot by spot."""


class Turn(NamedTuple):
    board: Board
    white: Dice
    cups: Mapping[Dice, Fraction]
    """Those that can fall, with their chances."""
    players: int
    jorg: bool
    prize: int

    def seat(self, spot: Spot) -> int | None:
        """The player who decides here, if the round is not over."""
        if spot.fourth is None:
            return len(spot.first) if len(spot.first) < self.players else None
        left = [seat for seat, stayed in enumerate(spot.first) if stayed]
        return left[len(spot.second)] if len(spot.second) < len(left) else None

    def spots(self, spot: Spot = BEGIN) -> Iterator[tuple[Spot, int]]:
        """Every spot of the turn from this one on, and who decides there."""
        seat = self.seat(spot)
        if seat is not None:
            yield spot, seat
            for stays in (False, True):
                yield from self.spots(decided(spot, stays))
        elif spot.fourth is None and any(spot.first):
            for fourth in range(1, 7):
                yield from self.spots(spot._replace(fourth=fourth))


def decided(spot: Spot, stays: bool) -> Spot:
    if spot.fourth is None:
        return spot._replace(first=(*spot.first, stays))
    return spot._replace(second=(*spot.second, stays))


def random_plan(turn: Turn, random: Random) -> Plan:
    """In eighths; never and always are among them."""
    return {(spot, cup): Fraction(random.randrange(9), 8) for spot, _ in turn.spots() for cup in turn.cups}


class Expected(NamedTuple):
    points: list[Fraction]
    """Of each player."""
    gains: Mapping[tuple[Spot, Dice], Fraction]
    """Of staying over dropping, times the chance that the others' cups and decisions let it come to that."""


def expect(turn: Turn, plan: Plan) -> Expected:
    """The values of the turn when all follow the plan."""
    gains = defaultdict[tuple[Spot, Dice], Fraction](Fraction)
    places = [name for name, _, _ in BOARDS[turn.board]]
    worths = {name: value for name, value, _ in BOARDS[turn.board]}

    @cache
    def best(cup: Dice, *later: int) -> str | None:
        rows = formed(turn.board, "456", tuple(sorted(cup + turn.white + later)))
        return rows[0] if rows else None

    def worth(cup: Dice, *later: int) -> int:
        row = best(cup, *later)
        return worths[row] if row else 0

    @cache
    def compared(hands: tuple[Dice | None, ...], fourth: int) -> list[Fraction]:
        """N10: the points of the cups that are still in, Jörg's coming last."""
        points = [Fraction(0)] * len(hands)
        for fifth in range(1, 7):
            ranks = {seat: places.index(best(cup, fourth, fifth) or "") for seat, cup in enumerate(hands) if cup}
            winners = [seat for seat, rank in ranks.items() if rank == min(ranks.values())]
            for seat in winners:
                won = worths[places[ranks[seat]]] + (turn.prize if len(winners) == 1 else 0)
                points[seat] += Fraction(won, 6)
        return points

    def ended(cups: tuple[Dice, ...], spot: Spot) -> list[Fraction]:
        again = iter(spot.second)
        out = [0 if stayed and next(again, False) else 1 if not stayed else 2 for stayed in spot.first]
        points = [Fraction(0)] * turn.players
        if 0 in out:
            assert spot.fourth is not None
            out += [0] * turn.jorg
            hands = tuple(None if dropped else cup for cup, dropped in zip(cups, out, strict=True))
            points = compared(hands, spot.fourth)[: turn.players]
        for seat, dropped in enumerate(out):
            if dropped == 1:  # N7
                points[seat] = Fraction(1 + worth(cups[seat]))
            elif dropped == 2:
                assert spot.fourth is not None
                points[seat] = Fraction(worth(cups[seat], spot.fourth))
        return points

    def walk(cups: tuple[Dice, ...], reach: tuple[Fraction, ...], spot: Spot) -> list[Fraction]:
        seat = turn.seat(spot)
        if seat is None:
            if spot.fourth is None and any(spot.first):  # N8, N9
                after = [walk(cups, reach, spot._replace(fourth=fourth)) for fourth in range(1, 7)]
                return [sum(points, Fraction(0)) / 6 for points in zip(*after, strict=True)]
            return ended(cups, spot)
        chance = plan[spot, cups[seat]]
        before, own, behind = reach[:seat], reach[seat], reach[seat + 1 :]
        stays = walk(cups, (*before, own * chance, *behind), decided(spot, True))
        drops = walk(cups, (*before, own * (1 - chance), *behind), decided(spot, False))
        gains[spot, cups[seat]] += prod(before + behind) * (stays[seat] - drops[seat])
        return [chance * stay + (1 - chance) * drop for stay, drop in zip(stays, drops, strict=True)]

    total = [Fraction(0)] * turn.players
    for cups in product(turn.cups, repeat=turn.players + turn.jorg):
        reach = tuple(turn.cups[cup] for cup in cups)
        for seat, points in enumerate(walk(cups, reach, BEGIN)):
            total[seat] += prod(reach) * points
    return Expected(total, gains)


def best_responses(turn: Turn, plan: Plan) -> Iterator[Fraction]:
    """The value of each player's best response to the plan of the others.

    Round 2 is decided first, because the own decisions end there; then round 1.
    """
    gains = expect(turn, plan).gains
    for player in range(turn.players):
        answer = dict(plan)
        own = [spot for spot, seat in turn.spots() if seat == player]
        second = [spot for spot in own if spot.fourth is not None]
        answer |= {(spot, cup): Fraction(gains[spot, cup] > 0) for spot in second for cup in turn.cups}
        before = expect(turn, answer).gains
        first = [spot for spot in own if spot.fourth is None]
        answer |= {(spot, cup): Fraction(before[spot, cup] > 0) for spot in first for cup in turn.cups}
        yield expect(turn, answer).points[player]
