"""What happened in a game of Zock'n'Roll, in a few words beside each event."""

from __future__ import annotations

from collections.abc import Iterator

from knobel.rules.game import Event
from knobel.rules.zocknroll import Cups, Drop, Mark, Starter, State, Stay, White, best_cups, hand, scores


def tell(before: State, event: Event, after: State, names: tuple[str, ...]) -> Iterator[str]:
    sitting = (*names, "Jörg")
    match event:
        case Starter(seat=seat):
            yield f"{names[seat]} starts"
        case Cups(dice=dice):
            cups = (f"{name} {digits(cup)}" for name, cup in zip(sitting, dice, strict=False))
            yield f"turn {after.turns + 1}: {', '.join(cups)}"
        case White():
            yield f"round {len(after.white) - 2}: white {digits(after.white)}"
            if len(after.white) == 5:
                still_in = [cup for cup in range(len(after.cups)) if not any(after.dropped[cup : cup + 1])]
                hands = ", ".join(f"{sitting[cup]} {hand(after, cup)[0]}" for cup in still_in)
                best = " and ".join(sitting[cup] for cup in sorted(best_cups(after)))
                yield f"= {hands}: best is {best}"
        case Stay(seat=seat):
            yield f"{names[seat]} stays"
        case Drop(seat=seat):
            yield f"{names[seat]} drops with {digits(after.cups[seat])}{worse(before, seat, event.row)}"
        case Mark(seat=seat):
            won = ", alone" if after.marks[seat][0] > before.marks[seat][0] else ", tied"
            yield f"{names[seat]} marks{won}{worse(before, seat, event.row)}"
    if after.turns > before.turns:
        yield f"= points {' : '.join(map(str, scores(after)))}"
        yield ""


def worse(state: State, seat: int, row: str | None) -> str:
    """A remark when the row is not the best that could be formed."""
    best = hand(state, seat)[:1]
    return f" and could have marked {best[0]}" if best not in ((), (row,)) else ""


def digits(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))
