"""Random games under the rules that change sentences, and all decisions of them with what the coach says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from knobel.bots import play_out
from knobel.coach.analyse import analyse
from knobel.coach.analysis import Analysis
from knobel.coach.judges import Judge, Precision, judge_of
from knobel.coach.values import Chances, Values
from knobel.coach.verdict import verdict_of
from knobel.rules.game import State
from knobel.rules.session import Session

from .faults import Case


class Table(Struct, frozen=True):
    players: int
    options: Mapping[str, Any] = {}


_HOUSE_RULES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"ties": "throws_then_order"},
    {"sixes": True},
    {"hand_only": True},
    {"jule": True},
    {"general_beats_schock2": True},
    {"covered": "last"},
    {"covered": "none"},
    {"kept_dice": "stay"},
    {"preset": "pub"},
    {"covered": "none", "ties": "throws_then_order"},
    {"ties": "throws_then_order", "sixes": True, "hand_only": True, "jule": True, "general_beats_schock2": True},
)

TABLES: Final[Mapping[str, tuple[Table, ...]]] = {
    "schocken": (
        *(Table(2, {"stones": 5, **rules}) for rules in _HOUSE_RULES),
        Table(3),
        Table(3, {"ties": "throws_then_order", "length": "half", "stones": 5}),
        Table(4),
        Table(5),
        Table(5, {"length": "half"}),
        Table(6, {"length": "half"}),
        Table(7, {"ties": "throws_then_order", "stones": 7}),
        Table(8, {"preset": "pub", "stones": 7}),
        Table(8, {"covered": "none", "ties": "throws_then_order", "length": "half"}),
    ),
    "zock": (
        *(Table(2, {"variant": variant, "games": 3}) for variant in ("basic", "A", "B", "C")),
        *(Table(2, {"variant": variant, "two_digit": "ten_only", "games": 2}) for variant in ("basic", "A", "B", "C")),
        *(Table(2, {"variant": variant, "referee": "players", "games": 1}) for variant in ("basic", "A", "B", "C")),
        Table(2, {"games": 12}),
    ),
    "zocknroll": (
        Table(4),
        Table(4, {"board": "pro"}),
        Table(3),
        Table(3, {"jorg_counts": False}),
        Table(3, {"board": "pro", "first_to_decide": "left_of_starter"}),
        Table(5),
        Table(6),
        Table(7),
        Table(8, {"board": "pro"}),
    ),
}

LEVELS: Final = ("random", "casual")
"""Random players try every move, casual ones reach ordinary positions."""


class Recorder:
    """A judge that keeps the values of every decision that it weighed."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.weighed = dict[State, Values]()

    @property
    def exact(self) -> bool:
        return self._judge.exact

    def chances(self, state: State) -> Chances:
        return self._judge.chances(state)

    def weigh(self, view: State) -> Values:
        if view not in self.weighed:
            self.weighed[view] = self._judge.weigh(view)
        return self.weighed[view]


class Game(Struct, frozen=True):
    """A game with its analysis and what the coach says at every decision."""

    table: Table
    session: Session
    analysis: Analysis
    cases: tuple[Case, ...]


def games(game: str, numbers: range, seed: int, precision: Precision = "default") -> Iterator[Game]:
    """The games of these numbers: at all tables in turn, by random and by casual players in turn."""
    for number in numbers:
        turn, place = divmod(number, len(TABLES[game]))
        yield play(game, TABLES[game][place], LEVELS[turn % len(LEVELS)], seed + number, precision)


def play(game: str, table: Table, level: str, seed: int, precision: Precision) -> Game:
    """One game with all sentences about it."""
    names = [f"P{chr(65 + seat)}" for seat in range(table.players)]
    session = play_out(game, names, table.options, level, seed)
    recorder = Recorder(judge_of(session.game, session.options, table.players, precision))
    analysis = analyse(session, recorder)
    return Game(table, session, analysis, tuple(_cases(session, analysis, recorder)))


def _cases(session: Session, analysis: Analysis, recorder: Recorder) -> Iterator[Case]:
    """The reasons against the moves that were made, and against the second best move, as a hint tells them."""
    for moment in analysis.moments:
        verdict = moment.verdict
        if verdict is None or len(verdict.moves) == 1:
            continue
        view = session.game.view(session.state_at(moment.event), verdict.seat)
        values = recorder.weigh(view)
        made = values.of(session.events[moment.event])
        if verdict.reasons:
            yield Case(view, values, made, verdict.reasons)
        second = values.moves[1]
        if second is not made and (said := verdict_of(view, values, second.move).reasons):
            yield Case(view, values, second, said)
