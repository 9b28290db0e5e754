"""Sentences of ZOCK, recomputed: covers by the text of the rules, chances and numbers of throws as fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from knobel.rules.zock import Claim, Cover, Options, Pass, State

from .faults import Case, Expected, Fault, Holds, contrast, costs, faults, greater, percent, strings, tenth, texts

Fields = tuple[int, ...]
ALL: Final = range(1, 10)
THROWS: Final = tuple(product(range(1, 7), repeat=2))


def check(case: Case) -> Iterator[tuple[str, list[Fault]]]:
    assert isinstance(case.view, State)
    for place, said in enumerate(case.reasons):
        yield said.key, list(faults(said, costs(case, said) if place == 0 else CHECKS[said.key](case, case.view)))


def _number(number: int, options: Options) -> Fields | None:
    """K6: a number as fields."""
    if number <= 9:
        return (number,)
    if number == 10:
        return (1,)
    if number == 11 or (options.two_digit == "ten_only" and options.variant != "C"):
        return None
    digits = {int(digit) for digit in str(number)} - {0}
    return tuple(sorted(digits)) if len(digits) == len(str(number).replace("0", "")) else None


@lru_cache(maxsize=1 << 12)
def offered(options: Options, dice: tuple[int, ...]) -> frozenset[Fields]:
    """K3, K5: the covers of a throw while all fields are open."""
    x, y = sorted(dice)
    found = {_number(x + y, options)}
    if x != y:
        found.add((x, y))
    if options.variant in "BC":
        found |= {pair for pair in combinations(ALL, 2) if sum(pair) == x + y}
    if options.variant == "C":
        found.add(_number(x * y, options))
        if x != y:
            found.add(_number(y - x, options))
    return frozenset(cover for cover in found if cover)


def covers(options: Options, dice: tuple[int, ...], fields: Fields) -> list[Fields]:
    return [cover for cover in offered(options, dice) if set(cover) <= set(fields)]


def usable(options: Options, fields: Fields) -> Fraction:
    return Fraction(sum(bool(covers(options, dice, fields)) for dice in THROWS), len(THROWS))


def finishing(options: Options, fields: Fields) -> Fraction:
    return Fraction(sum(fields in covers(options, dice, fields) for dice in THROWS), len(THROWS))


@lru_cache(maxsize=1 << 14)
def to_close(options: Options, fields: Fields, only_unusable: bool) -> Fraction:
    """The least expected number of throws until all is covered, or of those that cannot be used."""
    if not fields:
        return Fraction(0)
    counted, moving = Fraction(0), 0
    for dice in THROWS:
        found = covers(options, dice, fields)
        if found:
            moving += 1
            counted += min(to_close(options, _less(fields, cover), only_unusable) for cover in found)
        if not found or not only_unusable:
            counted += 1
    return counted / moving


def _less(fields: Fields, cover: Fields) -> Fields:
    return tuple(field for field in fields if field not in cover)


def _wrong(view: State) -> list[Claim]:
    """The covers since the last hand-over that did not fit their throw (K9)."""
    return [claim for claim in view.claims if tuple(sorted(claim.fields)) not in offered(view.options, claim.dice)]


def _left(case: Case, view: State) -> tuple[Fields, Fields]:
    """What the better and the worse cover leave open."""
    better, worse = case.best.move, case.made.move
    assert isinstance(better, Cover)
    assert isinstance(worse, Cover)
    own = view.open[view.seat]
    return _less(own, better.fields), _less(own, worse.fields)


def _stays_covered(view: State) -> Holds:
    """Numbers of what is left hold only if no objection opens fields again."""
    return not _wrong(view), "rule", "an objection opens fields again"


def _ends(case: Case, view: State) -> Expected:
    better, _ = _left(case, view)
    loss = sum(view.open[1 - view.seat])
    return Expected((str(loss),), ((not better, "rule", "does not end the game"), _stays_covered(view)))


def _chances(chance: Callable[[Options, Fields], Fraction]) -> Callable[[Case, State], Expected]:
    def expected(case: Case, view: State) -> Expected:
        better, worse = _left(case, view)
        good, bad = chance(view.options, better), chance(view.options, worse)
        numbers = (*strings(better), percent(good), *strings(worse), percent(bad))
        return Expected(numbers, (_stays_covered(view), *greater(good, bad)), contrast(good, bad))

    return expected


def _throws(only_unusable: bool) -> Callable[[Case, State], Expected]:
    def expected(case: Case, view: State) -> Expected:
        better, worse = _left(case, view)
        fewer, more = (float(to_close(view.options, fields, only_unusable)) for fields in (better, worse))
        numbers = (*strings(better), tenth(fewer), *strings(worse), tenth(more))
        holds: tuple[Holds, ...] = (
            (fewer < more, "argument", f"{fewer} is not less than {more}"),
            (tenth(fewer) != tenth(more), "equal", f"{tenth(fewer)} twice"),
            (only_unusable == (view.options.variant == "A"), "rule", "counts throws in a wrong way"),
            _stays_covered(view),
        )
        return Expected(numbers, holds)

    return expected


def _sum(case: Case, view: State) -> Expected:
    better, worse = (sum(fields) for fields in _left(case, view))
    return Expected((str(better), str(worse)), ((better < worse, "argument", "leaves more"), _stays_covered(view)))


def _together(case: Case, _view: State) -> Expected:
    more = _points(case)
    english, _ = texts(case.reasons[1])
    holds: tuple[Holds, ...] = (
        (more > 0, "argument", f"{more} points more"),
        (tenth(more) != "0.0", "equal", f"{more} points more"),
        ("both play for points" in english, "plan", "points of another plan than the chance to win"),
    )
    return Expected((tenth(more),), holds)


def _points(case: Case) -> float:
    assert case.best.points is not None
    assert case.made.points is not None
    return case.best.points - case.made.points


def _match(case: Case, view: State) -> Expected:
    lost = [sum(game.loss for game in view.games if game.winner != seat) for seat in (0, 1)]
    lead = lost[1 - view.seat] - lost[view.seat]
    left = view.options.games - len(view.games)
    english, _ = texts(case.reasons[1])
    word = "ahead" if lead > 0 else "behind" if lead < 0 else "level"
    told = (str(left),) if lead == 0 else (str(abs(lead)), str(left))
    holds: tuple[Holds, ...] = (
        (word in english, "word", f"the match is {word}"),
        (_points(case) <= 0, "argument", "it is a mistake for the points, too"),
    )
    return Expected(told, holds)


def _objection(_case: Case, view: State) -> Expected:
    fields = sorted(field for claim in _wrong(view) for field in claim.fields)
    return Expected(strings(fields), ((bool(fields), "rule", "nothing was covered wrongly"),))


def _let_stand(_case: Case, view: State) -> Expected:
    return Expected((), ((bool(_wrong(view)), "rule", "nothing was covered wrongly"),))


def _passed(case: Case, view: State) -> Expected:
    fits = bool(covers(view.options, view.dice, view.open[view.seat]))
    passed = isinstance(case.made.move, Pass)
    return Expected(strings(view.dice), ((fits and passed, "rule", "nothing fits, or something was covered"),))


def _not_offered(case: Case, view: State) -> Expected:
    assert isinstance(case.made.move, Cover)
    english, _ = texts(case.reasons[1])
    right = len(view.claims) > len(_wrong(view))
    holds: tuple[Holds, ...] = (
        (case.made.move.fields not in offered(view.options, view.dice), "rule", "the cover fits"),
        (not (right and "everything" in english), "word", "earlier covers that fit stay"),
    )
    return Expected(strings(view.dice), holds)


CHECKS: Final[dict[str, Callable[[Case, State], Expected]]] = {
    "coach-zock-ends": _ends,
    "coach-zock-finishing": _chances(finishing),
    "coach-zock-throws": _throws(only_unusable=False),
    "coach-zock-hand-overs": _throws(only_unusable=True),
    "coach-zock-usable": _chances(usable),
    "coach-zock-sum": _sum,
    "coach-zock-together": _together,
    "coach-zock-match": _match,
    "coach-zock-objection": _objection,
    "coach-zock-let-stand": _let_stand,
    "coach-zock-passed": _passed,
    "coach-zock-wrong": _not_offered,
}
