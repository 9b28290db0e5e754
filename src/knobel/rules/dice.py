"""Dice: multisets with their weights, and dice sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement, groupby, product
from math import factorial, prod
from os import urandom
from struct import unpack
from typing import Any, Final, Protocol, TypeVar

from msgspec.structs import replace

from .errors import BadDice
from .game import FACE_DOWN, Dice, Event, Lot

E = TypeVar("E", bound=Event)

FACES: Final = (1, 2, 3, 4, 5, 6)

FALLEN: Final[tuple[dict[Dice, Dice], ...]] = tuple(
    {dice: tuple(sorted(dice)) for dice in product(FACES, repeat=count)} for count in range(4)
)
"""By number of dice, up to three: every possible throw, mapped to itself in ascending order."""


@cache
def multisets(count: int) -> tuple[tuple[Dice, int], ...]:
    """All outcomes of `count` dice in ascending order, each with its weight out of 6 ** count.

    >>> multisets(2)[:3]
    (((1, 1), 1), ((1, 2), 2), ((1, 3), 2))
    >>> len(multisets(3)), sum(weight for _, weight in multisets(3)) == 6**3
    (56, True)
    """
    return tuple((dice, orderings(dice)) for dice in combinations_with_replacement(FACES, count))


def orderings(dice: Dice) -> int:
    """The number of orders in which these dice can fall: a multinomial coefficient."""
    alike = (len(list(same)) for _, same in groupby(sorted(dice)))
    return factorial(len(dice)) // prod(map(factorial, alike))


def awaits(event: Event) -> bool:
    """True if dice of the event are face down: all of them, or those of some cups."""
    dice: Any = event.dice
    if not dice:
        return False
    return any(FACE_DOWN in cup for cup in dice) if isinstance(dice[0], tuple) else bool(dice[0] == FACE_DOWN)


def outcomes(event: E) -> Iterator[tuple[E, int]]:
    """All outcomes of the face-down dice of an event, as multisets, with integer weights.

    The weights sum to six to the power of the number of face-down dice.
    """
    wanted: Any = event.dice
    if isinstance(wanted[0], int):
        for dice, weight in multisets(len(wanted)):
            yield replace(event, dice=dice), weight
    else:
        for cups in product(*(multisets(len(cup)) if FACE_DOWN in cup else ((cup, 1),) for cup in wanted)):
            yield replace(event, dice=tuple(dice for dice, _ in cups)), prod(weight for _, weight in cups)


class DiceSource(Protocol):
    """A source of dice and lots."""

    def roll(self, count: int) -> Dice:
        """Throw `count` dice at once."""
        ...

    def draw(self, count: int) -> int:
        """Draw a lot: a number below `count`, uniformly."""
        ...


def fill(event: E, source: DiceSource) -> E:
    """Throw the face-down dice of an event, cup by cup."""
    wanted: Any = event.dice
    if wanted[0] == FACE_DOWN:
        return replace(event, dice=source.roll(len(wanted)))
    return replace(event, dice=tuple([source.roll(len(cup)) if FACE_DOWN in cup else cup for cup in wanted]))


def draw(lot: Lot[E], source: DiceSource) -> E:
    """Draw one of the events of a lot."""
    return lot.events[source.draw(len(lot.events))]


_WORD: Final = 2**64
_MASK: Final = _WORD - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
_DICE_IN_WORD: Final = 20
_POOL: Final = 6**_DICE_IN_WORD
_POOL_LIMIT: Final = _WORD - _WORD % _POOL

_AT_ONCE: Final = 512

_FOUR: Final = tuple(dice[::-1] for dice in product(FACES, repeat=4))
"""Every number below 6 ** 4 as four dice: its base-6 digits, lowest first."""


class WordDice:
    """Unbiased dice from uniform 64-bit words, by rejection sampling.

    A word below the largest multiple of 6**20 gives twenty dice, its base-6 digits from the lowest on; other words are
    rejected. A throw takes the next one, two or three dice of one word, and a new word if too few are left; more dice
    are thrown three at a time. A lot among n is the next word below the largest multiple of n, modulo n.
    """

    _dice: Dice = ()
    _used = _DICE_IN_WORD

    def word(self) -> int:
        """The next 64 random bits."""
        raise NotImplementedError

    def roll(self, count: int) -> Dice:
        if count > 3:
            return self.roll(3) + self.roll(count - 3)
        end = self._used + count
        if end > _DICE_IN_WORD:
            self._dice, end = self._next_dice(), count
        self._used = end
        return self._dice[end - count : end]

    def _next_dice(self) -> Dice:
        """The twenty dice of the next accepted word."""
        while (word := self.word()) >= _POOL_LIMIT:
            pass
        number = word % _POOL
        dice: Dice = ()
        while len(dice) < _DICE_IN_WORD:
            number, four = divmod(number, len(_FOUR))
            dice += _FOUR[four]
        return dice

    def draw(self, count: int) -> int:
        limit = _WORD - _WORD % count
        while (word := self.word()) >= limit:
            pass
        return word % count


class SystemDice(WordDice):
    """Dice from the operating system's random generator: the default.

    Words are read in batches, because each system call releases the interpreter lock, which costs a busy server time.
    """

    _words: tuple[int, ...] = ()
    _left: int = 0

    def word(self) -> int:
        if not self._left:
            self._words = unpack(f"<{_AT_ONCE}Q", urandom(8 * _AT_ONCE))
            self._left = _AT_ONCE
        self._left -= 1
        return self._words[self._left]


def mix(word: int) -> int:
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that mixes 64 bits."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


class SeededDice(WordDice):
    """Repeatable dice: a counter-based generator, the same on every platform and in every version.

    Word number `tick` of a stream is `mix(key + tick * GOLDEN)`, all modulo 2**64, where the key is
    `mix(mix(seed + GOLDEN) + stream)`: SplitMix64 read by its counter, so that `tick` words can be
    skipped at once.

    >>> dice = SeededDice(seed=7)
    >>> dice.roll(5), dice.draw(6)
    ((1, 3, 4, 6, 3), 1)
    >>> SeededDice(seed=7, tick=1).draw(6)
    1
    """

    def __init__(self, seed: int, stream: int = 0, tick: int = 0) -> None:
        self.seed = seed
        self.stream = stream
        self.tick = tick
        self._key = mix((mix((seed + _GOLDEN) & _MASK) + stream) & _MASK)

    def word(self) -> int:
        tick = self.tick
        self.tick = tick + 1
        return mix((self._key + tick * _GOLDEN) & _MASK)


class ScriptedDice:
    """Dice in a given order; lots are read from them, too, as 1, 2, 3, …"""

    def __init__(self, dice: Iterable[int]) -> None:
        self._dice = iter(dice)

    def roll(self, count: int) -> Dice:
        return tuple(self._next(6) for _ in range(count))

    def draw(self, count: int) -> int:
        return self._next(count) - 1

    def _next(self, most: int) -> int:
        try:
            number = next(self._dice)
        except StopIteration:
            raise BadDice("the script has no dice left") from None
        if not 1 <= number <= most:
            raise BadDice(f"the script says {number} where 1 to {most} is possible")
        return number


def parse_dice(text: str, count: int) -> Dice:
    """Dice as a person writes them: `36`, `3 6`, `3,6`, `3-6`.

    >>> parse_dice("3 6", 2)
    (3, 6)
    >>> parse_dice("7", 1)
    Traceback (most recent call last):
        ...
    knobel.rules.errors.BadDice: a die shows 1 to 6, not '7'
    """
    shown = [mark for mark in text if not mark.isspace() and mark not in ",;-+/"]
    for mark in shown:
        if mark not in "123456":
            raise BadDice(f"a die shows 1 to 6, not {mark!r}", key="error-die", mark=mark)
    if len(shown) != count:
        sentence = f"{count} {'die is' if count == 1 else 'dice are'} wanted, not {len(shown)}"
        raise BadDice(sentence, key="error-dice", count=count, given=len(shown))
    return tuple(map(int, shown))


class TypedDice:
    """Real dice that a person types in; `ask` is called until its answer is valid.

    It gets the number of dice and, after an invalid answer, the sentence that says what was wrong. Lots are drawn by
    another source.
    """

    def __init__(self, ask: Callable[[int, str | None], str], lots: DiceSource | None = None) -> None:
        self._ask = ask
        self._lots = lots or SystemDice()

    def roll(self, count: int) -> Dice:
        problem: str | None = None
        while True:
            try:
                return parse_dice(self._ask(count, problem), count)
            except BadDice as error:
                problem = error.sentence

    def draw(self, count: int) -> int:
        return self._lots.draw(count)
