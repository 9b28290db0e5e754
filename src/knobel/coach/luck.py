"""Variance of luck: how much dice, lots and covered cups are expected to change the chances.

Without hidden information luck is a martingale: it has mean zero under any play, and throws are uncorrelated. So the
variances of the throws of a game add up. Where values are exact, each is computed by enumerating all outcomes of the
dice. Where values are estimates, the squared luck stands for it, which is unbiased as far as they are. In Zock'n'Roll
beliefs about cups assume strong players: against others luck is a little biased.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import fsum, prod
from typing import Any, Final

from msgspec.structs import replace

from ..rules import schocken
from ..rules.dice import multisets, outcomes
from ..rules.game import Chance, Event, Lot, State
from ..rules.session import Session
from .analysis import Analysis, Moment
from .judges import Judge
from .told import told
from .values import Chances, as_offered

_MOST: Final = 6**4
"""With more outcomes at once (many cups lifted together) the squared luck is used."""


def luck_variance(session: Session, analysis: Analysis, judge: Judge) -> Chances:
    """The variance of each seat's luck in a game, given its positions; a lift has none (R7)."""
    known = told(session)
    numbers = {number: place for place, number in enumerate(known.numbers)}
    moments = [replace(moment, event=numbers[moment.event]) for moment in analysis.moments if moment.event in numbers]
    each = [_variances(known.session, moment, judge) for moment in moments]
    return tuple(fsum(variances[seat] for variances in each) for seat in range(len(session.players)))


def _variances(session: Session, moment: Moment, judge: Judge) -> Chances:
    falls = list(_falls(session, moment.event)) if judge.exact else []
    if not judge.exact or len(falls) > _MOST:
        return tuple(luck * luck for luck in moment.luck)
    total = sum(weight for _, _, weight in falls)
    known = dict[State, Chances]()
    expected, squares = [0.0] * len(moment.luck), [0.0] * len(moment.luck)
    for before, event, weight in falls:
        after = _bare(session.game.play(before, event))
        if after not in known:
            known[after] = judge.chances(after)
        for seat, value in enumerate(known[after]):
            expected[seat] += weight * value / total
            squares[seat] += weight * value * value / total
    return tuple(max(0.0, square - mean * mean) for square, mean in zip(squares, expected, strict=True))


def _bare(state: State) -> State:
    """The state without dice that do not matter any more: those of a finished round."""
    if isinstance(state, schocken.State) and state.cups_up:
        return replace(state, hands=(schocken.Hand(),) * state.players)
    return state


def _falls(session: Session, number: int) -> Iterator[tuple[State, Event, int]]:
    """The possible outcomes in place of an event, with weights; none if it was no chance event."""
    state, event = session.state_at(number), session.events[number]
    match session.game.pending(state):
        case Lot(events=events):
            yield from ((state, each, 1) for each in events)
        case Chance(event=wanted):
            yield from _thrown(session, number, wanted)
        case _ if as_offered(event) != event or _lifts(session, number):
            yield from _thrown(session, number, as_offered(event))


def _lifts(session: Session, number: int) -> bool:
    """Whether the event lifts covered cups."""
    before, after = session.state_at(number), session.state_at(number + 1)
    return bool(_hidden(before)) and isinstance(after, schocken.State) and after.cups_up


def _hidden(state: State) -> tuple[int, ...]:
    if not isinstance(state, schocken.State) or state.cups_up:
        return ()
    return tuple(seat for seat in schocken.in_round(state) if schocken.covered(state, seat))


def _thrown(session: Session, number: int, wanted: Any) -> Iterator[tuple[State, Event, int]]:
    """The dice of the event itself, and those that it reveals."""
    state = session.state_at(number)
    own = [(wanted, 1)] if not wanted.dice else list(outcomes(wanted))
    if not _lifts(session, number):
        yield from ((state, event, weight) for event, weight in own)
        return
    assert isinstance(state, schocken.State)
    hidden = _hidden(state)
    for cups in product(*(multisets(len(state.hands[seat].thrown)) for seat in hidden)):
        hands = list(state.hands)
        for seat, (dice, _) in zip(hidden, cups, strict=True):
            hands[seat] = replace(hands[seat], thrown=dice)
        before = replace(state, hands=tuple(hands))
        likely = prod(weight for _, weight in cups)
        yield from ((before, event, weight * likely) for event, weight in own)
