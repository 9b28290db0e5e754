"""Stateful property test: random commands at a table that starts with a new game or with a continuation."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from knobel.bots import play_out
from knobel.rules.dice import SeededDice
from knobel.rules.records import loads
from knobel.table import Refusal, continuation, rebuild, record
from knobel.table.commands import Back, Change, Command, Join, Leave, Rematch, SeatBot, Settings, StandIn, Start, Unseat
from knobel.table.events import Played, Started

from .room import ANNA, BEN, CLEO, Room

OTHERS = {
    "zock": play_out("zock", ["Xaver", "Yvonne"], {"games": 1}, level="random", seed=1),
    "zocknroll": play_out("zocknroll", ["Xaver", "Yvonne", "Zita"], level="random", seed=2),
    "schocken": play_out("schocken", ["Xaver", "Yvonne", "Zita"], {"stones": 2}, level="random", seed=3),
}

seats = st.integers(0, 3)
anything: st.SearchStrategy[Command] = st.one_of(
    st.builds(Join, st.sampled_from(["Ben", "Cleo"])),
    st.builds(SeatBot, st.just("random")),
    st.builds(Unseat, seats),
    st.builds(StandIn, seats),
    st.builds(Change, settings=st.builds(Settings, help=st.sampled_from(["alone", "all", "never"]))),
    st.sampled_from([Leave(), Start(), Rematch(), Back()]),
)


class Evenings(RuleBasedStateMachine):
    room: Room

    @initialize(game=st.sampled_from(sorted(OTHERS)), seed=st.integers(0, 2**32), data=st.data())
    def begin(self, game: str, seed: int, data: st.DataObject) -> None:
        """A new table, or a continuation."""
        other, dice = OTHERS[game], SeededDice(seed)
        if data.draw(st.booleans(), "fresh"):
            self.room = Room(game, bots=("random",) * (len(other.players) - 1), dice=dice, start=True)
            return
        step = data.draw(st.integers(0, len(other.events) - 1), "step")
        seat = data.draw(st.integers(0, len(other.players) - 1), "seat")
        self.room = Room(continues=continuation(other, step, seat), bots=("random",), dice=dice)

    @rule(device=st.sampled_from([ANNA, BEN, CLEO]), command=anything)
    def ask(self, device: str, command: Command) -> None:
        before = self.room.table
        try:
            self.room.ask(device, command)
        except Refusal:
            assert self.room.table is before

    @precondition(lambda self: self.room.table.phase == "playing")
    @rule(steps=st.integers(1, 40), seed=st.integers(0, 2**32))
    def play(self, steps: int, seed: int) -> None:
        chance = Random(seed)
        for _ in range(steps):
            if self.room.table.phase != "playing":
                return
            self.room.step(chance)

    @invariant()
    def the_log_is_the_table(self) -> None:
        assert rebuild(self.room.log) == self.room.table

    @invariant()
    def the_record_is_the_game(self) -> None:
        """The record has all events, including those taken from another game."""
        table, log = self.room.table, self.room.log
        if table.state is None or table.phase not in ("playing", "over"):
            return
        started = log[table.began - 1]
        assert isinstance(started, Started)
        taken = [entry for entry in log[table.began :] if isinstance(entry, Played) and entry.by == "record"]
        assert len(taken) == started.taken == table.taken
        if table.phase == "playing":
            session = loads(record(table.game, table.names, table.options, log[table.began :]))
            assert session.state == table.state

    @invariant()
    def only_whole_games_count(self) -> None:
        """A person who never left has played all finished games of the table, continuations excluded."""
        log, table = self.room.log, self.room.table
        begun = [entry for entry in log if isinstance(entry, Started)]
        over = begun[: len(begun) - (table.phase == "playing")]
        counted = sum(not entry.taken for entry in over)
        assert max((seat.tally.games for seat in table.seats), default=0) <= counted

    @invariant()
    def help_is_for_one_alone_or_for_all(self) -> None:
        table = self.room.table
        people = [seat for seat in table.seats if seat.level is None]
        expected = {"all": True, "alone": len(people) == 1, "never": False}
        assert table.coach_allowed is expected[table.settings.help]


TestEvenings = Evenings.TestCase
TestEvenings.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
