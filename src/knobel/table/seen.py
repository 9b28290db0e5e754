"""An entry of the log as somebody at the table may know it."""

from __future__ import annotations

from typing import Any

import msgspec

from ..rules import schocken, zocknroll
from ..rules.game import FACE_DOWN
from .events import Carried, Knocked, Played, Rooted, Sat, Started, TableEvent
from .table import Table


def seen(after: Table, event: TableEvent, seat: int | None) -> dict[str, Any]:
    """The entry as the viewer on `seat`, or a spectator, may know it at the moment when it happens.

    `after` is the table right after the entry, and `seat` the viewer's at that moment. So an entry looks the same to
    whoever was there and to the same viewer who asks for it later: dice that were hidden then stay face down in it for
    good, and show themselves in the views of what follows. No devices, and no name of a record before the game is over.
    """
    data: dict[str, Any] = msgspec.to_builtins(event)
    match event:
        case Played():
            _hide(data["event"], after, seat)
        case Sat() | Carried():
            del data["device"]
        case Knocked():
            del data["device"]
            if seat is None or seat != after.host:
                del data["name"]
        case Started():
            del data["replay"]
            if event.fair is not None:
                del data["fair"]["tops"]
        case Rooted():
            del data["tops"]
    return data


def _hide(event: dict[str, Any], after: Table, seat: int | None) -> None:
    """Turn the dice of the event face down that its viewer does not see (N5, S5)."""
    view = after.rules.view(after.state, seat)
    match view:
        case zocknroll.State(cups=cups) if event["e"] == "cups":
            event["dice"] = [
                [FACE_DOWN] * len(dice) if FACE_DOWN in shown else list(dice)
                for dice, shown in zip(event["dice"], cups, strict=True)
            ]
        case schocken.State(hands=hands) if event["e"] == "throw":
            if FACE_DOWN in hands[event["seat"]].thrown:
                event["dice"] = [FACE_DOWN] * len(event["dice"])
