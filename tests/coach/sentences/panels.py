"""Odds panels of Schocken and ZOCK: every chance in them, recomputed."""

from __future__ import annotations

from collections.abc import Iterator

from knobel.coach.panel import panel
from knobel.rules import schocken as schocken_rules
from knobel.rules import zock as zock_rules
from knobel.rules.game import State

from . import schocken, zock
from .faults import Case, Expected, Fault, faults, texts


def check(case: Case) -> Iterator[tuple[str, list[Fault]]]:
    """The panel of the seat that decides."""
    shown = panel(case.view, case.values.seat)
    if shown.about is None:
        return
    match case.view:
        case schocken_rules.State():
            numbers, chances = _schocken(case.view)
        case zock_rules.State():
            numbers, chances = (), _zock(case.view, case.values.seat)
        case _:
            return
    found = list(faults(shown.about, Expected(numbers)))
    told = sorted(row.chance for row in shown.rows)
    if not _near(told, sorted(chances)):
        found.append(Fault("number", shown.about.key, f"{sorted(chances)} was told as {told}", texts(shown.about)[0]))
    yield shown.about.key, found


def _near(told: list[float], wanted: list[float]) -> bool:
    return len(told) == len(wanted) and all(abs(one - other) < 1e-9 for one, other in zip(told, wanted, strict=True))


def _schocken(view: schocken_rules.State) -> tuple[tuple[str, ...], list[float]]:
    """To beat the best open throw of another seat; where there is none, to improve the own one."""
    seat, options = view.seat, view.options
    open_hands = [view.hands[other] for other in schocken_rules.in_round(view) if other != seat]
    leaders = [hand for hand in open_hands if hand.throws and 0 not in hand.thrown]
    fewer = options.ties == "throws_then_order"

    def goodness(hand: schocken_rules.Hand) -> tuple[int, int]:
        return schocken_rules.rank_of(options, hand).height, -hand.throws if fewer else 0

    aim = max(leaders, key=goodness) if leaders else view.hands[seat]
    height = schocken_rules.rank_of(options, aim).height
    needs = schocken.to_beat(options, aim) if leaders else schocken.same(height + 1)
    left = schocken.most(view) - view.hands[seat].throws
    moves: tuple[schocken_rules.Event, ...] = getattr(schocken_rules.pending(view), "moves", ())
    chances = [float(schocken.after(view, move, needs)) for move in moves]
    return (*schocken.name(view, aim), str(left)), chances


def _zock(view: State, seat: int) -> list[float]:
    assert isinstance(view, zock_rules.State)
    fields = view.open[seat]
    falls = [zock.covers(view.options, dice, fields) for dice in zock.THROWS]
    covered = [sum(any(field in cover for cover in each) for each in falls) / 36 for field in fields]
    return [float(zock.usable(view.options, fields)), float(zock.finishing(view.options, fields)), *covered]
