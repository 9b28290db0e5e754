"""Schocken: how likely each keep reaches the throw that leads, with all throws that are left."""

from __future__ import annotations

from ...odds.schocken import choices, ranking, reach
from ...rules.game import FACE_DOWN
from ...rules.schocken import Stand, State, Throw, allowed, hand_rank, in_round
from ...telling.choices import label
from ...telling.phrase import Phrase, phrase
from ...telling.terms import hand_name
from .row import OddsRow, Panel


def panel(view: State, seat: int) -> Panel:
    """The chances of a seat that has throws left in this round: to reach the throw that leads, or else to improve."""
    if view.cups_up or seat not in in_round(view):
        return Panel()
    hand, leader = view.hands[seat], _leader(view, seat)
    left = allowed(view, seat) - hand.throws
    if hand.throws == 0 and leader is not None:
        chance = float(reach(view.options, hand_rank(view, leader).height, left))
        return Panel(
            _about(view, leader, left, "reach"),
            (OddsRow("reach", phrase("coach-odds-fresh-cup", throws=left), chance),),
        )
    if view.phase != "decide" or view.seat != seat:
        return Panel()  # nothing lies yet, or its throws are done
    if leader is not None:
        return Panel(_about(view, leader, left, "reach"), _keeping(view, seat, left, hand_rank(view, leader).height))
    better = hand_rank(view, seat).height + 1
    if better > ranking(view.options)[0].rank.height:
        return Panel()  # nothing beats what lies
    return Panel(_about(view, seat, left, "improve"), _keeping(view, seat, left, better))


def _about(view: State, seat: int, left: int, what: str) -> Phrase:
    return phrase(f"coach-odds-about-{what}", throw=hand_name(view, seat), left=left)


def _keeping(view: State, seat: int, left: int, height: int) -> tuple[OddsRow, ...]:
    """The chance of every keep, and of standing, to end with this height or more; the best first."""
    rows = list[OddsRow]()
    for choice in choices(view.options, height, view.hands[seat], left):
        dice = (FACE_DOWN,) * (3 - len(choice.keep))
        move = Stand(seat) if choice.stand else Throw(seat, choice.keep, dice, choice.flip)
        rows.append(OddsRow("stand" if choice.stand else "reach", label(move), float(choice.odds)))
    return tuple(rows)


def _leader(view: State, seat: int) -> int | None:
    """Whose open throw is the best of the others' in this round; the first of equals leads (S8)."""
    others = [other for other in in_round(view) if other != seat and view.hands[other].throws]
    shown = [other for other in others if FACE_DOWN not in view.hands[other].thrown]
    return max(shown, key=lambda other: hand_rank(view, other).height, default=None)
