"""Sentences of Schocken, recomputed: rules for ties and ranks by their text, chances by enumerating all throws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from knobel.rules import schocken as rules
from knobel.rules.game import Dice, Event
from knobel.rules.schocken import Hand, Options, Stand, State, Throw

from .faults import (
    Case,
    Expected,
    Fault,
    Holds,
    contrast,
    costs,
    faults,
    greater,
    of_move,
    percent,
    strings,
    texts,
)

MOST: Final = 3
SOLVED: Final = 5
"""With more players no table is solved."""
NEVER: Final = 10_000
"""A height that no throw has."""

Needs: TypeAlias = tuple[int, ...]
"""The height that is needed after one, two and three throws."""


def check(case: Case) -> Iterator[tuple[str, list[Fault]]]:
    assert isinstance(case.view, State)
    for place, said in enumerate(case.reasons):
        yield said.key, list(faults(said, costs(case, said) if place == 0 else CHECKS[said.key](case, case.view)))


def same(height: int) -> Needs:
    return (height,) * MOST


def to_beat(options: Options, hand: Hand) -> Needs:
    """What a later player needs (S8): more, or as much with fewer throws where these decide."""
    height = rules.rank_of(options, hand).height
    fewer = options.ties == "throws_then_order"
    return tuple(height if fewer and throws < hand.throws else height + 1 for throws in (1, 2, 3))


@lru_cache(maxsize=1 << 16)
def chance(options: Options, needs: Needs, hand: Hand, most: int, must_throw: Dice | None = None) -> Fraction:
    """The chance to end as needed with the best play for it; `must_throw` are the dice kept by the next throw."""
    throws = hand.throws
    if must_throw is None:
        if throws and rules.rank_of(options, hand).height >= needs[throws - 1]:
            return Fraction(1)
        if throws == most:
            return Fraction(0)
        kept = [keep for keep, _ in rules.keeps(options, hand)] if throws else [()]
        return max(chance(options, needs, _unordered(hand), most, keep) for keep in dict.fromkeys(kept))
    fallen = _falls(3 - len(must_throw))
    won = Fraction(0)
    for dice, weight in fallen.items():
        won += weight * chance(options, needs, Hand(must_throw, dice, throws + 1), most)
    return won / Fraction(6 ** (3 - len(must_throw)))


def _unordered(hand: Hand) -> Hand:
    """The chance after a throw depends on the dice kept by it and on the number of throws only."""
    return Hand((), (), hand.throws)


@lru_cache
def _falls(count: int) -> dict[Dice, int]:
    found: dict[Dice, int] = {}
    for dice in product(range(1, 7), repeat=count):
        key = tuple(sorted(dice))
        found[key] = found.get(key, 0) + 1
    return found


def after(view: State, move: Event, needs: Needs) -> Fraction:
    """The chance of the seat that decides to end as needed after a move."""
    hand = view.hands[view.seat]
    if isinstance(move, Stand):
        return Fraction(rules.rank_of(view.options, hand).height >= needs[hand.throws - 1])
    assert isinstance(move, Throw)
    return chance(view.options, needs, Hand((), (), hand.throws), most(view), tuple(sorted(move.keep)))


def most(view: State) -> int:
    return MOST if view.seat == view.beginner else view.limit


def name(view: State, hand: Hand) -> tuple[str, ...]:
    """The numbers in the name of a throw."""
    dice = tuple(sorted(hand.kept + hand.thrown, reverse=True))
    match rules.rank_of(view.options, hand).name:
        case "schock":
            return (str(dice[0]),)
        case "schock_out" | "jule":
            return ()
    return strings(dice)


def _to_beat(case: Case, view: State) -> Expected:
    lowest = lowest_open(view)
    needs = to_beat(view.options, view.hands[lowest])
    good, bad = (after(view, move.move, needs) for move in (case.best, case.made))
    key, best, made = case.reasons[1].key, case.best.move, case.made.move
    better, worse = (*of_move(best), percent(good)), (*of_move(made), percent(bad))
    numbers: tuple[str, ...] = (*better, *worse)
    moves: tuple[Event, ...] = (best, made)
    if key == "coach-schocken-lost":
        numbers, moves = (*of_move(made), *better), (made, best)
    elif key == "coach-schocken-enough":
        numbers, moves = worse, (made,)
    last = view.seat == rules.in_round(view)[-1]
    holds: tuple[Holds, ...] = (
        (last, "rule", "others throw later"),
        (key != "coach-schocken-enough" or good == 1, "word", f"already, but {float(good):.4f}"),
        *greater(good, bad),
    )
    return Expected((*name(view, view.hands[lowest]), *numbers), holds, contrast(good, bad), moves)


def lowest_open(view: State) -> int:
    """The seat that loses the round as it stands (S8), of those before the last one; all their dice are open."""
    before = [seat for seat in rules.in_round(view) if seat != view.seat]
    fewer = view.options.ties == "throws_then_order"

    def goodness(seat: int) -> tuple[int, int, int]:
        hand = view.hands[seat]
        return rules.rank_of(view.options, hand).height, -hand.throws if fewer else 0, -before.index(seat)

    return min(before, key=goodness)


def _beaten(view: State) -> Fraction:
    """The chance of one other player, with as many throws, to beat the beginner who stands."""
    own = view.hands[view.seat]
    return chance(view.options, to_beat(view.options, own), Hand(), own.throws)


def _stand(case: Case, view: State) -> Expected:
    own, beaten = view.hands[view.seat], _beaten(view)
    again = after(view, case.made.move, same(rules.rank_of(view.options, own).height))
    numbers = (str(own.throws), *name(view, own), percent(beaten), percent(again))
    return Expected(numbers, (*_begins(view), *greater(1 - beaten, again)), contrast(1 - beaten, again))


def _begins(view: State) -> tuple[Holds, ...]:
    """The beginner decides how often the others may throw, up to three times (S6)."""
    return (
        (view.seat == view.beginner, "rule", "not the beginner"),
        (view.hands[view.seat].throws < MOST, "rule", "nobody may throw more often"),
    )


def _go_on(case: Case, view: State) -> Expected:
    own, beaten = view.hands[view.seat], _beaten(view)
    better = after(view, case.best.move, same(rules.rank_of(view.options, own).height + 1))
    numbers = (str(own.throws), *name(view, own), percent(beaten), percent(better))
    return Expected(numbers, (*_begins(view), *greater(better, 1 - beaten)))


def _reach(case: Case, view: State) -> Expected:
    """The sentence names a throw, or one as least as good: the throw whose English name it begins with."""
    said = case.reasons[1]
    height, named = _named(view.options, texts(said)[0])
    good, bad = (after(view, move.move, same(height)) for move in (case.best, case.made))
    numbers = (*named, *of_move(case.best.move), percent(good), *of_move(case.made.move))
    if said.key == "coach-schocken-reach":
        numbers = (*numbers, percent(bad))
    return Expected(numbers, greater(good, bad), contrast(good, bad), (case.best.move, case.made.move))


def _named(options: Options, text: str) -> tuple[int, tuple[str, ...]]:
    """The height of the throw with whose name a sentence begins, and the numbers of the name."""
    told = text.partition(":")[0].removesuffix(" or better")
    for dice in _falls(3):
        rank = rules.rank(options, dice, from_hand=True)
        number = "-".join(str(die) for die in reversed(dice))
        title = {"schock": f"Schock {dice[-1]}", "schock_out": "Schock out", "jule": "Jule", "ordinary": number}
        if told == title.get(rank.name) or (rank.name not in title and told.endswith(" " + number)):
            return rank.height, tuple(told.split()[1:]) if rank.name == "schock" else _digits(told)
    raise ValueError(f"{told} is no throw")


def _digits(told: str) -> tuple[str, ...]:
    return tuple(mark for mark in told if mark.isdigit())


def _have(case: Case, view: State) -> Expected:
    own, said = view.hands[view.seat], case.reasons[1]
    again = after(view, case.made.move, same(rules.rank_of(view.options, own).height))
    stands = isinstance(case.best.move, Stand) and (view.seat == view.beginner or not said.key.endswith("first"))
    numbers = (*name(view, own), *of_move(case.made.move), percent(again))
    holds: tuple[Holds, ...] = ((stands, "rule", "not standing"), *greater(1, again))
    if said.key.endswith("first"):
        holds = (*holds, *_begins(view))
    return Expected(numbers, holds, contrast(1, again), (case.made.move,))


def _half(case: Case, view: State) -> Expected:
    """Values of the solver; no table is solved for more than five players, so these are estimates."""
    good, bad = case.best.points, case.made.points
    assert good is not None
    assert bad is not None
    error = case.best.points_error
    told = (f"{margin(error)}",) if error else ()
    holds: tuple[Holds, ...] = (
        *greater(bad, good),
        (bad - good > 2 * error * 2**0.5, "error", "the difference is within its error"),
        (error > 0 or len(rules.in_round(view)) <= SOLVED, "error", "an estimate is told as exact"),
        (view.options.length != "half" or error == case.best.error, "error", "two errors of one value"),
    )
    return Expected((percent(bad), *told, percent(good), *told), holds, signs=2 * len(told))


def margin(error: float) -> int:
    """A 95 % margin in whole per cent, rounded up."""
    return -int(-195.9964 * error // 1)


CHECKS: Final[dict[str, Callable[[Case, State], Expected]]] = {
    "coach-schocken-beat": _to_beat,
    "coach-schocken-lost": _to_beat,
    "coach-schocken-enough": _to_beat,
    "coach-schocken-stand": _stand,
    "coach-schocken-go-on": _go_on,
    "coach-schocken-reach": _reach,
    "coach-schocken-only": _reach,
    "coach-schocken-have": _have,
    "coach-schocken-have-first": _have,
    "coach-schocken-half": _half,
}
