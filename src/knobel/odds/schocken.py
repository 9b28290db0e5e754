"""Odds of Schocken: the 56 throws in order, and the best way to reach one of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from msgspec import UNSET, Struct

from ..rules.dice import FACES, multisets
from ..rules.errors import BadDice, BadOptions, shown
from ..rules.game import FACE_DOWN, Dice
from ..rules.schocken import MOST_THROWS, Flip, Hand, Options, Rank, keeps, rank
from . import Odds, falls, unknown_dice

_KEEPS: Final[tuple[Dice, ...]] = tuple(
    keep for size in (0, 1, 2) for keep in combinations_with_replacement(FACES, size)
)


class Ranked(Struct, frozen=True):
    """A throw of three dice from the hand: its place among the 56, its rank, its chance in one throw."""

    dice: Dice
    place: int
    rank: Rank
    odds: Odds


@lru_cache(maxsize=256)
def ranking(options: Options) -> tuple[Ranked, ...]:
    """All throws of three dice, best first (S7, H3, H4).

    >>> best, *_, worst = ranking(Options())
    >>> best.dice, str(best.odds), worst.dice, worst.place
    ((1, 1, 1), '1/216', (1, 2, 2), 56)
    """
    ranks = {dice: rank(options, dice, True) for dice, _ in multisets(3)}
    best_first = sorted(multisets(3), key=lambda throw: ranks[throw[0]].height, reverse=True)
    return tuple(
        Ranked(dice, place, ranks[dice], Odds(ways, falls(3))) for place, (dice, ways) in enumerate(best_first, start=1)
    )


def ranked(options: Options, dice: Dice) -> Ranked:
    """The place of one throw among the 56."""
    wanted = _three(dice)
    return next(throw for throw in ranking(options) if throw.dice == wanted)


class Choice(Struct, frozen=True):
    """A decision, and the probability to reach the target by it with best play afterwards.

    Keep `keep` and throw the rest, after `flip` ones were made of sixes (H1); or stand: then nothing is thrown.
    """

    odds: Odds
    keep: Dice
    flip: Flip = UNSET
    stand: bool = False


class Heights(NamedTuple):
    """The height to end with, by the number of throws that are left then."""

    none: int
    one: int
    two: int


def to_beat(options: Options, hand: Hand, most: int) -> Heights:
    """The heights with which a later player who has `most` throws beats a hand (S8).

    >>> first = Hand(thrown=(2, 5, 6), throws=2)
    >>> to_beat(Options(), first, 2)
    Heights(none=653, one=653, two=653)
    >>> to_beat(Options(ties="throws_then_order"), first, 2)  # 652 in one throw is better
    Heights(none=653, one=652, two=652)
    """
    height = rank(options, _three(hand.kept + hand.thrown), len(hand.thrown) == 3).height
    fewer = options.ties == "throws_then_order"
    return Heights(*(height if fewer and most - left < hand.throws else height + 1 for left in range(MOST_THROWS)))


def reach(options: Options, target: Dice | int | Heights, throws: int = MOST_THROWS) -> Odds:
    """The best probability to end with the target or better, before any throw.

    The target is dice, the height of a rank, or the heights for each number of throws that are left.

    >>> print(reach(Options(), (1, 1, 1), throws=1))
    1/216
    """
    if throws not in range(1, MOST_THROWS + 1):
        sentence = f"a player has one to three throws, not {throws}"
        raise BadOptions(sentence, "S4", key="error-throws", throws=throws)
    return Odds(_throwing(options, _heights(options, target))[throws - 1][()], falls(3 * throws))


def choices(options: Options, target: Dice | int | Heights, hand: Hand, throws: int) -> tuple[Choice, ...]:
    """All decisions for a hand, best first, with `throws` throws left.

    The aim is to end with the target or a better throw; a number stands for the height of a rank, because with H2 some
    heights are reached only by dice that were kept. `hand.kept` are the dice kept from earlier throws, which
    matter where they must stay (S4), where Admiral and Straße must come from the hand (H2) or sixes become ones
    (H1). A covered last throw (S5) changes nothing, because no decision follows it.

    >>> [best, *_] = choices(Options(), (1, 1, 6), Hand(thrown=(1, 3, 6)), throws=1)
    >>> best.keep, str(best.odds)
    ((1, 6), '36/216')
    """
    _check(hand, throws)
    hand = Hand(tuple(sorted(hand.kept)), tuple(sorted(hand.thrown)))
    heights = _heights(options, target)
    total = falls(3 * throws)
    table = _throwing(options, heights)[throws - 1]
    reached = total if _reached(options, heights[throws], hand) else 0
    stand = Choice(Odds(reached, total), tuple(sorted(hand.kept + hand.thrown)), stand=True)
    again = [Choice(Odds(table[keep], total), keep, flip) for keep, flip in keeps(options, hand)]
    return tuple(sorted((stand, *again), key=lambda choice: -choice.odds.ways))


def by_keeping(options: Options, target: Dice | int | Heights, keep: Dice, throws: int) -> Odds:
    """The probability of one decision: keep these dice and throw the rest, with `throws` throws left.

    >>> print(by_keeping(Options(), (1, 1, 6), (1, 6), throws=1))
    36/216
    """
    return Odds(_throwing(options, _heights(options, target))[throws - 1][keep], falls(3 * throws))


def optimal(found: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """All choices that are as good as the best one."""
    return tuple(choice for choice in found if choice.odds == found[0].odds)


@lru_cache(maxsize=4096)
def _throwing(options: Options, heights: Heights) -> tuple[Mapping[Dice, int], ...]:
    """For one, two and three throws left, and all dice that can be kept: the ways to reach the heights.

    With `left` throws they are counted out of 6 ** (3 * left), as if three dice fell every time.
    """
    tables: list[Mapping[Dice, int]] = [{}]
    for left in range(MOST_THROWS):
        later = tables[-1]
        tables.append({keep: _ways(options, heights[left], keep, left, later) for keep in _KEEPS})
    return tuple(tables[1:])


def _ways(options: Options, height: int, keep: Dice, left: int, later: Mapping[Dice, int]) -> int:
    """The ways to succeed by keeping these dice, if `left` throws are left after this one."""
    thrown = 3 - len(keep)
    ways = sum(weight * _best(options, height, Hand(keep, dice), left, later) for dice, weight in multisets(thrown))
    return ways * falls(len(keep))


def _best(options: Options, height: int, hand: Hand, left: int, later: Mapping[Dice, int]) -> int:
    """The ways to succeed from dice that lie, out of 6 ** (3 * left), by best play."""
    if _reached(options, height, hand):
        return falls(3 * left)
    return max(later[keep] for keep, _ in keeps(options, hand)) if left else 0


def _reached(options: Options, height: int, hand: Hand) -> bool:
    return rank(options, tuple(sorted(hand.kept + hand.thrown)), len(hand.thrown) == 3).height >= height


def _heights(options: Options, target: Dice | int | Heights) -> Heights:
    if isinstance(target, Heights):
        return target
    height = target if isinstance(target, int) else rank(options, _three(target), True).height
    return Heights(height, height, height)


def _three(dice: Dice) -> Dice:
    if FACE_DOWN in dice:
        raise unknown_dice()
    if len(dice) != 3 or any(die not in FACES for die in dice):
        told = " ".join(map(str, dice))
        sentence = f"a throw is three dice of 1 to 6, not {shown(told)}"
        raise BadDice(sentence, "S1", key="error-three-dice", dice=shown(told))
    return tuple(sorted(dice))


def _check(hand: Hand, throws: int) -> None:
    _three(hand.kept + hand.thrown)
    if len(hand.kept) > 2:
        raise BadDice("at most two dice may be kept", "S4")
    most = MOST_THROWS - (2 if hand.kept else 1)
    if throws not in range(1, most + 1):
        after = "with kept dice" if hand.kept else "after a throw"
        wanted = "one throw is" if most == 1 else "one or two throws are"
        raise BadOptions(f"{after} {wanted} left, not {throws}", "S4")
