"""Moves as gerund phrases for sentences: `keeping 1 1`, `dropping with a pair`."""

from __future__ import annotations

from msgspec import UNSET

from ...rules import schocken, zock, zocknroll
from ...rules.game import Event
from ...telling.phrase import Phrase, Value, phrase
from ...telling.terms import dice, fields, row_name


def doing(move: Event, first: bool = False) -> Phrase:
    """The move as the subject of a sentence, with a capital if the sentence begins with it."""
    place = "first" if first else "later"

    def said(key: str, **values: Value) -> Phrase:
        return phrase(f"coach-doing-{key}", place=place, **values)

    match move:
        case zock.Cover(fields=covered):
            return said("cover", fields=fields(covered))
        case schocken.Throw(keep=keep, flip=flip):
            if flip is not UNSET:
                return said("flip", ones=dice((schocken.ONE,) * flip), keep=dice(keep), count=len(keep) - flip)
            return said("keep", dice=dice(keep)) if keep else said("throw-all")
        case zocknroll.Drop(row=row):
            return said("drop-nothing") if row is None else said("drop", row=row_name(row))
        case zocknroll.Mark(row=row):
            return said("mark", row=row_name(row))
        case zock.Pass() | zock.Throw() | zock.Accept() | zock.Object() | schocken.Stand() | zocknroll.Stay():
            return said(str(type(move).__struct_config__.tag))
    raise TypeError(f"{move} is no decision")
