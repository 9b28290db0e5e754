"""Stand, or keep dice and throw the others, in Schocken."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from ...odds.schocken import choices as odds_choices
from ...odds.schocken import ranking
from ...rules.game import Dice
from ...rules.schocken import Event, Hand, Stand, State, Throw, allowed, covered, rank, rank_of
from ...words import Words
from ..phrases import dice, hand_name, percent, throw_name
from .choice import Choice

LOWEST_SCHOCK = (1, 1, 2)


def choice(say: Words, view: State, move: Event) -> Choice:
    match move:
        case Stand(seat=seat):
            return Choice(move, say("ui-stand"), say("ui-means-stand", throw=hand_name(say, view, seat)))
        case Throw():
            return Choice(move, _keeping(say, move), _throwing(say, view, move))
    raise TypeError(f"{move} is no decision")


def _keeping(say: Words, move: Throw) -> str:
    throws = say("ui-throw-all") if not move.keep else say("ui-keep", dice=dice(move.keep), count=len(move.dice))
    return throws if move.flip is UNSET else say("ui-flip", count=move.flip, throws=throws)


def _throwing(say: Words, view: State, move: Throw) -> str:
    """How likely the throw gets better than it is, and a Schock, by best play with all throws that are left."""
    seat = move.seat
    lying = view.hands[seat]
    left = allowed(view, seat) - lying.throws
    better = _next_better(view, lying)
    schock = throw_name(say, rank(view.options, LOWEST_SCHOCK, True), LOWEST_SCHOCK)
    told = [
        say("ui-means-reach-better", chance=_chance(view, move, better, left)) if better else "",
        say("ui-means-reach", throw=schock, chance=_chance(view, move, LOWEST_SCHOCK, left)),
        say("ui-under-the-cup") if left == 1 and _covered_next(view, seat) else "",
    ]
    return " · ".join(part for part in told if part)


def _next_better(view: State, lying: Hand) -> int | None:
    """The least height that beats the dice as they lie; None if nothing does."""
    height = rank_of(view.options, lying).height
    return height + 1 if height < ranking(view.options)[0].rank.height else None


def _chance(view: State, move: Throw, target: Dice | int, left: int) -> str:
    lying = view.hands[move.seat]
    found = odds_choices(view.options, target, lying, left)
    return percent(next(float(c.odds) for c in found if not c.stand and (c.keep, c.flip) == (move.keep, move.flip)))


def _covered_next(view: State, seat: int) -> bool:
    """Whether the next throw of this seat stays under its cup (S5)."""
    hand = view.hands[seat]
    after = replace(view, hands=(*view.hands[:seat], replace(hand, throws=hand.throws + 1), *view.hands[seat + 1 :]))
    return covered(after, seat)
