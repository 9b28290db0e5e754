"""Odds panel: the chances that a player may ask for, from the view of their own seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from ..odds import schocken as schocken_odds
from ..odds import zock as zock_odds
from ..odds import zocknroll as zocknroll_odds
from ..rules import schocken, zock, zocknroll
from ..rules.boards import INDEX
from ..rules.dice import multisets
from ..rules.game import FACE_DOWN, State
from ..telling.choices import label
from ..telling.phrase import Phrase, phrase
from ..telling.terms import hand_name, row_name

Kind: TypeAlias = Literal[
    "row", "grows", "wins", "ties", "wins_belief", "ties_belief", "usable", "finishing", "field", "reach", "stand"
]


class OddsRow(Struct, frozen=True):
    """An outcome and its chance.

    `kind` selects the heading and icon. Zock'n'Roll: `row` (the best one at the end of the
    turn), `grows` (a better row than now), `wins` and `ties` (the best hand of round 3, or one of them, against any
    cups), `wins_belief` and `ties_belief` (against cups with which their owners would have stayed until now). ZOCK, of
    the next throw: `usable`, `finishing`, `field`. Schocken: `reach` a better throw than the one that leads, or than
    the own, by keeping something; `stand` with the dice as they lie.
    """

    kind: Kind
    label: Phrase
    chance: float


class Panel(Struct, frozen=True):
    """Chances of one seat; `about` says what they are chances of, or why they cannot be known (R5).

    Without rows nothing of its own is open.
    """

    about: Phrase | None = None
    rows: tuple[OddsRow, ...] = ()


def panel(view: State, seat: int) -> Panel:
    """The odds of a seat in its view; an empty panel where nothing of it is open, as between two turns."""
    match view:
        case zocknroll.State():
            return _zocknroll(view, seat)
        case zock.State():
            return _zock(view, seat)
        case schocken.State():
            return _schocken(view, seat)
    raise TypeError(f"{type(view)} is no state of a game")


def _zock(view: zock.State, seat: int) -> Panel:
    """The chances of the own next throw, whichever seat throws before it; empty between two games."""
    if view.phase in ("roll_off", "over"):
        return Panel()
    return Panel(phrase("coach-odds-about-throw"), tuple(_zock_rows(view, seat)))


def _zock_rows(view: zock.State, seat: int) -> Iterator[OddsRow]:
    chances = zock_odds.next_throw(view.options, view.open[seat])
    yield OddsRow("usable", phrase("coach-odds-usable"), float(chances.usable))
    yield OddsRow("finishing", phrase("coach-odds-finishing"), float(chances.finishing))
    for field, odds in chances.fields.items():
        yield OddsRow("field", phrase("coach-odds-field", field=field), float(odds))


def _schocken(view: schocken.State, seat: int) -> Panel:
    """The chances of a seat that has throws left in this round: to beat the throw that leads, or else to improve."""
    if view.cups_up or seat not in schocken.in_round(view):
        return Panel()
    hand, leader, most = view.hands[seat], _leader(view, seat), schocken.allowed(view, seat)
    left = most - hand.throws
    if hand.throws == 0 and leader is not None:
        chance = float(schocken_odds.reach(view.options, _to_beat(view, leader, most), left))
        return Panel(
            _about(view, leader, left, "beat"),
            (OddsRow("reach", phrase("coach-odds-fresh-cup", throws=left), chance),),
        )
    if view.phase != "decide" or view.seat != seat:
        return Panel()  # no throw yet, or no throws left
    if leader is not None:
        return Panel(_about(view, leader, left, "beat"), _keeping(view, seat, left, _to_beat(view, leader, most)))
    better = schocken.hand_rank(view, seat).height + 1
    if better > schocken_odds.ranking(view.options)[0].rank.height:
        return Panel()  # the best throw is on the table
    return Panel(_about(view, seat, left, "improve"), _keeping(view, seat, left, better))


def _about(view: schocken.State, seat: int, left: int, what: str) -> Phrase:
    return phrase(f"coach-odds-about-{what}", throw=hand_name(view, seat), left=left)


def _to_beat(view: schocken.State, leader: int, most: int) -> schocken_odds.Heights:
    return schocken_odds.to_beat(view.options, view.hands[leader], most)


def _keeping(view: schocken.State, seat: int, left: int, target: int | schocken_odds.Heights) -> tuple[OddsRow, ...]:
    """The chance of every keep, and of standing, to end with the target or more; the best first."""
    rows = list[OddsRow]()
    for choice in schocken_odds.choices(view.options, target, view.hands[seat], left):
        dice = (FACE_DOWN,) * (3 - len(choice.keep))
        move = schocken.Stand(seat) if choice.stand else schocken.Throw(seat, choice.keep, dice, choice.flip)
        rows.append(OddsRow("stand" if choice.stand else "reach", label(move), float(choice.odds)))
    return tuple(rows)


def _leader(view: schocken.State, seat: int) -> int | None:
    """The other seat with the best open throw of this round; of equals as the options say (S8)."""
    others = [other for other in schocken.in_round(view) if other != seat and view.hands[other].throws]
    shown = [other for other in others if FACE_DOWN not in view.hands[other].thrown]
    by_throws = view.options.ties == "throws_then_order"

    def goodness(other: int) -> tuple[int, int]:
        return schocken.hand_rank(view, other).height, -view.hands[other].throws if by_throws else 0

    return max(shown, key=goodness, default=None)


def _zocknroll(view: zocknroll.State, seat: int) -> Panel:
    """The chances of a seat that is still in this turn."""
    if view.phase not in ("white", "decide") or view.dropped[seat]:
        return Panel()
    if FACE_DOWN in view.cups[seat]:
        return Panel(phrase("coach-odds-about-unknown"))
    return Panel(phrase("coach-odds-about-turn"), tuple(_zocknroll_rows(view, seat)))


def _zocknroll_rows(view: zocknroll.State, seat: int) -> Iterator[OddsRow]:
    own, white, options = view.cups[seat], view.white, view.options
    rows = zocknroll_odds.outlook(options, own, white, 3)
    if can_form := zocknroll.hand(view, seat):
        names, reached = list(rows), zocknroll_odds.at_least(rows)
        place = names.index(can_form[0])
        grows = phrase("coach-odds-grows", row=row_name(can_form[0]))
        yield OddsRow("grows", grows, float(reached[names[place - 1]]) if place else 0.0)
    rivals = _rivals(view, seat)
    if rivals:
        duel = zocknroll_odds.showdown(options, own, white, len(rivals))
        count = len(rivals)
        yield OddsRow("wins", phrase("coach-odds-wins", count=count), float(duel.won))
        yield OddsRow("ties", phrase("coach-odds-ties", count=count), float(duel.tied))
        if white:
            won, tied = believed(view, seat, rivals)
            yield OddsRow("wins_belief", phrase("coach-odds-wins-belief", count=count), won)
            yield OddsRow("ties_belief", phrase("coach-odds-ties-belief", count=count), tied)
    for row, odds in rows.items():
        if odds.ways:
            assert row is not None  # seven dice always form something
            yield OddsRow("row", phrase("coach-odds-row", row=row_name(row)), float(odds))


def _rivals(view: zocknroll.State, seat: int) -> list[int]:
    """The other cups that would be lifted if all who are in stayed; Jörg's always is (N10)."""
    still_in = [other for other, dropped in enumerate(view.dropped) if other != seat and not dropped]
    return still_in + [view.players] * zocknroll.plays_jorg(view.players)


def believed(view: zocknroll.State, seat: int, rivals: list[int]) -> tuple[float, float]:
    """The chance to win round 3 alone, or to tie, when the rivals have played by the stored policy.

    Given the white dice, a rival's decisions depend on the rival's cup alone, so the cups are independent.
    """
    import numpy as np

    from ..solve.zocknroll.policy import belief
    from ..solve.zocknroll.solver import turn_policy

    options, order = view.options, INDEX[view.options.board]
    policy = turn_policy(options, view.players)
    cups = policy.setting.cups
    likely = [belief(policy, view, rival) for rival in rivals]
    won = unbeaten = 0.0
    more = multisets(5 - len(view.white))
    total = sum(ways for _, ways in more)
    for dice, ways in more:
        white = view.white + dice
        own = order[_best(view, view.cups[seat], white)]
        places = np.array([order[_best(view, cup, white)] for cup in cups])
        won += ways / total * float(np.prod([chances[places > own].sum() for chances in likely]))
        unbeaten += ways / total * float(np.prod([chances[places >= own].sum() for chances in likely]))
    return won, max(0.0, unbeaten - won)


def _best(view: zocknroll.State, cup: tuple[int, ...], white: tuple[int, ...]) -> str:
    row = zocknroll_odds.best_row(view.options, cup + white)
    assert row is not None  # seven dice always form something
    return row
