"""Stand, or keep dice and throw the others, in Schocken."""

from __future__ import annotations

from msgspec import UNSET

from ...odds.schocken import choices as odds_choices
from ...odds.schocken import ranking
from ...rules.game import Dice
from ...rules.schocken import Event, Hand, Stand, State, Throw, allowed, rank_of
from ..facts.schocken import covers_next
from ..phrase import Choice, Phrase, phrase
from ..terms import beside, fields, hand_name, percent

LOWEST_SCHOCK = (1, 1, 2)


def choice(view: State, move: Event) -> Choice:
    name = label(move)
    if isinstance(move, Throw):
        return Choice(move, name, _throwing(view, move))
    return Choice(move, name, phrase("ui-means-stand", throw=hand_name(view, view.seat)))


def label(move: Event) -> Phrase:
    match move:
        case Stand():
            return phrase("ui-stand")
        case Throw():
            return _keeping(move)
    raise TypeError(f"{move} is no decision")


def _keeping(move: Throw) -> Phrase:
    kept = phrase("ui-keep", dice=fields(move.keep), count=len(move.dice)) if move.keep else phrase("ui-throw-all")
    return kept if move.flip is UNSET else phrase("ui-flip", count=move.flip, throws=kept)


def _throwing(view: State, move: Throw) -> Phrase:
    """How likely the throw gets better than it is, and a Schock, by best play with all throws that are left."""
    seat = move.seat
    hand = view.hands[seat]
    left = allowed(view, seat) - hand.throws
    better = _next_better(view, hand)
    told = [phrase("ui-means-reach-better", chance=_chance(view, move, better, left))] if better else []
    told.append(phrase("ui-means-reach", chance=_chance(view, move, LOWEST_SCHOCK, left)))
    if left == 1 and covers_next(view, seat):
        told.append(phrase("ui-under-the-cup"))
    return beside(*told)


def _next_better(view: State, hand: Hand) -> int | None:
    """The least height that beats the dice as they lie; None if nothing does."""
    height = rank_of(view.options, hand).height
    return height + 1 if height < ranking(view.options)[0].rank.height else None


def _chance(view: State, move: Throw, target: Dice | int, left: int) -> str:
    hand = view.hands[move.seat]
    found = odds_choices(view.options, target, hand, left)
    return percent(next(float(c.odds) for c in found if not c.stand and (c.keep, c.flip) == (move.keep, move.flip)))
