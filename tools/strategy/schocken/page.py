"""Sections of the strategy page of Schocken."""

from __future__ import annotations

from typing import Final

from knobel.rules.dice import multisets
from knobel.rules.game import FACE_DOWN, Dice
from knobel.rules.schocken import Event, Hand, Options, State, Throw, rank
from knobel.solve.schocken.evaluation import PositionRisks, position_risks
from knobel.solve.schocken.two import game_risks, half_table

from ..writing import Places, Section, percent, signed, table
from .habits import HABITS, PLAIN, chance_to_lose, ones
from .pictures import PICTURES as PICTURES

DICE: Final = tuple(sorted((dice for dice, _ in multisets(3)), key=lambda dice: rank(PLAIN, dice, True).height))
"""All throws, the lowest first."""
WEIGHT: Final = dict(multisets(3))
SHOWN: Final[tuple[Dice, ...]] = (
    *((1, 1, 1), (1, 1, 6), (1, 1, 5), (1, 1, 2), (6, 6, 6), (2, 2, 2), (4, 5, 6), (2, 3, 4)),
    *((1, 2, 3), (5, 6, 6), (1, 6, 6), (2, 5, 6), (1, 4, 6), (2, 2, 3), (1, 2, 2)),
)
HOUSE_RULES: Final[dict[str, Options]] = {
    "plain": PLAIN,
    "`ties: throws_then_order`": Options(ties="throws_then_order"),
    "`covered: none`": Options(covered="none"),
    "`kept_dice: stay`": Options(kept_dice="stay"),
    "H1 `sixes`": Options(sixes=True),
    "H2 `hand_only`": Options(hand_only=True),
    "H3 `general_beats_schock2`": Options(general_beats_schock2=True),
    "H4 `jule`": Options(jule=True),
    "`preset: pub`": Options(sixes=True, hand_only=True, covered="last", ties="order"),
}


def begin(
    dice: Dice, throws: int, middle: int = 13, stones: tuple[int, ...] = (0, 0), options: Options = PLAIN
) -> PositionRisks:
    """The beginner's choices with these dice after a number of throws."""
    hands = (Hand(thrown=dice, throws=throws), *(Hand() for _ in stones[1:]))
    return position_risks(State(options, stones, middle, hands, "decide", cups_up=False), "half")


def follow(dice: Dice, throws: int, faced: Hand) -> PositionRisks:
    """The choices of the follower of two in a fresh half against a hand."""
    hands = (faced, Hand(thrown=dice, throws=throws))
    state = State(PLAIN, (0, 0), 13, hands, "decide", seat=1, limit=faced.throws, cups_up=False)
    return position_risks(state, "half")


def beginner() -> Places:
    """Best play of some throws, and how often the rule of ones is right."""
    rows = list[list[str]]()
    for dice in SHOWN:
        cells = [_two_best(begin(dice, throws)) for throws in (1, 2)]
        rows.append([_throw(dice), *cells[0], *cells[1]])
    head = ["lies", "after one throw", "loses", "next best", "loses", "after two throws", "loses", "next best", "loses"]
    agrees = [sum(WEIGHT[dice] for dice in DICE if _by_the_rule(dice, throws)) for throws in (1, 2)]
    standing = {dice: _standing(begin(dice, 1)) for dice in ((2, 2, 3), (1, 1, 6))}
    later = {dice: _standing(begin(dice, 2)) for dice in ((2, 2, 3), (1, 1, 6))}
    return {
        "beginner": table(head, rows),
        "rule.first": f"{agrees[0]} of 216",
        "rule.second": f"{agrees[1]} of 216",
        "stand.223": percent(standing[2, 2, 3]),
        "again.223": percent(begin((2, 2, 3), 1).moves[1].risks[0]),
        "stand.116": percent(standing[1, 1, 6]),
        "keep.11": percent(begin((1, 1, 6), 1).risks[0]),
        "throw.223": percent(later[2, 2, 3] - standing[2, 2, 3]),
        "throw.116": percent(later[1, 1, 6] - standing[1, 1, 6]),
    }


def _two_best(found: PositionRisks) -> list[str]:
    best, second, *_ = found.moves
    seat = 0
    return [f"**{_words(best.move)}**", percent(best.risks[seat]), _words(second.move), percent(second.risks[seat])]


def _standing(found: PositionRisks) -> float:
    return next(move.risks[0] for move in found.moves if not isinstance(move.move, Throw))


def _by_the_rule(dice: Dice, throws: int) -> bool:
    move = begin(dice, throws).moves[0].move
    kept = ones(dice)
    if 0 < len(kept) < 3:
        return isinstance(move, Throw) and move.keep == kept
    return not isinstance(move, Throw)


def _words(move: Event) -> str:
    if not isinstance(move, Throw):
        return "stand"
    return f"keep {_throw(move.keep)}" if move.keep else "throw all"


def _throw(dice: Dice) -> str:
    return "-".join(map(str, reversed(dice)))


def stones() -> Places:
    """The beginner's first decision, by stones."""
    states = [(13, 0, 0), (7, 3, 3), (7, 6, 0), (1, 6, 6), (1, 2, 10), (1, 10, 2), (0, 6, 7), (0, 1, 12), (0, 12, 1)]
    rows = [
        [str(middle), str(own), str(other), *_limits({dice: begin(dice, 1, middle, (own, other)) for dice in DICE})]
        for middle, own, other in states
    ]
    head = ["middle", "own", "other", "without a 1", "with one 1", "Schock"]
    half = half_table(PLAIN)
    return {
        "stones": table(head, rows, left=6),
        "stones.even": percent(half.risk(0, 6)),
        "stones.seven": percent(half.risk(0, 7)),
        "stones.one": percent(half.risk(0, 1)),
        "stones.twelve": percent(half.risk(0, 12)),
    }


def follower() -> Places:
    """The follower's decisions, by the hand to beat."""
    rows = list[list[str]]()
    for dice in ((2, 2, 3), (2, 5, 6), (5, 6, 6), (2, 3, 4), (2, 2, 2), (1, 1, 2)):
        faced = Hand(thrown=dice, throws=2)
        rows.append([f"{_throw(dice)}, two throws", "1", *_limits({own: follow(own, 1, faced) for own in DICE})])
    for kept in ((1,), (1, 1)):
        faced = Hand(kept=kept, thrown=(FACE_DOWN,) * (3 - len(kept)), throws=3)
        for throws in (1, 2):
            limits = _limits({own: follow(own, throws, faced) for own in DICE})
            rows.append([f"{_throw(kept)} and covered dice", str(throws), *limits])
    head = ["the beginner has", "own throws so far", "without a 1", "with one 1", "Schock"]
    return {"follower": table(head, rows, left=5)}


def _limits(found: dict[Dice, PositionRisks]) -> list[str]:
    """The lowest throws to stand with: without a 1, with one 1, and with a Schock."""
    moves = {dice: each.moves[0].move for dice, each in found.items()}
    groups = [[dice for dice in DICE if len(ones(dice)) == count and dice != (1, 2, 3)] for count in (0, 1, 2)]
    return [_limit(group, moves) for group in groups]


def _limit(group: list[Dice], moves: dict[Dice, Event]) -> str:
    """Best play of the throws of one kind, the lowest first."""
    stands = [dice for dice in group if not isinstance(moves[dice], Throw)]
    others = " or ".join(sorted({_usual(moves[dice]) for dice in group if dice not in stands}, reverse=True))
    if not stands:
        return others
    if not others:
        return "stand"
    but = [_throw(dice) for dice in group[group.index(stands[0]) :] if dice not in stands]
    return f"stand from {_throw(stands[0])}{' but not with ' if but else ''}{', '.join(but)}, else {others}"


def _usual(move: Event) -> str:
    """A choice in words, without naming a pair."""
    pair = isinstance(move, Throw) and len(move.keep) == 2 and 1 < move.keep[0] == move.keep[1]
    return "keep the pair" if pair else _words(move)


def habits() -> Places:
    """Cost of habits in games of two."""
    costs = {name: chance_to_lose(habit) - 0.5 for name, habit in HABITS.items()}
    rule, three, one, six, schock, pair, high, ahead = map(percent, costs.values())
    return {
        "habits": table(["habit", "loses more games"], [[name, percent(cost)] for name, cost in costs.items()]),
        "cost.rule": rule,
        "cost.three": three,
        "cost.one": one,
        "cost.six": six,
        "cost.schock": schock,
        "cost.pair": pair,
        "cost.high": high,
        "cost.ahead": ahead,
    }


def house_rules() -> Places:
    """The beginner's risks under house rules, and the first throws that change."""
    plain = {dice: begin(dice, 1).moves[0].move for dice in DICE}
    rows = list[list[str]]()
    for name, options in HOUSE_RULES.items():
        moves = {dice: begin(dice, 1, options=options).moves[0].move for dice in DICE}
        changed = [dice for dice in reversed(DICE) if _key(moves[dice]) != _key(plain[dice])]
        said = "; ".join(f"{_throw(dice)} {_flip(moves[dice])}" for dice in changed[:3])
        more = f"; {len(changed) - 3} more" if len(changed) > 3 else ""
        half, game = half_table(options).risk(13, 0), game_risks(options)[0]
        rows.append([name, said + more or "none", percent(half, 2), percent(game, 2)])
    return {
        "house": table(["rules", "first throws played otherwise", "loses the half", "loses the game"], rows, left=2)
    }


def _key(move: Event) -> object:
    return (move.keep, move.flip) if isinstance(move, Throw) else None


def _flip(move: Event) -> str:
    flips = move.flip if isinstance(move, Throw) else 0
    return _words(move) + (" after turning" if flips else "")


def players() -> Places:
    """Value of beginning by number of players, and whether the rule of ones holds."""
    rows, agrees = list[list[str]](), list[str]()
    for count in (2, 3, 4):
        start = State(PLAIN, (0,) * count, 13, (Hand(),) * count, "throw", cups_up=True)
        half, game = (position_risks(start, goal).risks for goal in ("half", "game"))
        for seat in range(count):
            name = "begins" if seat == 0 else f"number {seat + 1}"
            fair = 1 / count
            rows.append([str(count), name, percent(half[seat], 2), percent(game[seat], 2), _points(game[seat] - fair)])
        fresh = {dice: begin(dice, 1, stones=(0,) * count) for dice in DICE}
        agrees.append(f"| {count} | " + " | ".join(_limits(fresh)) + " |")
    head = ["players", "seat", "loses the half", "loses the game", "more than fair"]
    lines = ["| players | without a 1 | with one 1 | Schock |", "|---|---|---|---|", *agrees]
    return {"players": table(head, rows, left=2), "players.rule": "\n".join(lines)}


def _points(chance: float) -> str:
    return f"{signed(100 * chance)} %"


SECTIONS: Final[tuple[Section, ...]] = (beginner, stones, follower, habits, house_rules, players)
