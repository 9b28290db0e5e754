"""Reference implementation of Schocken, written from the rule book without the engine, as a test oracle.

The game is a generator that yields what it waits for and is sent the next event. Events are the plain data of a
record. Dice are ordered and not multisets, so that the two implementations share nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from .ladder import Dice, Rung, ladder, places

Plain: TypeAlias = dict[str, Any]
Choice: TypeAlias = tuple[tuple[int, ...], int]
"""The dice that are kept, and how many sixes became ones."""

DEFAULTS: Plain = {
    "stones": 13,
    "kept_dice": "may_return",
    "covered": "third",
    "ties": "order",
    "length": "game",
    "sixes": False,
    "hand_only": False,
    "general_beats_schock2": False,
    "jule": False,
}


@dataclass(frozen=True)
class Asked:
    """What the game waits for; in `events` a die that still has to fall is 0."""

    kind: str
    events: list[Plain]
    seat: int | None = None


@dataclass(frozen=True)
class Lying:
    """The dice of a player: those kept, those of the last throw, and whether the latter are covered."""

    kept: tuple[int, ...]
    thrown: tuple[int, ...]
    throws: int
    hidden: bool


Steps: TypeAlias = Generator[Asked, Plain, Any]


@dataclass
class Pub:
    """One game. `asked` is what it waits for; `send` gives it the next event.

    Between two rounds the cups are up and `next_beginner` throws first.
    """

    players: int
    options: Mapping[str, Any]
    stones: dict[int, int] = field(default_factory=dict)
    middle: int = 0
    order: list[int] = field(default_factory=list)
    lying: dict[int, Lying] = field(default_factory=dict)
    losers: list[int] = field(default_factory=list)
    rounds: int = 0
    next_beginner: int | None = None
    result: Plain | None = None
    next_is_hidden: bool = False

    def __post_init__(self) -> None:
        self.options = {**DEFAULTS, **self.options}
        self._rungs, self._places = ranking(self.options["jule"], self.options["general_beats_schock2"])
        self._put_stones_in_the_middle()
        self._steps = self._game()
        self.asked = next(self._steps)

    def send(self, event: Plain) -> None:
        try:
            self.asked = self._steps.send(event)
        except StopIteration as end:
            self.result = end.value
            self.asked = Asked("over", [])

    def allows(self, event: Plain) -> bool:
        """True if the event is one of those asked for, with dice that can fall."""
        dice = event.get("dice", [])
        asked = {**event, "dice": [0] * len(dice)} if "dice" in event else event
        known = all(die in (1, 2, 3, 4, 5, 6) for die in dice)
        untold = event.get("e") == "throw" and self.next_is_hidden and not any(dice)  # R2
        if "keep" in asked:
            asked = {**asked, "keep": sorted(asked["keep"])}
        return asked in self.asked.events and (known or untold)

    def _game(self) -> Steps:
        lot = yield Asked("lot", [{"e": "starter", "seat": seat} for seat in range(self.players)])
        beginner = lot["seat"]
        if self.options["length"] == "half":
            self.losers.append((yield from self._half(range(self.players), beginner)))
            return {"halves": self.losers, "final": False, "loser": self.losers[0], "rounds": self.rounds}
        for _ in range(2):
            beginner = yield from self._half(range(self.players), beginner)
            self.losers.append(beginner)
        halves = list(self.losers)
        final = halves[0] != halves[1]
        if final:
            self.losers.append((yield from self._half(sorted(halves), beginner)))
        return {"halves": halves, "final": final, "loser": self.losers[-1], "rounds": self.rounds}

    def _put_stones_in_the_middle(self) -> None:
        self.middle = self.options["stones"]
        self.stones = dict.fromkeys(range(self.players), 0)

    def _half(self, seats: Iterable[int], beginner: int) -> Steps:
        """S9, S10: the loser of the half."""
        self._put_stones_in_the_middle()
        still_in = list(seats)
        while True:
            while still_in[0] != beginner:  # clockwise from the beginner on
                still_in.append(still_in.pop(0))
            self.next_beginner = beginner
            yield from self._round(list(still_in))
            standing = self._standing()
            best, loser = standing[0], standing[-1]
            name, _, deals = self._rungs[self._rung(best)]
            self.rounds += 1
            if name == "schock_out":
                return loser
            if self.middle > 0:
                taken = min(deals, self.middle)
                self.middle -= taken
            else:
                taken = min(deals, self.stones[best])
                self.stones[best] -= taken
            self.stones[loser] += taken
            if self.middle == 0:
                still_in = [seat for seat in sorted(still_in) if self.stones[seat] > 0]
            if self.stones[loser] == self.options["stones"]:
                return loser
            beginner = loser

    def _round(self, order: list[int]) -> Steps:
        """S4, S6: all players throw; then the cups are lifted."""
        most = 3
        for seat in order:
            yield from self._turn(seat, most, order)
            if seat == order[0]:
                most = self.lying[seat].throws
        self.lying = {s: replace(cup, hidden=0 in cup.thrown) for s, cup in self.lying.items()}
        for seat in order:  # R3
            cup = self.lying[seat]
            if cup.hidden:
                told = yield Asked("dice", [{"e": "lift", "seat": seat, "dice": [0] * len(cup.thrown)}], seat)
                self.lying[seat] = replace(cup, thrown=tuple(told["dice"]), hidden=False)

    def _turn(self, seat: int, most: int, order: list[int]) -> Steps:
        self.next_is_hidden = self._hidden(1, most)
        event = yield Asked("dice", [{"e": "throw", "seat": seat, "keep": [], "dice": [0, 0, 0]}], seat)
        if seat == order[0]:
            self.lying, self.order, self.next_beginner = {}, order, None
        throws = 1
        while True:
            self.lying[seat] = Lying(tuple(event["keep"]), tuple(event["dice"]), throws, self._hidden(throws, most))
            if throws == most:
                return
            self.next_is_hidden = self._hidden(throws + 1, most)
            event = yield Asked("choice", [{"e": "stand", "seat": seat}, *self._throws(seat)], seat)
            if event["e"] == "stand":
                return
            throws += 1

    def _hidden(self, throws: int, most: int) -> bool:
        """S5: whether that throw of a player is covered."""
        hidden: bool = {"third": throws == 3, "last": throws == most, "none": False}[self.options["covered"]]
        return hidden

    def _throws(self, seat: int) -> list[Plain]:
        cup = self.lying[seat]
        found = choices(cup.kept, cup.thrown, self.options["kept_dice"] == "stay", self.options["sixes"])
        return [
            {"e": "throw", "seat": seat, "keep": list(keep), "dice": [0] * (3 - len(keep))}
            | ({"flip": flip} if flip else {})
            for keep, flip in found
        ]

    def _rung(self, seat: int) -> int:
        cup = self.lying[seat]
        at_once = not cup.kept
        return self._places[tuple(sorted(cup.kept + cup.thrown)), at_once or not self.options["hand_only"]]

    def _standing(self) -> list[int]:
        """S8: the best throw first; of equal ones the later, or the one with more throws, is lower."""

        def lowness(seat: int) -> tuple[int, int, int]:
            throws = self.lying[seat].throws if self.options["ties"] == "throws_then_order" else 0
            return self._rung(seat), throws, self.order.index(seat)

        return sorted(self.order, key=lowness)


@cache
def ranking(jule: bool, general_beats_schock2: bool) -> tuple[list[Rung], dict[tuple[Dice, bool], int]]:
    rungs = ladder(jule=jule, general_beats_schock2=general_beats_schock2)
    return rungs, places(rungs)


@cache
def choices(kept: tuple[int, ...], thrown: tuple[int, ...], must_stay: bool, sixes: bool) -> list[Choice]:
    """S4, H1: what can be kept, by enumerating for each of the three dice where it goes."""
    found: set[Choice] = set()
    dice = [(face, False) for face in kept] + [(face, True) for face in thrown]
    for fates in product(("keep", "throw", "turn", "pay"), repeat=3):
        turned, paid, stays = fates.count("turn"), fates.count("pay"), [fate != "throw" for fate in fates]
        touches = [die for die, fate in zip(dice, fates, strict=True) if fate in ("turn", "pay")]
        if touches and not (sixes and paid == 1 and turned >= 1 and all(die == (6, True) for die in touches)):
            continue  # H1: sixes of the last throw are turned, and exactly one six pays for it
        if "throw" not in fates and not paid:
            continue  # at most two dice are kept
        if must_stay and not all(stays[place] for place in range(len(kept))):
            continue
        keep = [face for (face, _), fate in zip(dice, fates, strict=True) if fate == "keep"] + [1] * turned
        found.add((tuple(sorted(keep)), turned))
    return sorted(found)
