"""Log lines of ZOCK."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.zock import Accept, Cover, Event, Object, Pass, RollOff, State, Throw, misfits, result
from ..phrase import Phrase, phrase
from ..terms import dice, fields


def narrate(names: Sequence[str], before: State, event: Event, after: State) -> list[Phrase]:
    """The log lines of one event; everything in ZOCK is public."""
    match event:
        case Throw(seat=seat):
            sits_out = after.phase == "throw"
            return [phrase("log-no-cover" if sits_out else "log-throw", name=names[seat], dice=dice(after.dice))]
        case RollOff(dice=thrown):
            totals = tuple(_with_number(name, sum(fallen)) for name, fallen in zip(names, thrown, strict=True))
            begins = phrase("log-starter", name=names[after.seat])
            outcome = begins if after.phase == "throw" else phrase("log-roll-again")
            return [phrase("log-roll-off", game=len(after.games) + 1, totals=totals, outcome=outcome)]
        case Cover(seat=seat, fields=covered):
            still_open = after.open[seat]
            left = phrase("log-left", fields=dice(still_open)) if still_open else phrase("log-all-covered")
            lines = [phrase("log-cover", name=names[seat], fields=fields(covered), left=left)]
        case Pass(seat=seat):
            lines = [phrase("log-pass", name=names[seat])]
        case Object(seat=seat):
            lines = [_objected(names, before, seat)]
        case Accept(seat=seat):
            lines = [phrase("log-accept", name=names[seat])]
    return lines if after.games is before.games else lines + _end(names, before, after)


def _with_number(name: str, number: int) -> Phrase:
    return phrase("log-total", name=name, total=number)


def _objected(names: Sequence[str], before: State, seat: int) -> Phrase:
    mover = 1 - seat
    opened = sorted(field for claim in misfits(before) for field in claim.fields)
    if opened:
        return phrase("log-objection-right", name=names[seat], other=names[mover], fields=fields(opened))
    return phrase("log-objection-wrong", name=names[seat])


def _end(names: Sequence[str], before: State, after: State) -> list[Phrase]:
    if len(after.games) == len(before.games):
        return []
    winner, loss = after.games[-1].winner, after.games[-1].loss
    number, of = len(after.games), after.options.games
    lines = [phrase("log-game-won", number=number, games=of, name=names[winner], other=names[1 - winner], loss=loss)]
    if after.chips:
        lines += [
            phrase("log-chips", name=name, red=held[0], blue=held[1], yellow=held[2], green=held[3], debt=debt)
            for name, held, debt in zip(names, after.chips, after.debts, strict=True)
        ]
    final = result(after)
    if final is not None:
        first, second = (_with_number(name, lost) for name, lost in zip(names, final.losses, strict=True))
        if len(final.winners) == 2:
            lines.append(phrase("log-match-drawn", first=first, second=second))
        else:
            lines.append(phrase("log-match-won", name=names[final.winners[0]], first=first, second=second))
    return lines
