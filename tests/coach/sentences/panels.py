"""Odds panels: every chance in them, recomputed, with its label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TypeAlias

import numpy as np

from knobel.coach.panel import panel
from knobel.rules import schocken as schocken_rules
from knobel.rules import zock as zock_rules
from knobel.rules import zocknroll as zocknroll_rules
from knobel.rules.boards import COMBINATIONS, formed
from knobel.rules.dice import multisets
from knobel.rules.game import FACE_DOWN, State
from knobel.solve.zocknroll.solver import turn_policy
from knobel.telling.choices import label
from knobel.telling.terms import row_name

from . import schocken, zock, zocknroll
from .faults import Case, Expected, Fault, faults, numbers, texts

Chances: TypeAlias = Mapping[str, float]
"""The chance of each row, by its label: a move, a row of the board, or the kind of the row with its numbers."""


def check(case: Case) -> Iterator[tuple[str, list[Fault]]]:
    """The panel of the seat that decides."""
    shown = panel(case.view, case.values.seat)
    if shown.about is None:
        return
    about, chances = _expected(case.view, case.values.seat)
    found = list(faults(shown.about, Expected(about)))
    for language in (0, 1):
        told = dict[str, float]()
        for row in shown.rows:
            text = texts(row.label)[language]
            named = row.kind in ("row", "reach", "stand")
            told[text if named else " ".join((row.kind, *numbers(text)))] = row.chance
        wanted = {name[language]: chance for name, chance in chances}
        if not _near(told, wanted):
            found.append(Fault("number", shown.about.key, f"{wanted} was told as {told}", texts(shown.about)[language]))
    yield shown.about.key, found


def _near(told: Chances, wanted: Chances) -> bool:
    return told.keys() == wanted.keys() and all(abs(told[name] - wanted[name]) < 1e-9 for name in wanted)


Named: TypeAlias = list[tuple[tuple[str, str], float]]
"""Chances with their names in English and German."""


def _expected(view: State, seat: int) -> tuple[tuple[str, ...], Named]:
    match view:
        case schocken_rules.State():
            return _schocken(view)
        case zock_rules.State():
            return (), _zock(view, seat)
        case zocknroll_rules.State():
            return (), _zocknroll(view, seat)
    raise TypeError(f"{type(view)} is no state of a game")


def _alike(name: str, chance: float) -> tuple[tuple[str, str], float]:
    return (name, name), chance


def _schocken(view: schocken_rules.State) -> tuple[tuple[str, ...], Named]:
    """To beat the best open throw of another seat; where there is none, to improve the own one."""
    seat, options = view.seat, view.options
    open_hands = [view.hands[other] for other in schocken_rules.in_round(view) if other != seat]
    leaders = [hand for hand in open_hands if hand.throws and FACE_DOWN not in hand.thrown]
    fewer = options.ties == "throws_then_order"

    def goodness(hand: schocken_rules.Hand) -> tuple[int, int]:
        return schocken_rules.rank_of(options, hand).height, -hand.throws if fewer else 0

    aim = max(leaders, key=goodness) if leaders else view.hands[seat]
    height = schocken_rules.rank_of(options, aim).height
    needs = schocken.to_beat(options, aim) if leaders else schocken.same(height + 1)
    left = schocken.most(view) - view.hands[seat].throws
    moves: tuple[schocken_rules.Event, ...] = getattr(schocken_rules.pending(view), "moves", ())
    chances = [(texts(label(move)), float(schocken.after(view, move, needs))) for move in moves]
    return (*schocken.name(view, aim), str(left)), chances


def _zock(view: zock_rules.State, seat: int) -> Named:
    fields = view.open[seat]
    falls = [zock.covers(view.options, dice, fields) for dice in zock.THROWS]
    covered = {field: sum(any(field in cover for cover in each) for each in falls) / 36 for field in fields}
    return [
        _alike("usable", float(zock.usable(view.options, fields))),
        _alike("finishing", float(zock.finishing(view.options, fields))),
        *(_alike(f"field {field}", chance) for field, chance in covered.items()),
    ]


def _zocknroll(view: zocknroll_rules.State, seat: int) -> Named:
    """At the end of round 3, by all white dice to come: the own row, and whether it beats the cups still in (N10)."""
    options, own = view.options, tuple(sorted(view.cups[seat]))
    policy, names = turn_policy(options, view.players), COMBINATIONS[options.board]
    cups = policy.setting.cups
    any_cup = np.array([weight for _, weight in multisets(len(own))], np.float64)
    rivals = [cup for cup in range(len(view.cups)) if cup != seat and (cup >= view.players or not view.dropped[cup])]
    beliefs = {"": [any_cup / any_cup.sum()] * len(rivals)}
    beliefs["_belief"] = [zocknroll.believed(policy, view, cup) for cup in rivals]
    completions = list(product(range(1, 7), repeat=5 - len(view.white)))
    ends = dict.fromkeys(range(len(names)), 0.0)
    won, tied = dict.fromkeys(beliefs, 0.0), dict.fromkeys(beliefs, 0.0)
    for more in completions:
        places = zocknroll.places(options, cups, tuple(sorted(view.white + more)))
        place, chance = int(places[cups.index(own)]), 1 / len(completions)
        ends[place] += chance
        for name, likely in beliefs.items():
            alone = float(np.prod([some[places > place].sum() for some in likely]))
            won[name] += chance * alone
            tied[name] += chance * (float(np.prod([some[places >= place].sum() for some in likely])) - alone)
    found = [(texts(row_name(names[place])), chance) for place, chance in ends.items() if chance]
    if now := formed(options.board, options.royal_pairs, tuple(sorted(own + view.white))):
        found.append(_alike("grows", sum(ends[place] for place in range(names.index(now[0])))))
    if rivals:
        against = f" {len(rivals)}" if len(rivals) > 1 else ""
        found += [_alike(f"wins 3{against}", won[""]), _alike("wins_belief 3", won["_belief"])]
        found += [_alike("ties 3", max(tied[""], 0.0)), _alike("ties_belief 3", max(tied["_belief"], 0.0))]
    return found
