"""The story of a game of Schocken."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ...rules.game import FACE_DOWN
from ...rules.schocken import Event, Stand, Starter, State, Throw, hand_rank, in_half, result, standings
from ...words import Words
from ..phrases import dice, enumeration, hand_name, part_name


def narrate(say: Words, names: Sequence[str], before: State, event: Event, after: State) -> list[str]:
    """Both states are public views; of the event only what is not thrown is looked at."""
    match event:
        case Starter(seat=seat):
            return [say("log-starter", name=names[seat])]
        case Throw(seat=seat):
            lines = [*_new_round(say, names, before, after), _thrown(say, names, event, after)]
        case Stand(seat=seat):
            lines = [say("log-stand", name=names[seat], throw=hand_name(say, after, seat))]
    if after.cups_up:
        return lines + _lifted(say, names, before, after)
    if seat == after.beginner and after.seat != seat:
        lines.append(say("log-limit", throws=after.limit))
    return lines


def _new_round(say: Words, names: Sequence[str], before: State, after: State) -> list[str]:
    if before.phase != "throw" or not before.cups_up:
        return []
    return [say("log-round", round=after.rounds + 1, part=part_name(say, len(after.lost)))]


def _thrown(say: Words, names: Sequence[str], event: Throw, after: State) -> str:
    name, hand = names[event.seat], after.hands[event.seat]
    told = [] if event.flip is UNSET else [say("log-flip", count=event.flip)]
    if hand.kept:
        told.append(say("log-keep", dice=dice(hand.kept)))
    if FACE_DOWN in hand.thrown:
        told.append(say("log-thrown-covered", count=len(hand.thrown)))
    else:
        told.append(say("log-thrown", dice=dice(hand.thrown), throw=hand_name(say, after, event.seat)))
    return say("log-throws", name=name, number=hand.throws, told=", ".join(told))


def _lifted(say: Words, names: Sequence[str], before: State, after: State) -> list[str]:
    order = standings(after)
    best, loser = order[0], order[-1]
    hands = ", ".join(f"{names[seat]} {hand_name(say, after, seat)}" for seat in order)
    lines = [say("log-cups-up", hands=hands)]
    half_over = len(after.lost) > len(before.lost)
    if hand_rank(after, best).name == "schock_out":
        lines.append(say("log-schock-out", best=names[best], loser=names[loser]))
    else:
        lines.append(_stones(say, names, before, best, loser, after))
    if half_over:
        lines += _half_over(say, names, after)
    else:
        out = [names[seat] for seat in in_half(before) if seat not in in_half(after)]
        if out:
            lines.append(say("log-out", names=enumeration(say, out), count=len(out)))
    return lines


def _stones(say: Words, names: Sequence[str], before: State, best: int, loser: int, after: State) -> str:
    deals = hand_rank(after, best).stones
    if before.middle:
        count = min(deals, before.middle)
        return say("log-takes", best=names[best], loser=names[loser], count=count, left=before.middle - count)
    return say("log-hands", best=names[best], loser=names[loser], count=min(deals, before.stones[best]))


def _half_over(say: Words, names: Sequence[str], after: State) -> list[str]:
    loser = names[after.lost[-1]]
    final = result(after)
    lines = [say("log-half-lost", part=part_name(say, len(after.lost) - 1), name=loser)]
    if final is not None:
        lines.append(say("log-lost", name=loser, rounds=final.rounds))
    elif len(after.lost) == 2:
        lines.append(say("log-final", names=enumeration(say, [names[seat] for seat in in_half(after)])))
    return lines
