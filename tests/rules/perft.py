"""Dice perft: how many event sequences an engine allows, and with what probability mass.

Sequences are cut at a depth; a game that ends earlier counts where it ends. Dice are multisets with their exact
weight, and every choice of a player counts in full, so the mass exceeds one after a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias, TypeVar

from knobel.rules.dice import awaits, outcomes
from knobel.rules.game import AnyGame, Chance, Decision, Lot, Over

T = TypeVar("T", bound=Hashable)
Step: TypeAlias = tuple[Hashable, Fraction, T]
"""The name of an event, its chance (1 for a choice), and what comes after it."""


def count(root: T, depth: int, steps: Callable[[T], Iterable[Step[T]]]) -> tuple[int, Fraction]:
    """The number of event sequences from `root` and their mass.

    Steps of the same name are the same event (dice that fell in another order), and their chances add up.
    """

    @cache
    def below(node: T, depth: int) -> tuple[int, Fraction]:
        if depth == 0:
            return 1, Fraction(1)
        chances: dict[Hashable, Fraction] = {}
        after: dict[Hashable, T] = {}
        for name, chance, child in steps(node):
            chances[name] = chances.get(name, Fraction(0)) + chance
            assert after.setdefault(name, child) == child, f"{name} leads to different places"
        if not after:
            return 1, Fraction(1)
        number, mass = 0, Fraction(0)
        for name, child in after.items():
            more, weight = below(child, depth - 1)
            number, mass = number + more, mass + chances[name] * weight
        return number, mass

    return below(root, depth)


def engine_steps(game: AnyGame) -> Callable[[Any], Iterator[Step[Any]]]:
    """The steps of an engine's states, by what is pending."""

    def steps(state: Any) -> Iterator[Step[Any]]:
        match game.pending(state):
            case Over():
                return
            case Lot(events=events):
                for event in events:
                    yield event, Fraction(1, len(events)), game.play(state, event)
            case Chance(event=wanted):
                yield from thrown(state, wanted)
            case Decision(moves=moves):
                for move in moves:
                    if awaits(move):
                        yield from thrown(state, move)
                    else:
                        yield move, Fraction(1), game.play(state, move)

    def thrown(state: Any, wanted: Any) -> Iterator[Step[Any]]:
        fallen = list(outcomes(wanted))
        whole = sum(weight for _, weight in fallen)
        for event, weight in fallen:
            yield event, Fraction(weight, whole), game.play(state, event)

    return steps
