"""The setup of a game: options, seats, names and the source of the dice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from ..rules import find_game
from ..rules.errors import BadOptions, shown, unknown_name
from ..rules.game import AnyGame, OptionSpec, check_players, option_specs, read_options
from ..words import Words

PERSON: Final = "person"
"""Who sits at a seat: a person, or else the level of a bot."""

DiceFrom: TypeAlias = Literal["system", "seeded", "typed"]
DICE: Final[tuple[DiceFrom, ...]] = ("system", "seeded", "typed")

USUAL_PLAYERS: Final = {"zocknroll": 4, "zock": 2, "schocken": 4}
USUAL_BOT: Final = "casual"
LENGTHS: Final = {"zock": "games", "schocken": "length"}
"""The options that say how long a game takes; forms offer them first."""
USUAL_COUNTS: Final = {("zock", "games"): (1, 3, 10)}
"""Numbers that forms offer as choices, beside a field for any other."""

LONGEST_NAME: Final = 16
LONGEST_NUMBER: Final = 18
"""Digits of the longest number that is accepted."""

REGULARS: Final = (
    *("Rudi", "Hilde", "Kurt", "Elfie", "Manni", "Gisela", "Heinz", "Trude", "Egon", "Uschi", "Willi", "Renate"),
    *("Fiete", "Lotte", "Horst", "Bärbel", "Jupp", "Wilma", "Ede", "Inge", "Otto", "Frieda", "Alfons", "Käthe"),
)
"""Names of the bots, as many as the largest table has seats."""

CHIP_COLOURS: Final = ("red", "blue", "yellow", "green")
CHIPS_EXAMPLE: Final = '{"red": 1, "blue": 2, "yellow": 5, "green": 10}'
_COLOUR_VALUE: Final = re.compile(r"""['"]?(\w+)['"]?\s*[:=]\s*([0-9]+)""")

_YES_NO: Final = {
    **dict.fromkeys(("true", "yes", "on", "1", "ja", "an"), True),
    **dict.fromkeys(("false", "no", "off", "0", "nein", "aus"), False),
}


class Setup(Struct, frozen=True):
    """A game that can begin; `checked` refuses what the rules do not know."""

    game: str
    names: tuple[str, ...]
    seats: tuple[str, ...]
    options: Mapping[str, object] = {}
    dice: DiceFrom = "system"
    seed: int | None = None

    def checked(self) -> Setup:
        """The same setup, if it can be played."""
        game = find_game(self.game)
        check_players(game, len(self.names))
        read_options(game, self.options)
        for seat in self.seats:
            check_seat(seat, self.game)
        check_real_dice(self.dice, self.seats)
        if self.dice == "seeded" and self.seed is None:
            raise BadOptions("seeded dice need a seed", key="error-no-seed")
        if abs(self.seed or 0) >= 10**LONGEST_NUMBER:
            raise BadOptions(f"a seed has at most {LONGEST_NUMBER} digits", key="error-long-seed", most=LONGEST_NUMBER)
        return self


def dice_from(text: object) -> DiceFrom:
    """Where dice come from, by its name."""
    for known in DICE:
        if isinstance(text, str) and text.lower() == known:
            return known
    sentence = f"dice must be one of {', '.join(DICE)}, not {shown(text)}"
    raise unknown_name(sentence, text, DICE, key="error-one-of", option="dice")


def check_seat(seat: str, game: str) -> None:
    """Refuse anything but a person or a bot that plays this game."""
    if seat != PERSON:
        from ..bots import strategy  # commands without bots need not load them

        strategy(seat, game)


def check_real_dice(dice: DiceFrom, seats: Iterable[str]) -> None:
    """Refuse bots at a table with real dice: they would have to know what lies under their cup (R5)."""
    if dice == "typed" and any(seat != PERSON for seat in seats):
        sentence = "bots do not play with real dice: they cannot know what lies under their cup"
        raise BadOptions(sentence, "R5", key="error-real-dice-bots")


def clean_name(name: str) -> str:
    """A name as it can stand on a screen: one line, no control characters, not too long.

    >>> clean_name("  Anna\\x1b[31m\\n ")
    'Anna [31m'
    """
    return one_line(name)[:LONGEST_NAME].strip()


def one_line(name: str) -> str:
    """A name without line breaks, control characters and needless blanks."""
    visible = "".join(mark if mark.isprintable() else " " for mark in name)
    return " ".join(visible.split())


def name_seats(say: Words, seats: Sequence[str], given: Iterable[str] = ()) -> tuple[str, ...]:
    """A name for every seat, all different: those given first to the people, then to the bots."""
    left = [clean_name(name) for name in given]
    people = [index for index, seat in enumerate(seats) if seat == PERSON]
    bots = [index for index, seat in enumerate(seats) if seat != PERSON]
    named: dict[int, str] = {}
    for index in people + bots:
        wanted = left.pop(0) if left else ""
        if not wanted and seats[index] == PERSON:
            wanted = say("ui-you") if len(people) == 1 else say("ui-player", number=people.index(index) + 1)
        named[index] = _different(wanted, named.values()) if wanted else _regular(named.values())
    return tuple(named[index] for index in range(len(seats)))


def _regular(taken: Iterable[str]) -> str:
    used = set(taken)
    return next(name for name in REGULARS if name not in used)


def _different(name: str, taken: Iterable[str]) -> str:
    used = set(taken)
    if name not in used:
        return name
    return next(f"{name} {number}" for number in range(2, 99) if f"{name} {number}" not in used)


def usual_seats(game: str) -> tuple[str, ...]:
    """One person against bots, as many as usually play."""
    return (PERSON, *(USUAL_BOT,) * (USUAL_PLAYERS[game] - 1))


def parse_option(game: AnyGame, name: str, text: str) -> object:
    """The value of an option as a person types it, in any case; `read_options` validates it.

    >>> parse_option(find_game("zock"), "games", "3"), parse_option(find_game("schocken"), "jule", "yes")
    (3, True)
    >>> parse_option(find_game("zock"), "variant", "c")
    'C'
    """
    if name == "preset":
        return text.lower()
    spec = next((spec for spec in option_specs(game) if spec.name == name), None)
    if spec is None:
        return text  # read_options refuses the name
    if spec.choices and isinstance(spec.choices[0], bool):
        return _YES_NO.get(text.lower(), text)
    if spec.least is not None:
        number = whole_number(text)
        return text if number is None else number
    if not spec.choices:
        return _chips(spec, text)
    return next((choice for choice in spec.choices if str(choice).lower() == text.lower()), text)


def parse_options(game: AnyGame, texts: Iterable[str]) -> dict[str, object]:
    """Options as a person types them, each as `NAME=VALUE`, in any case and with hyphens or underscores.

    >>> parse_options(find_game("schocken"), ["stones = 7", "Jule=YES", "kept-dice=stay"])
    {'stones': 7, 'jule': True, 'kept_dice': 'stay'}
    """
    chosen: dict[str, object] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            sentence = f"an option is written NAME=VALUE, not {shown(text)}"
            raise BadOptions(sentence, key="error-key-value", text=shown(text))
        name = key.strip().lower().replace("-", "_")
        parsed = parse_option(game, name, value.strip())
        if chosen.setdefault(name, parsed) != parsed:
            raise BadOptions(f"{name} is given twice", key="error-twice", option=name)
    return chosen


def _chips(spec: OptionSpec, text: str) -> object:
    """Chips (K10): `none`, four numbers, or values by colour as the rule page shows them.

    >>> spec = next(spec for spec in option_specs(find_game("zock")) if spec.name == "chips")
    >>> _chips(spec, "1,2,5,10") == _chips(spec, '{"red": 1, "blue": 2, "yellow": 5, "green": 10}')
    True
    """
    if text.lower() in ("", "none"):
        return None
    pairs = _COLOUR_VALUE.findall(text.lower())
    rest = _COLOUR_VALUE.sub("", text.lower()).strip(" {},;")
    if sorted(colour for colour, _ in pairs) == sorted(CHIP_COLOURS) and not rest:
        return {colour: whole_number(value) for colour, value in pairs}
    numbers = [whole_number(value) for value in text.replace(",", " ").split()]
    if len(numbers) != 4 or None in numbers:
        sentence = f"{spec.name} must be none, four values such as 1,2,5,10, or {CHIPS_EXAMPLE}"
        raise BadOptions(sentence, spec.rule, key="error-chips", option=spec.name, example=CHIPS_EXAMPLE)
    return dict(zip(CHIP_COLOURS, numbers, strict=True))


def whole_number(text: str) -> int | None:
    """A number in the digits 0 to 9; None for anything else, and for more than `LONGEST_NUMBER` digits.

    >>> whole_number("12"), whole_number("٣"), whole_number("9" * 5000)
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None
