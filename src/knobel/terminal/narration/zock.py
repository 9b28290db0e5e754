"""The story of a match of ZOCK."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.zock import Accept, Cover, Event, Object, Pass, RollOff, State, Throw, misfits, result
from ...words import Words
from ..phrases import dice, fields


def narrate(say: Words, names: Sequence[str], before: State, event: Event, after: State) -> list[str]:
    """Everything in ZOCK is open, so everything is told."""
    match event:
        case RollOff(dice=thrown):
            totals = [f"{name} {sum(fallen)}" for name, fallen in zip(names, thrown, strict=True)]
            outcome = say("log-starter", name=names[after.seat]) if after.phase == "throw" else say("log-roll-again")
            return [f"{say('log-roll-off', game=len(after.games) + 1, totals=', '.join(totals))} {outcome}"]
        case Throw(seat=seat):
            sits_out = after.phase == "throw"
            return [say("log-no-cover" if sits_out else "log-throw", name=names[seat], dice=dice(after.dice))]
        case Cover(seat=seat, fields=covered):
            left = after.open[seat]
            told = say("log-cover", name=names[seat], fields=fields(say, covered))
            lines = [f"{told} {say('log-left', fields=dice(left)) if left else say('log-all-covered')}"]
        case Pass(seat=seat):
            lines = [say("log-pass", name=names[seat])]
        case Object(seat=seat):
            lines = [_objected(say, names, before, seat)]
        case Accept(seat=seat):
            lines = [say("log-accept", name=names[seat])]
    return lines + _end(say, names, before, after)


def _objected(say: Words, names: Sequence[str], before: State, seat: int) -> str:
    mover = 1 - seat
    opened = sorted(field for claim in misfits(before) for field in claim.fields)
    if opened:
        return say("log-objection-right", name=names[seat], other=names[mover], fields=fields(say, opened))
    return say("log-objection-wrong", name=names[seat])


def _end(say: Words, names: Sequence[str], before: State, after: State) -> list[str]:
    if len(after.games) == len(before.games):
        return []
    winner, loss = after.games[-1].winner, after.games[-1].loss
    number, of = len(after.games), after.options.games
    lines = [say("log-game-won", number=number, games=of, name=names[winner], other=names[1 - winner], loss=loss)]
    if after.chips:
        lines += [
            say("log-chips", name=name, red=held[0], blue=held[1], yellow=held[2], green=held[3], debt=debt)
            for name, held, debt in zip(names, after.chips, after.debts, strict=True)
        ]
    final = result(after)
    if final is not None:
        first, second = (f"{name} {lost}" for name, lost in zip(names, final.losses, strict=True))
        if len(final.winners) == 2:
            lines.append(say("log-match-drawn", first=first, second=second))
        else:
            lines.append(say("log-match-won", name=names[final.winners[0]], first=first, second=second))
    return lines
