"""Log lines of Schocken."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ...rules.game import FACE_DOWN, Lift
from ...rules.schocken import Event, Stand, Starter, State, Throw, hand_rank, in_half, result, standings
from ..phrase import Phrase, Said, phrase
from ..terms import dice, enumeration, hand_name, part_name


def narrate(names: Sequence[str], before: State, event: Event, after: State) -> list[Phrase]:
    """Both states are public views; of the event only what is not thrown is looked at."""
    match event:
        case Starter(seat=seat):
            return [phrase("log-starter", name=names[seat])]
        case Throw(seat=seat):
            lines = [*_new_round(before, after), _thrown(names, event, after)]
        case Stand(seat=seat):
            lines = [phrase("log-stand", name=names[seat], throw=hand_name(after, seat))]
        case Lift(seat=seat):
            lines = [phrase("log-lift", name=names[seat], dice=dice(after.hands[seat].thrown))]
    if after.cups_up:
        return lines + _lifted(names, before, after)
    if seat == after.beginner and after.seat != seat and after.phase == "throw":
        lines.append(phrase("log-limit", throws=after.limit))
    return lines


def _new_round(before: State, after: State) -> list[Phrase]:
    if before.phase != "throw" or not before.cups_up:
        return []
    if after.options.length == "half":
        return [phrase("log-round-of-half", round=after.rounds + 1)]
    return [phrase("log-round", round=after.rounds + 1, part=part_name(len(after.lost)))]


def _thrown(names: Sequence[str], event: Throw, after: State) -> Phrase:
    name, hand = names[event.seat], after.hands[event.seat]
    told: list[Said] = [] if event.flip is UNSET else [phrase("log-flip", count=event.flip)]
    if hand.kept:
        told.append(phrase("log-keep", dice=dice(hand.kept)))
    if FACE_DOWN in hand.thrown:
        told.append(phrase("log-thrown-covered", count=len(hand.thrown)))
    elif hand.kept:
        told.append(phrase("log-thrown", dice=dice(hand.thrown), throw=hand_name(after, event.seat)))
    else:
        told.append(hand_name(after, event.seat))
    return phrase("log-throws", name=name, number=hand.throws, told=tuple(told))


def _lifted(names: Sequence[str], before: State, after: State) -> list[Phrase]:
    order = standings(after)
    best, loser = order[0], order[-1]
    hands = tuple(phrase("log-hand-of", name=names[seat], throw=hand_name(after, seat)) for seat in order)
    lines = [phrase("log-cups-up", hands=hands), *_ties(names, before, after, order)]
    half_over = len(after.lost) > len(before.lost)
    if hand_rank(after, best).name == "schock_out":
        lines.append(phrase("log-schock-out", best=names[best], loser=names[loser]))
    else:
        lines.append(_stones(names, before, best, loser, after))
    if half_over:
        lines += _half_over(names, after)
    else:
        out = [names[seat] for seat in in_half(before) if seat not in in_half(after)]
        if out:
            lines.append(phrase("log-out", names=enumeration(out), count=len(out)))
    return lines


def _ties(names: Sequence[str], before: State, after: State, order: Sequence[int]) -> list[Phrase]:
    """Why one of equal throws is lower, where that decides which one is named the lowest or the best (S8)."""
    heights = {seat: hand_rank(after, seat).height for seat in order}
    lowest, best = ([seat for seat in order if heights[seat] == heights[end]] for end in (order[-1], order[0]))
    told = [_tie(names, after, lowest, lowest[-2:])] if len(lowest) > 1 else []
    if len(best) > 1 and best != lowest:
        told.append(_tie(names, after, best, best[:2]))
    return told


def _tie(names: Sequence[str], after: State, equal: Sequence[int], apart: Sequence[int]) -> Phrase:
    """`apart` are the two of the equal throws between which it is decided."""
    by_throws = after.options.ties == "throws_then_order" and len({after.hands[seat].throws for seat in apart}) > 1
    key = "log-tie-by-throws" if by_throws else "log-tie-by-order"
    return phrase(key, names=enumeration([names[seat] for seat in equal]))


def _stones(names: Sequence[str], before: State, best: int, loser: int, after: State) -> Phrase:
    deals = hand_rank(after, best).stones
    if before.middle:
        count = min(deals, before.middle)
        return phrase("log-takes", best=names[best], loser=names[loser], count=count, left=before.middle - count)
    return phrase("log-hands", best=names[best], loser=names[loser], count=min(deals, before.stones[best]))


def _half_over(names: Sequence[str], after: State) -> list[Phrase]:
    loser = names[after.lost[-1]]
    final = result(after)
    lines = list[Phrase]()
    if after.options.length == "game":  # a half on its own (S11) is told by the last line
        lines.append(phrase("log-half-lost", part=part_name(len(after.lost) - 1), name=loser))
    if final is not None:
        lines.append(phrase("log-lost", name=loser, rounds=final.rounds))
    elif len(after.lost) == 2:
        lines.append(phrase("log-final", names=enumeration([names[seat] for seat in in_half(after)])))
    return lines
