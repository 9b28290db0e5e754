"""Sections of the strategy page of ZOCK."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from knobel.rules.dice import multisets
from knobel.rules.game import Dice
from knobel.rules.zock import ALL_FIELDS, Fields, Options, covers
from knobel.simulate import simulate
from knobel.simulate.zock.games import ZockBatch
from knobel.solve.zock.box import without, zock_box
from knobel.solve.zock.solver import CoverValue, Solution, match_solution, match_table, solution

from ..writing import Places, Section, percent, signed, table
from .games import one_or_two
from .habits import HABITS, cost
from .pictures import PICTURES as PICTURES

BASIC: Final = Options()
VARIANTS: Final = (BASIC, Options(variant="A"), Options(variant="B"), Options(variant="C"))
NAMES: Final[tuple[str, ...]] = tuple(options.variant for options in VARIANTS)
THROWS: Final[tuple[Dice, ...]] = tuple(dice for dice, _ in multisets(2))
LEADS: Final = (-20, -10, -5, 0, 5, 10, 20)
MATCHES: Final = 400_000


def starter() -> Places:
    """Value of throwing first, by variant and reading of numbers above ten."""
    rows = list[list[str]]()
    for options in VARIANTS:
        ten_only = Options(variant=options.variant, two_digit="ten_only")
        cells = [f(rules) for rules in (options, ten_only) for f in (_first_points, _first_wins)]
        rows.append([options.variant, *cells])
    head = ["variant", "points", "wins", "points, `ten_only`", "wins, `ten_only`"]
    return {"starter": table(head, rows), "starter.basic": _first_wins(BASIC), "starter.C": _first_wins(VARIANTS[3])}


def _first_points(options: Options) -> str:
    return signed(solution(options, "points").value(ALL_FIELDS, ALL_FIELDS))


def _first_wins(options: Options) -> str:
    return percent(solution(options, "win").value(ALL_FIELDS, ALL_FIELDS))


def openings() -> Places:
    """The best first covers, and which of them change when only winning counts."""
    rows, changes = list[list[str]](), list[str]()
    for dice in THROWS:
        cells = list[str]()
        for options in VARIANTS:
            points = _first(options, solution(options, "points"), dice)
            wins = _first(options, solution(options, "win"), dice)
            cells.append(_best(points))
            if points[0].fields != wins[0].fields:
                change = f"{_braces(wins[0].fields)} instead of {_braces(points[0].fields)}"
                changes.append(f"| {options.variant} | {_throw(dice)} | {change} | {percent(_lead(wins))} |")
        rows.append([_throw(dice), *cells])
    first = dict(_first_values())
    return {
        "openings": table(["throw", *NAMES], rows, left=5),
        "openings.win": "\n".join(
            ["| variant | throw | to win | gains |", "|---|---|---|--:|", *sorted(changes, key=_variant)]
        ),
        "open.9": signed(first[9,]),
        "open.8": signed(first[8,]),
        "open.23": signed(first[2, 3]),
        "open.1": signed(first[1,]),
        "open.16": f"{first[7,] - first[1, 6]:.2f}",
    }


def _variant(row: str) -> int:
    return NAMES.index(row.split()[1])


def _first(options: Options, game: Solution, dice: Dice) -> tuple[CoverValue, ...]:
    return game.covers(ALL_FIELDS, ALL_FIELDS, covers(options.variant, options.two_digit, dice, ALL_FIELDS))


def _first_values() -> Iterable[tuple[Fields, float]]:
    game = solution(BASIC, "points")
    return ((worth.fields, worth.value) for dice in THROWS for worth in _first(BASIC, game, dice))


def _lead(worths: tuple[CoverValue, ...]) -> float:
    """Difference between the best cover and the next one."""
    return worths[0].value - worths[1].value


def _best(worths: tuple[CoverValue, ...]) -> str:
    best = f"**{_braces(worths[0].fields)}**"
    return f"{best} by {_lead(worths):.2f}" if len(worths) > 1 else best


def _braces(fields: Fields) -> str:
    return " ".join(map(str, fields))


def _throw(dice: Dice) -> str:
    return "-".join(map(str, dice))


def last_fields() -> Places:
    """Expected throws to cover the last field, or the last two."""
    basic, c = (_alone(options) for options in (BASIC, VARIANTS[3]))
    chances = [zock_box(options).choices.idle for options in (BASIC, VARIANTS[3])]
    number = zock_box(BASIC).number
    rows = [
        [str(field), *(f"{36 * (1 - idle[number[field,]]):.0f}/36" for idle in chances), f"{basic[field,]:.0f}"]
        for field in ALL_FIELDS
    ]
    rows = [[*row, f"{c[field,]:.1f}"] for row, field in zip(rows, ALL_FIELDS, strict=True)]
    head = ["last field", "chance", "chance in C", "throws", "throws in C"]
    pairs = sorted(combinations(ALL_FIELDS, 2), key=basic.__getitem__)
    return {
        "last": table(head, rows),
        "pairs.easy": ", ".join(f"{_braces(pair)} ({basic[pair]:.1f})" for pair in pairs[:4]),
        "pairs.hard": ", ".join(f"{_braces(pair)} ({basic[pair]:.1f})" for pair in pairs[:-5:-1]),
        "last.2": f"{basic[2,]:.0f}",
        "last.7": f"{basic[7,]:.0f}",
    }


def _alone(options: Options) -> dict[Fields, float]:
    """Expected throws to cover one or two fields without an opponent."""
    throws: dict[Fields, float] = {(): 0.0}
    for some in (some for some in zock_box(options).sets if 0 < len(some) <= 2):
        used = expected = 0.0
        for dice, weight in multisets(2):
            if offered := covers(options.variant, options.two_digit, dice, some):
                used += weight / 36
                expected += weight / 36 * min(throws[without(some, cover)] for cover in offered)
        throws[some] = (1 + expected) / used
    return throws


def habits() -> Places:
    """Cost of habits against perfect play."""
    costs = {name: [cost(options, habit) for options in VARIANTS] for name, habit in HABITS.items()}
    rows = [
        [name, *(f"{points:.2f} · {percent(wins)}" for points, wins in by_variant)]
        for name, by_variant in costs.items()
    ]
    many, few, highest, lowest, high_alone, two = costs.values()
    return {
        "habits": table(["habit", *NAMES], rows),
        "cost.many": f"{many[0][0]:.2f}",
        "cost.few": f"{few[0][0]:.2f}",
        "cost.high-alone": f"{high_alone[0][0]:.2f}",
        "cost.high-alone.win": percent(high_alone[0][1]),
        "cost.highest.B": f"{highest[2][0]:.2f}",
        "cost.highest.C": f"{highest[3][0]:.2f}",
        "cost.lowest.C": f"{lowest[3][0]:.2f}",
        "cost.two": f"{two[0][0]:.2f}",
        "cost.two.win": percent(two[0][1], 2),
        "cost.two.B": f"{two[2][0]:.2f}",
    }


def one_field_or_two() -> Places:
    """How often a perfect player covers two fields where one is possible too."""
    shares = list[str]()
    for options in VARIANTS:
        choices = one_or_two(options).values()
        shares.append(percent(sum(each.two for each in choices) / sum(each.offered for each in choices), 0))
    opening, late = (one_or_two(BASIC)[fields] for fields in (9, 4))
    return {
        "two": ", ".join(f"{name} {share}" for name, share in zip(NAMES, shares, strict=True)),
        "two.opening": percent(opening.two / opening.offered, 0),
        "two.late": percent(late.two / late.offered, 0),
    }


def aims() -> Places:
    """Cost of the wrong objective, by simulation."""
    rows = list[list[str]]()
    for options in VARIANTS:
        row: list[str] = [options.variant]
        for policy, games in (("win", 1), ("match", 3)):
            chosen = {"games": games, "variant": options.variant}
            batch = simulate("zock", [policy, "points"], games=MATCHES, options=chosen, seed=1)
            assert isinstance(batch, ZockBatch)
            better = (batch.losses[:, 1].astype(int) - batch.losses[:, 0]) / games
            won = (better > 0) + 0.5 * (better == 0)
            errors = [each.std() / MATCHES**0.5 for each in (won, better)]
            row += [f"{percent(won.mean(), 2)} ± {100 * errors[0]:.2f}", f"{signed(better.mean())} ± {errors[1]:.2f}"]
        rows.append(row)
    head = ["variant", "one game: wins", "points", "match of three: wins", "points a game"]
    return {"aims": table(head, rows), "aims.matches": f"{MATCHES:,}"}


def leads() -> Places:
    """Value of a lead, and the first cover of the last game by lead."""
    chances = match_table(BASIC)
    rows = [
        [str(games), *(percent(chances.value(games, lead)) for lead in (5, 10, 20, 30, 50))]
        for games in (1, 2, 3, 5, 10)
    ]
    changing = list[list[str]]()
    for dice in THROWS:
        firsts = [_first(BASIC, match_solution(BASIC, 1, lead), dice) for lead in LEADS]
        if len({worths[0].fields for worths in firsts}) > 1:
            changing.append([_throw(dice), *(f"**{_braces(w[0].fields)}** {percent(_lead(w))}" for w in firsts)])
    return {
        "match": table(["games left", *(f"{lead} ahead" for lead in (5, 10, 20, 30, 50))], rows),
        "leads": table(["throw", *(_standing(lead) for lead in LEADS)], changing),
        "lead.10": percent(chances.value(1, 10)),
        "lead.10.ten": percent(chances.value(10, 10)),
    }


def _standing(lead: int) -> str:
    return "even" if lead == 0 else f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}"


SECTIONS: Final[tuple[Section, ...]] = (starter, openings, last_fields, habits, one_field_or_two, aims, leads)
