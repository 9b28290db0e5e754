"""Odds of ZOCK: the covers that the next throw offers for the open fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from ..rules.dice import multisets
from ..rules.errors import BadPosition
from ..rules.game import Dice
from ..rules.zock import ALL_FIELDS, Fields, Options, State, covers
from . import Odds, falls


class NextThrow(Struct, frozen=True):
    """The probabilities of one throw, with the covers that it offers.

    `usable` is the chance that the throw offers any cover, `finishing` that one of them covers all that is open.
    `fields` says for each open field how likely some cover contains it, `covers` how likely each cover is
    offered, the likeliest first, `throws` what each throw offers.
    """

    usable: Odds
    finishing: Odds
    fields: Mapping[int, Odds]
    covers: Mapping[Fields, Odds]
    throws: Mapping[Dice, tuple[Fields, ...]]


def next_throw(options: Options, fields: Fields) -> NextThrow:
    """The probabilities of the next throw for a player with these open fields.

    >>> chances = next_throw(Options(), (1, 2, 5))
    >>> print(chances.usable, chances.fields[5], chances.throws[(1, 4)])
    15/36 8/36 ((5,),)
    """
    fields = _checked(fields)
    throws = {dice: covers(options.variant, options.two_digit, dice, fields) for dice, _ in multisets(2)}
    usable, by_field, by_cover = 0, Counter[int](), Counter[Fields]()
    for dice, weight in multisets(2):
        offered = throws[dice]
        usable += weight * bool(offered)
        by_cover.update(dict.fromkeys(offered, weight))
        by_field.update(dict.fromkeys({field for cover in offered for field in cover}, weight))
    return NextThrow(
        usable=_odds(usable),
        finishing=_odds(by_cover[fields]),
        fields={field: _odds(by_field[field]) for field in fields},
        covers={cover: _odds(ways) for cover, ways in sorted(by_cover.items(), key=lambda item: (-item[1], item[0]))},
        throws=throws,
    )


def open_fields(state: State, seat: int | None = None) -> Fields:
    """The fields open to a seat at its next throw; without a seat, to the one whose turn it is."""
    if state.phase == "over":
        raise BadPosition("the match is over: there is no next throw", "K8")
    if state.phase == "roll_off":
        return ALL_FIELDS  # K2: the next game begins with all fields open
    return state.open[state.seat if seat is None else seat]


def _odds(ways: int) -> Odds:
    return Odds(ways, falls(2))


def _checked(fields: Fields) -> Fields:
    for field in fields:
        if field not in ALL_FIELDS:
            raise BadPosition(f"the fields are numbered 1 to 9, there is no field {field}", "K1")
    if len(set(fields)) != len(fields):
        raise BadPosition("every player has each field only once", "K1", key="error-field-twice")
    if not fields:
        sentence = "a player who has covered all nine fields has won and throws no more"
        raise BadPosition(sentence, "K7", key="error-all-covered")
    return tuple(sorted(fields))
