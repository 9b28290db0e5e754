"""How much luck to expect: the variance of everything that dice, lots and covered cups brought.

Where nobody hides anything luck is zero in the mean, whatever anybody plays, and what one throw brings says nothing
about the next one. So the variances of the throws of a game add up, and where values are exact each of them is known:
all falls of the dice are gone through. Where values are estimates the square of the luck that was had stands for it,
which is right in the mean as far as they are. In Zock'n'Roll cups are believed to be those of strong players: who sits
among others is a little luckier or unluckier than that on average.
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
from .values import Chances, as_offered

_MOST: Final = 6**4
"""If more things can happen at once the square of the luck has to do: many cups that are lifted together."""


def luck_variance(session: Session, analysis: Analysis, judge: Judge) -> Chances:
    """The variance of each seat's luck in a game, given the positions that it came to."""
    each = [_variances(session, moment, judge) for moment in analysis.moments]
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
    """A state without dice that have nothing more to say: those of a round that is over."""
    if isinstance(state, schocken.State) and state.cups_up:
        return replace(state, hands=(schocken.Hand(),) * state.players)
    return state


def _falls(session: Session, number: int) -> Iterator[tuple[State, Event, int]]:
    """What could have happened in place of an event, with weights, where anything was open at all."""
    state, event = session.state_at(number), session.events[number]
    match session.game.pending(state):
        case Lot(events=events):
            yield from ((state, each, 1) for each in events)
        case Chance(event=wanted):
            yield from _thrown(session, number, wanted)
        case _ if as_offered(event) != event or _lifts(session, number):
            yield from _thrown(session, number, as_offered(event))


def _lifts(session: Session, number: int) -> bool:
    """Whether cups are lifted that were covered."""
    before, after = session.state_at(number), session.state_at(number + 1)
    return bool(_hidden(before)) and isinstance(after, schocken.State) and after.cups_up


def _hidden(state: State) -> tuple[int, ...]:
    if not isinstance(state, schocken.State) or state.cups_up:
        return ()
    return tuple(seat for seat in schocken.in_round(state) if schocken.covered(state, seat))


def _thrown(session: Session, number: int, wanted: Any) -> Iterator[tuple[State, Event, int]]:
    """The dice of the event itself, and those that it brings to light."""
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
