"""Strategy chart of Schocken: for each of the 56 throws, the risk of standing and of every keep.

>>> begins = chart(Question())
>>> schock_six = next(throw for throw in begins.throws if throw.dice == (6, 1, 1))
>>> schock_six.choices[0].keep, round(schock_six.choices[0].risk, 3)  # a third 1 would end the half at once
((1, 1), 0.338)

Questions write hands as `652`, or `1??` where dice are covered.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import UNSET, Struct

from ...rules import schocken as rules
from ...rules.dice import multisets
from ...rules.errors import BadPosition, shown
from ...rules.game import FACE_DOWN, Dice, read_options
from ...rules.schocken import GAME, MOST_THROWS, Event, Hand, Options, State, Throw
from ...telling.phrase import Phrase
from ...telling.terms import hand_name

Aim: TypeAlias = Literal["half", "game"]
HouseRules: TypeAlias = Literal["plain", "pub"]

PLAYERS: Final = range(2, 5)
STONES: Final = Options().stones


class Question(Struct, frozen=True):
    """A player has thrown `throw` times; seats are counted from the beginner of the round.

    `stones` are those of each player, none of them if it is empty; the rest of the 13 lies in the middle. `before` are
    the hands of the players who have finished, each as `652` or, with covered dice, as `1??`; so their number is the
    own place. `limit` is how many throws the beginner took. With the aim `game` it is the first half of a game.
    """

    players: int = 2
    house: HouseRules = "plain"
    aim: Aim = "half"
    throw: int = 1
    stones: tuple[int, ...] = ()
    before: tuple[str, ...] = ()
    limit: int = MOST_THROWS


class KeepChoice(Struct, frozen=True):
    """Stand, or keep dice and throw the others; `flip` of the kept ones were sixes (H1). `risk` is to lose."""

    stand: bool
    keep: Dice
    flip: int
    risk: float
    best: bool


class KeepThrow(Struct, frozen=True):
    """Three dice, the highest first, how many of 216 throws show them, and the choices, the best first."""

    dice: Dice
    weight: int
    rank: str
    name: str | Phrase
    choices: tuple[KeepChoice, ...]


class Chart(Struct, frozen=True):
    """All throws in a situation, the best rank first; `exact` or approximated. `risk` is that before they fell."""

    asked: Question
    middle: int
    exact: bool
    risk: float
    throws: tuple[KeepThrow, ...]


def chart(asked: Question) -> Chart:
    """The best choice for every possible throw."""
    from ...solve.schocken.evaluation import position_risks

    table = _table(asked)
    seat = len(asked.before)
    throws, exact = list[KeepThrow](), True
    for dice, weight in multisets(3):
        hands = (*table.hands[:seat], Hand((), dice, asked.throw), *table.hands[seat + 1 :])
        state = State(table.options, table.stones, table.middle, hands, "decide", seat, 0, table.limit, cups_up=False)
        found = position_risks(state, asked.aim, "known")
        exact = exact and found.exact
        best = found.moves[0].risks[seat]
        choices = tuple(_choice(each.move, each.risks[seat], best) for each in found.moves)
        rank = rules.hand_rank(state, seat)
        throws.append(KeepThrow(dice[::-1], weight, rank.name, hand_name(state, seat), choices))
    throws.sort(key=lambda throw: -rules.rank(table.options, throw.dice, True).height)
    risk = sum(throw.weight * throw.choices[0].risk for throw in throws) / 6**3
    return Chart(asked, table.middle, exact, risk, tuple(throws))


def _choice(move: Event, risk: float, best: float) -> KeepChoice:
    from ...solve.schocken.two import ALIKE

    if isinstance(move, Throw):
        return KeepChoice(False, move.keep, 0 if move.flip is UNSET else move.flip, risk, risk < best + ALIKE)
    return KeepChoice(True, (), 0, risk, risk < best + ALIKE)


def _table(asked: Question) -> State:
    """The state with the hands of the players before, while the seat that decides has not thrown."""
    options: Options = read_options(GAME, {} if asked.house == "plain" else {"preset": asked.house})
    if asked.players not in PLAYERS:
        raise BadPosition(f"charts are for {PLAYERS[0]} to {PLAYERS[-1]} players, not {asked.players}", "S1")
    stones = asked.stones or (0,) * asked.players
    middle = _middle(asked, stones)
    seat = len(asked.before)
    if seat >= asked.players or (not middle and not stones[seat]):
        raise BadPosition("after the players before, no player is left in the round to decide", "S6")
    if asked.limit not in range(1, MOST_THROWS + 1):
        raise BadPosition("the beginner throws one to three times", "S4")
    most = asked.limit if seat else MOST_THROWS
    if asked.throw not in range(1, most):
        raise BadPosition(
            f"with {most} throws nothing is to be decided after throw {asked.throw}", "S6" if seat else "S4"
        )
    hands = tuple(final_hand(options, text, place == 0, asked.limit) for place, text in enumerate(asked.before))
    return State(
        options,
        stones,
        middle,
        (*hands, *(Hand(),) * (asked.players - seat)),
        "throw",
        seat,
        0,
        asked.limit if seat else MOST_THROWS,
        cups_up=False,
    )


def _middle(asked: Question, stones: tuple[int, ...]) -> int:
    """The stones in the middle (S9)."""
    middle = STONES - sum(stones)
    if len(stones) != asked.players or min(stones) < 0 or middle < 0:
        raise BadPosition(f"each of {asked.players} players has some of the {STONES} stones", "S1")
    if STONES in stones:
        raise BadPosition("who holds all stones has lost the half already", "S9")
    if not middle and not all(stones[: len(asked.before) + 1]):
        raise BadPosition("with an empty middle, who has no stones is out of the half", "S9")
    return middle


COVERED: Final = "?"


def final_hand(options: Options, text: str, begins: bool, limit: int) -> Hand:
    """The hand of a player who has finished, when the beginner took `limit` throws.

    >>> final_hand(Options(), "652", begins=True, limit=1)
    Hand(kept=(), thrown=(2, 5, 6), throws=1)
    >>> final_hand(Options(), "1??", begins=True, limit=3)
    Hand(kept=(1,), thrown=(0, 0), throws=3)
    """
    kept = tuple(sorted(int(mark) for mark in text if mark in "123456"))
    if len(text) != 3 or text != text.rstrip(COVERED).ljust(3, COVERED) or len(kept) != len(text.rstrip(COVERED)):
        raise BadPosition(f"a hand is three dice such as 652, or 1?? with covered ones, not {shown(text)}", "S4")
    throws = _throws(options, begins, limit, covered=len(kept) < 3)
    if throws is None:
        how = "covered" if len(kept) < 3 else "open"
        raise BadPosition(f"after {limit} throws of the beginner no hand lies {how} like {shown(text)}", "S5")
    return Hand((), kept, throws) if len(kept) == 3 else Hand(kept, (FACE_DOWN,) * (3 - len(kept)), throws)


def _throws(options: Options, begins: bool, limit: int, covered: bool) -> int | None:
    """The number of throws after which a player can have ended so; the most possible (S5)."""
    hides = MOST_THROWS if begins or options.covered == "third" else limit
    if options.covered == "none":
        return None if covered else limit
    if covered:
        return hides if hides == limit else None
    if begins:
        return limit if limit < hides else None
    return min(limit, hides - 1) or None
