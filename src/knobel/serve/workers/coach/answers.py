"""How the coaching process does its jobs: judges that are kept for the next question, and the coach's own words."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, assert_never

from msgspec import Struct

from ....coach.analyse import analyse
from ....coach.explorer import explore
from ....coach.judge import Judge
from ....coach.judges import judge_of
from ....coach.panel import Panel, panel
from ....coach.training.puzzles import daily, puzzle
from ....coach.values import Values
from ....coach.verdict import MOST_MOVES, alternatives, verdict_of
from ....forms import parse
from ....rules.errors import BadPosition
from ....rules.game import AnyGame, Options, State
from ....rules.records import loads, read_event
from ....telling.choices import label
from ....telling.phrase import Phrase, phrase
from ...lru_cache import Kept
from .jobs import Analyse, Evaluate, Explore, Job, Opinion, Pose, Reckon, Valued, Weigh
from .positions import Posed, posed
from .process import Told

_KINDS: Final = 6
"""Kinds of tables whose judges are kept."""

_DECISIONS: Final = 200
"""Decisions whose values are kept: whoever has asked for a hint asks next what the move would cost."""


class CoachMind:
    """Does the jobs of one thread."""

    def __init__(self) -> None:
        self._judges = Kept[tuple[str, Options, int], Judge](_KINDS)
        self._values = Kept[str, Values](_DECISIONS)

    def do(self, job: Job, told: Told) -> Struct:
        match job:
            case Analyse(record=record):
                session = loads(record)
                judge = self._judge(session.game, session.options, len(session.players))
                return analyse(session, judge, told)
            case Weigh():
                return self._opinion(job)
            case Evaluate(position=text):
                return self._valued(text)
            case Reckon(view=text, seat=seat):
                return panel(parse(text), seat)
            case Explore(subject=subject, question=question):
                return explore(subject, question)
            case Pose(game=name, day=day, level=level, seed=seed):
                return puzzle(name, level, seed, told) if day is None else daily(name, day, told)
            case _:
                assert_never(job)

    def rest(self, job: Job) -> None:
        """The first decision of a kind of table compiles and loads a lot: who looks at odds may want a hint next."""
        if not isinstance(job, Reckon):
            return
        with suppress(BadPosition):  # somebody else decides, whose dice are hidden
            at = posed(job.view)
            if at.decides == job.seat and self._judges.get(_kind(at)) is None:
                self._weighed(job.view, at)

    def _judge(self, game: AnyGame, options: Options, players: int) -> Judge:
        key = game.name, options, players
        return self._judges.get(key) or self._judges.put(key, judge_of(game, options, players))

    def _judge_of(self, at: Posed) -> Judge:
        _, options, players = _kind(at)
        return self._judge(at.game, options, players)

    def _weighed(self, text: str, at: Posed) -> Values:
        return self._values.get(text) or self._values.put(text, self._judge_of(at).weigh(at.view))

    def _opinion(self, job: Weigh) -> Opinion:
        at = posed(job.view)
        values = self._weighed(job.view, at)
        move = values.best.move if job.move is None else read_event(at.game, job.move)
        found = verdict_of(at.view, values, move)
        reasons = _why_best(at.view, values) if job.move is None else found.reasons
        return Opinion(found.moves, found.made, found.kind, found.loss, found.error, found.exact, reasons)

    def _valued(self, text: str) -> Valued:
        """At a decision everybody's chances are those of the best move, where one figure holds for all who look."""
        at = posed(text)
        judge = self._judge_of(at)
        odds = Panel() if at.seat is None else panel(at.view, at.seat)
        if at.decides is None:
            return Valued(() if at.hides else judge.chances(at.state), (), judge.exact, 0, odds)
        values = self._weighed(text, at)
        chances = values.best.chances or (() if at.hides else judge.chances(at.state))
        return Valued(chances, alternatives(values.moves[:MOST_MOVES]), values.exact, values.played, odds)


def _kind(at: Posed) -> tuple[str, Options, int]:
    """What positions have in common that one judge judges."""
    options: Options = getattr(at.state, "options")  # noqa: B009 - the states of all games have them
    return at.game.name, options, at.state.players


def _why_best(view: State, values: Values) -> tuple[Phrase, ...]:
    """Why the best move is better than the next one; nothing where there is no other."""
    if len(values.moves) == 1:
        return ()
    best, second = values.moves[:2]
    alike = phrase("coach-hint-alike", best=label(best.move), other=label(second.move))
    return verdict_of(view, values, second.move).reasons or (alike,)
