"""One random game with real dice against its filled-in twin, with every forbidden event tried on the way (R2 to R4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from knobel.rules import records, schocken, zocknroll
from knobel.rules.dice import DiceSource
from knobel.rules.game import FACE_DOWN, AnyGame, Chance, Decision, Event, Lift, State
from knobel.rules.real_dice import filled_in
from knobel.rules.session import Session

from .random_games import random_real_dice_game
from .refusals import assert_refused


def check_game(game: AnyGame, source: DiceSource) -> Counter[str]:
    """Play a game, compare it with its twin (R4), and try the forbidden events at each point; returns counts."""
    session = random_real_dice_game(game, source)
    twin = Session(game, session.players, session.options)
    for event in filled_in(session.events):
        twin.play(event)
    assert twin.result == session.result is not None
    assert records.loads(records.dumps(session)).state == session.state
    counts = Counter(events=len(session.events))
    told = 0
    for index, event in enumerate(session.events):
        told += not isinstance(event, Lift)
        counts["lifts"] += isinstance(event, Lift)
        before, after = session.state_at(index), session.state_at(index + 1)
        if told == 0 or not between(after):
            assert game.view(after, None) == game.view(twin.state_at(told), None), event
            counts["compared"] += 1
        for forbidden, rule in (*forbidden_zeros(game, before, event), *forbidden_lifts(game, before, event, source)):
            assert_refused(game, before, forbidden, rule)
            counts["refused"] += 1
    return counts


def between(state: Any) -> bool:
    """True if the state is one of those that only a game with lifts has."""
    return state.phase in ("drop", "lift")


def forbidden_zeros(game: AnyGame, state: State, event: Event) -> list[tuple[Event, str]]:
    """The played event with a 0 where R2 does not allow it."""
    dice: Any = event.dice
    if not dice:
        return []
    rule = "R3" if isinstance(event, Lift) else "R2"
    if isinstance(dice[0], tuple):
        mixed = [(FACE_DOWN, *cup[1:]) if any(cup) else (*cup[1:], 1) for cup in dice]
        wrong = [(*dice[:cup], mixed[cup], *dice[cup + 1 :]) for cup in range(len(dice))]
        if game.name == "zock":
            wrong.append(tuple((FACE_DOWN,) * len(cup) for cup in dice))
    else:
        wrong = [(FACE_DOWN, *dice[1:], 1), (FACE_DOWN,) * (len(dice) + 1)]
        wrong += [
            (*dice[:place], FACE_DOWN, *dice[place + 1 :]) for place in range(len(dice)) if len(dice) > 1 and any(dice)
        ]
        if not is_covered_throw(state, event):
            wrong.append((FACE_DOWN,) * len(dice))
    return [(replace(event, dice=each), rule) for each in dict.fromkeys(wrong)]


def is_covered_throw(state: Any, event: Event) -> bool:
    """Whether a throw lies under the cup, from the rules (S5) and not from the engine's `covered`."""
    if not isinstance(event, schocken.Throw):
        return False
    number = 1 + (0 if state.phase == "throw" else state.hands[event.seat].throws)
    most = 3 if state.cups_up or event.seat == state.beginner else state.limit
    return bool({"third": number == 3, "last": number == most, "none": False}[state.options.covered])


def forbidden_lifts(game: AnyGame, state: State, event: Event, source: DiceSource) -> list[tuple[Event, str]]:
    """Lifts of other cups than that which may be lifted now, and of wrong dice; none is an event of ZOCK."""
    if game.name == "zock":
        return [(Lift(source.draw(2), source.roll(2)), "K1")]
    size = 3
    if isinstance(state, zocknroll.State):
        size = 2 if state.options.board == "basic" else 3
    next_up = liftable(game, state)
    lifts = [Lift(seat, source.roll(size)) for seat in range(-1, state.players + 2) if seat != next_up]
    if next_up is not None:
        wanted = len(state.cups[next_up]) if isinstance(state, zocknroll.State) else len(event.dice)
        told = source.roll(wanted)
        lifts += [Lift(next_up, dice) for dice in ((), told[1:], (*told, 1), (7, *told[1:]), (-1, *told[1:]))]
        lifts += [Lift(next_up, (FACE_DOWN, *told[1:])), Lift(next_up, (FACE_DOWN,) * wanted)]
    return [(lift, "R3") for lift in lifts]


def liftable(game: AnyGame, state: State) -> int | None:
    """The cup that may be lifted now."""
    pending = game.pending(state)
    if isinstance(pending, Chance) and isinstance(pending.event, Lift):
        return pending.event.seat
    if isinstance(pending, Decision) and any(isinstance(move, Lift) for move in pending.moves):
        return pending.seat
    return None
