"""The table in words, as far as a seat sees it: dice, cups, stones, fields and points."""

from __future__ import annotations

from collections.abc import Sequence

from ..forms.captions import is_out
from ..rules import schocken, zock, zocknroll
from ..rules.game import FACE_DOWN, State
from .phrase import Phrase, phrase
from .terms import cup_name, dice, enumeration, hand_name, row_name


def scene(names: Sequence[str], view: State, seat: int | None) -> tuple[Phrase, ...]:
    """The table as it is visible to `seat`, line by line."""
    match view:
        case zocknroll.State():
            totals = (f"{name} {total}" for name, total in zip(names, zocknroll.scores(view), strict=True))
            return *cups(names, view, seat), phrase("ui-points", totals=tuple(totals))
        case zock.State():
            return _zock(names, view)
        case schocken.State():
            middle = phrase("ui-middle", count=view.middle)
            return middle, *(_schocken_seat(name, view, place) for place, name in enumerate(names))
    raise TypeError(f"{type(view)} is no state of a game")


def cups(names: Sequence[str], view: zocknroll.State, seat: int | None) -> tuple[Phrase, ...]:
    """The white dice and the cups."""
    lines = [phrase("ui-white-dice", dice=dice(view.white))] if view.white else []
    if seat is not None and view.cups and FACE_DOWN not in view.cups[seat]:
        can_form = zocknroll.hand(view, seat)
        row = row_name(can_form[0]) if can_form else phrase("ui-no-row")
        lines.append(phrase("ui-own-cup", name=names[seat], dice=dice(view.cups[seat]), row=row))
    lifted = [cup for cup in range(len(view.cups)) if cup != seat and FACE_DOWN not in view.cups[cup]]
    owners = [cup_name(names, cup) for cup in range(len(view.cups))]
    covered = [owner for cup, owner in enumerate(owners) if FACE_DOWN in view.cups[cup]]
    lines += [phrase("ui-cup-lifted", name=owners[cup], dice=dice(view.cups[cup])) for cup in lifted]
    if covered:
        lines.append(phrase("ui-cups-covered", names=enumeration(covered)))
    return tuple(lines)


def _zock(names: Sequence[str], view: zock.State) -> tuple[Phrase, ...]:
    fields = [
        phrase("ui-fields-of", name=name, fields=dice(open_fields) or "–", sum=sum(open_fields), loss=loss)
        for name, open_fields, loss in zip(names, view.open, zock.losses(view), strict=True)
    ]
    return *fields, *([phrase("ui-in-the-box", dice=dice(view.dice))] if view.dice else [])


def _schocken_seat(name: str, view: schocken.State, seat: int) -> Phrase:
    stones = phrase("ui-stones-of", name=name, count=view.stones[seat])
    return phrase("coach-told", first=stones, then=_hand(view, seat))


def _hand(view: schocken.State, seat: int) -> Phrase:
    """The dice of a seat; kept ones are named while the round is played."""
    hand = view.hands[seat]
    if not hand.throws:
        return phrase("ui-out" if is_out(view, seat) else "ui-not-thrown")
    kept = phrase("ui-kept", dice=dice(hand.kept)) if hand.kept and not view.cups_up else None
    if FACE_DOWN in hand.thrown:
        lies = phrase("ui-covered", count=len(hand.thrown))
    else:
        lies = phrase("ui-lies", dice=dice(hand.kept + hand.thrown), throw=hand_name(view, seat), throws=hand.throws)
    return phrase("coach-told", first=kept, then=lies) if kept else lies
