"""Reference implementation of Zock'n'Roll, written from the rule book without the engine, as a test oracle.

A row is formed if some of the dice match its pattern exactly. A tableau is the list of its crosses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Final, TypeAlias

Dice: TypeAlias = tuple[int, ...]
Shape: TypeAlias = tuple[int, Callable[[Dice], bool]]
"""The number of dice of a row, and the test of its pattern for dice in ascending order."""


def groups(*sizes: int) -> Shape:
    """Groups of different values, of just these sizes."""
    return sum(sizes), lambda dice: sorted(Counter(dice).values()) == sorted(sizes)


def run(length: int) -> Shape:
    return length, lambda dice: dice == tuple(range(dice[0], dice[0] + length))


ROYAL_PAIRS: Final[dict[str, Shape]] = {
    "456": (6, lambda dice: dice == (4, 4, 5, 5, 6, 6)),
    "consecutive": (6, lambda dice: any(dice == (x, x, x + 1, x + 1, x + 2, x + 2) for x in (1, 2, 3, 4))),
    "six_alike": groups(6),
}

BOARDS: Final[dict[str, dict[str, tuple[int, Shape]]]] = {
    "basic": {
        "five_of_a_kind": (12, groups(5)),
        "four_of_a_kind": (9, groups(4)),
        "large_straight": (6, run(5)),
        "full_house": (5, groups(3, 2)),
        "three_of_a_kind": (4, groups(3)),
        "two_pairs": (3, groups(2, 2)),
        "pair": (2, groups(2)),
    },
    "pro": {
        "royal_pairs": (12, ROYAL_PAIRS["456"]),
        "five_of_a_kind": (9, groups(5)),
        "large_full_house": (6, groups(4, 2)),
        "highway": (6, run(6)),
        "two_triples": (6, groups(3, 3)),
        "four_of_a_kind": (5, groups(4)),
        "large_straight": (5, run(5)),
        "three_pairs": (4, groups(2, 2, 2)),
        "full_house": (4, groups(3, 2)),
        "three_of_a_kind": (3, groups(3)),
        "small_straight": (3, run(4)),
        "two_pairs": (2, groups(2, 2)),
    },
}
OWN_DICE: Final = {"basic": 2, "pro": 3}


@cache
def forms(board: str, royal_pairs: str, dice: Dice) -> tuple[str, ...]:
    """The rows that dice in ascending order can form, the best first."""
    shapes = {row: shape for row, (_, shape) in BOARDS[board].items()}
    if board == "pro":
        shapes["royal_pairs"] = ROYAL_PAIRS[royal_pairs]
    return tuple(row for row, (size, looks) in shapes.items() if any(map(looks, set(combinations(dice, size)))))


@dataclass(frozen=True)
class Table:
    """A state. `out` is the round in which each player dropped, 0 if not; `next_up` the players to decide or mark."""

    players: int
    board: str = "basic"
    first_to_decide: str = "starter"
    royal_pairs: str = "456"
    crosses: tuple[tuple[str, ...], ...] = ()
    stage: str = "starter"
    starter: int = 0
    cups: tuple[Dice, ...] = ()
    white: Dice = ()
    out: tuple[int, ...] = ()
    next_up: tuple[int, ...] = ()
    turns: int = 0

    def starts(self, seat: int) -> Table:
        return replace(self, starter=seat, stage="cups")

    def cups_thrown(self, cups: tuple[Dice, ...]) -> Table:
        hidden = tuple(tuple(sorted(cup)) for cup in cups)
        return replace(self, cups=hidden, white=(), out=(0,) * self.players, stage="white")

    def white_thrown(self, dice: Dice) -> Table:
        after = replace(self, white=self.white + tuple(sorted(dice)))
        if len(after.white) < 5:
            first = self.starter if self.first_to_decide == "starter" else self.starter + 1
            return replace(after, stage="decide", next_up=after.still_in_from(first))
        return after.third_round()

    def third_round(self) -> Table:
        """R3: all cups are up, so dice that are not known have to be told; then the winners mark."""
        players = self.still_in_from(self.starter)
        untold = tuple(cup for cup in (*players, *range(self.players, len(self.cups))) if 0 in self.cups[cup])
        if untold:
            return replace(self, stage="lift", next_up=untold)
        winners = tuple(seat for seat in players if seat in self.best())
        return replace(self, stage="mark", next_up=winners) if winners else self.turn_over()

    def lifts(self, dice: Dice) -> Table:
        cup = self.next_up[0]
        told = tuple(tuple(sorted(dice)) if other == cup else before for other, before in enumerate(self.cups))
        after = replace(self, cups=told)
        return after.third_round() if self.stage == "lift" else replace(after, stage="drop", out=self.out_with(cup))

    def still_in_from(self, first: int) -> tuple[int, ...]:
        around = [(first + step) % self.players for step in range(self.players)]
        return tuple(seat for seat in around if not self.out[seat])

    def rows(self, cup: int) -> tuple[str, ...]:
        if 0 in self.cups[cup]:
            return ()
        return forms(self.board, self.royal_pairs, tuple(sorted(self.cups[cup] + self.white)))

    def best(self) -> set[int]:
        """The cups with the best hand; a cup beyond the players is Jörg's."""
        order = list(BOARDS[self.board])
        hands = {
            cup: order.index(self.rows(cup)[0]) for cup in range(len(self.cups)) if not any(self.out[cup : cup + 1])
        }
        return {cup for cup, hand in hands.items() if hand == min(hands.values())}

    def crossed(self, seat: int, *rows: str) -> Table:
        sheets = list(self.crosses)
        sheets[seat] = tuple(sorted((*sheets[seat], *rows)))
        return replace(self, crosses=tuple(sheets))

    def stays(self) -> Table:
        return self.decided()

    def drops(self, row: str | None) -> Table:
        seat = self.next_up[0]
        rows = ([row] if row else []) + (["dropped_first"] if len(self.white) == 3 else [])
        return replace(self.crossed(seat, *rows), out=self.out_with(seat), stage="decide").decided()

    def out_with(self, seat: int) -> tuple[int, ...]:
        playing_round = len(self.white) - 2
        return tuple(playing_round if other == seat else before for other, before in enumerate(self.out))

    def decided(self) -> Table:
        after = replace(self, next_up=self.next_up[1:])
        if after.next_up:
            return after
        return after.turn_over() if all(after.out) else replace(after, stage="white")

    def marks(self, row: str) -> Table:
        seat = self.next_up[0]
        rows = (row, "won_third") if self.best() == {seat} else (row,)
        after = replace(self.crossed(seat, *rows), next_up=self.next_up[1:])
        return after if after.next_up else after.turn_over()

    def turn_over(self) -> Table:
        full = any(sheet.count(row) >= 6 for sheet in self.crosses for row in sheet)
        left = (self.starter + 1) % self.players
        return replace(self, stage="over" if full else "cups", starter=left, turns=self.turns + 1)

    def open_to_all(self, cup: int) -> bool:
        """True if the dice of a cup are public."""
        return len(self.white) == 5 or (cup < self.players and self.out[cup] > 0)

    def points(self, jorg_counts: bool) -> list[int]:
        worth = {row: value for row, (value, _) in BOARDS[self.board].items()}
        worth["dropped_first"] = 1
        worth["won_third"] = 4 if self.players == 3 and jorg_counts else self.players
        return [sum(worth[row] for row in sheet) for sheet in self.crosses]


def steps(table: Table) -> Iterator[tuple[Hashable, Fraction, Table]]:
    """All next events with ordered dice: a name, its probability, and the state after it."""
    if table.stage == "cups":
        size = OWN_DICE[table.board]
        number = 4 if table.players == 3 else table.players
        throws = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=size))
        for cups in product(throws, repeat=number):
            chance = Fraction(1)
            for cup in cups:
                chance *= Fraction(throws[cup], 6**size)
            yield cups, chance, table.cups_thrown(cups)
    if table.stage == "white":
        size = 1 if table.white else 3
        for dice in product(range(1, 7), repeat=size):
            yield tuple(sorted(dice)), Fraction(1, 6**size), table.white_thrown(dice)
    if table.stage in ("decide", "mark"):
        seat = table.next_up[0]
        rows = table.rows(seat)
        if table.stage == "mark":
            for row in rows:
                yield (seat, row), Fraction(1), table.marks(row)
        else:
            yield (seat, "stay"), Fraction(1), table.stays()
            for choice in rows or (None,):
                yield (seat, choice), Fraction(1), table.drops(choice)
