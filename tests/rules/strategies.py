"""Hypothesis strategies that the property tests share: legal and illegal events."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from knobel.rules.dice import awaits
from knobel.rules.game import AnyGame, Chance, Decision, Event, Lot, Over
from knobel.rules.zocknroll import Cups

sides = st.integers(1, 6)


def dice(count: int) -> st.SearchStrategy[tuple[int, ...]]:
    """A number of dice, ordered."""
    return st.tuples(*[sides] * count)


def any_dice(most: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Dice that may be too few, too many or impossible."""
    return st.lists(st.integers(-1, 7), max_size=most).map(tuple)


@st.composite
def filled(draw: st.DrawFn, event: Any) -> Any:
    """The event with its face-down dice thrown."""
    wanted = event.dice
    if isinstance(wanted[0], int):
        return type(event)(**{**fields(event), "dice": draw(dice(len(wanted)))})
    return type(event)(**{**fields(event), "dice": tuple(draw(dice(len(cup))) for cup in wanted)})


def fields(event: Any) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__}


@st.composite
def next_event(draw: st.DrawFn, game: AnyGame, state: Any) -> Event:
    """Anything that may happen next."""
    pending = game.pending(state)
    assert not isinstance(pending, Over)
    match pending:
        case Chance(event=event):
            chosen = event
        case Lot(events=events) | Decision(moves=events):
            chosen = draw(st.sampled_from(events))
    if awaits(chosen):
        chosen = draw(filled(chosen))
    return chosen  # type: ignore[no-any-return]  # games of any kind have events of any kind


def allowed(game: AnyGame, state: Any, event: Any) -> bool:
    """True if `pending` offers this event."""
    match game.pending(state):
        case Over():
            return False
        case Chance(event=wanted):
            offered: tuple[Any, ...] = (wanted,)
        case Lot(events=events) | Decision(moves=events):
            offered = events
    return canonical(event) in offered


def canonical(event: Any) -> Any:
    """The event as it is offered: thrown dice face down, fields in order."""
    changed = fields(event)
    if "fields" in changed:
        changed["fields"] = tuple(sorted(changed["fields"]))
    if "dice" in changed:
        changed["dice"] = tuple(
            _cup(one, isinstance(event, Cups)) if isinstance(one, tuple) else _face_down(one) for one in changed["dice"]
        )
    return type(event)(**changed)


def _cup(dice: tuple[int, ...], may_stay_down: bool) -> tuple[int, ...]:
    """A whole cup that need not be told (R2) is as it is offered."""
    return dice if may_stay_down and not any(dice) else tuple(map(_face_down, dice))


def _face_down(die: int) -> int:
    """A die that can have fallen is what a request asks for; any other stays wrong."""
    return 0 if 1 <= die <= 6 else 99
