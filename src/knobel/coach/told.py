"""Real dice for the coach: the filled-in twin of a game, and its analysis numbered as the record (R4, R7)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..rules.game import FACE_DOWN, Lift
from ..rules.real_dice import filled_in, has_real_dice
from ..rules.session import Session
from .analysis import Analysis, Moment


class Told(Struct, frozen=True):
    """A game as if its dice had been known from the start, up to the first ones that nobody has told.

    `numbers` are those of its events in the record, which has lifts between them; the first `count` are analysed.
    """

    session: Session
    numbers: tuple[int, ...]
    count: int

    def renumbered(self, analysis: Analysis) -> Analysis:
        """An analysis of `session` with the numbers of the record, where a lift changes no chances."""
        return replace(
            analysis,
            moments=self._with_lifts(analysis),
            turning=tuple(replace(each, event=self.numbers[each.event]) for each in analysis.turning),
        )

    def _with_lifts(self, analysis: Analysis) -> tuple[Moment, ...]:
        """The moments by their numbers in the record; those between them are lifts, which change nothing."""
        played = {
            number: replace(moment, event=number) for number, moment in zip(self.numbers, analysis.moments, strict=True)
        }
        moments, chances = list[Moment](), analysis.end
        nothing = (0.0,) * len(chances)
        for number in reversed(range(self.count)):
            moments.append(played.get(number) or Moment(number, chances, nothing, nothing))
            chances = moments[-1].chances
        return tuple(reversed(moments))


def told(session: Session) -> Told:
    """The filled-in twin of a game, by which the coach judges it; a game without face-down dice is its own twin."""
    events = session.events
    if not has_real_dice(events):
        return Told(session, tuple(range(len(events))), len(events))
    twin: Session = Session(session.game, session.players, session.options)
    numbers = [number for number, event in enumerate(events) if not isinstance(event, Lift)]
    for event in filled_in(events):
        if _nobody_told(event, len(session.players)):
            break
        twin.play(event)
        if twin.state.phase == "lift":  # Jörg's cup is still down
            twin.take_back(len(twin.events) - 1)
            break
    known = len(twin.events)
    return Told(twin, tuple(numbers[:known]), numbers[known] if known < len(numbers) else len(events))


def _nobody_told(event: Any, players: int) -> bool:
    """True if dice of a player are still face down; Jörg's count in round 3 only."""
    if not event.dice or isinstance(event.dice[0], int):
        return FACE_DOWN in event.dice
    return any(FACE_DOWN in cup for cup in event.dice[:players])
