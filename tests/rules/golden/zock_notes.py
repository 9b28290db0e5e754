"""What happened in a game of ZOCK, in a few words beside each event."""

from __future__ import annotations

from collections.abc import Iterator

from knobel.rules.game import Event
from knobel.rules.zock import Accept, Cover, Object, Pass, RollOff, State, Throw, losses


def tell(before: State, event: Event, after: State, names: tuple[str, ...]) -> Iterator[str]:
    match event:
        case RollOff(dice=dice):
            totals = " : ".join(str(sum(pair)) for pair in dice)
            yield f"{totals}, " + (f"{names[after.seat]} begins" if after.phase == "throw" else "once more")
        case Throw(seat=seat, dice=(x, y)):
            used = after.phase == "cover"
            yield f"{names[seat]} throws {x} and {y}" + ("" if used else f", of no use; {names[after.seat]}'s turn")
        case Cover(seat=seat):
            left = "".join(str(field) if field in after.open[seat] else "." for field in range(1, 10))
            yield f"{names[seat]} has {left} left" + (f"; will {names[1 - seat]} accept it?" if waits(after) else "")
        case Pass(seat=seat):
            yield f"{names[seat]} covers nothing"
        case Object(seat=seat):
            opened = sorted(set(after.open[1 - seat]) - set(before.open[1 - seat]))
            what = f"open again: {' '.join(map(str, opened))}" if opened else "all was right"
            yield f"{names[seat]} objects, {what}"
        case Accept(seat=seat):
            yield f"{names[seat]} accepts"
    if len(after.games) > len(before.games):
        winner, loss = after.games[-1].winner, after.games[-1].loss
        yield f"= {names[winner]} wins, {names[1 - winner]} notes {loss}; losses {' : '.join(map(str, losses(after)))}"
        for seat, chips in enumerate(after.chips):
            red, blue, yellow, green = chips
            debt = f", owes {after.debts[seat]}" if after.debts[seat] else ""
            yield f"= {names[seat]} holds {red} red, {blue} blue, {yellow} yellow, {green} green{debt}"
        yield ""


def waits(state: State) -> bool:
    return state.phase == "accept"
