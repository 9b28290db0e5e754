"""Stateful property test of crashes: nothing acknowledged is lost, duplicated or changed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from knobel.bots import play_out
from knobel.rules.dice import SeededDice
from knobel.rules.records import loads
from knobel.store import CommandKey
from knobel.table import continuation, rebuild
from knobel.table.commands import (
    Back,
    Change,
    Command,
    Emote,
    HandOn,
    Join,
    Leave,
    LetIn,
    Move,
    Rematch,
    SeatBot,
    Settings,
    StandIn,
    Start,
    Throw,
    TurnAway,
    Unseat,
)

from .damage import DAMAGES, KILLED
from .disk import DISKS
from .faults import full_disk
from .mini_server import MiniServer, Sent
from .turns import turn

DEVICES = ("a", "b", "c")
GAMES = {
    "zock": (("random",), {"games": 1}),
    "zocknroll": (("random", "jorg"), {}),
    "schocken": (("random",), {"stones": 1}),
}

ONWARD = "onward"
"""The code of a table that continues this game:"""
OTHER = play_out("schocken", ["Xaver", "Yvonne", "Zita"], {"stones": 3}, level="random", seed=5)

seats = st.integers(0, 3)
anything: st.SearchStrategy[Command] = st.one_of(
    st.builds(Join, st.sampled_from(["Anna", "Ben", ""])),
    st.builds(SeatBot, st.sampled_from(["random", "jorg", "none"])),
    st.builds(Unseat, seats),
    st.builds(LetIn, seats),
    st.builds(TurnAway, seats),
    st.builds(HandOn, seats),
    st.builds(StandIn, seats),
    st.builds(Change, options=st.sampled_from([{"games": 1}, {"stones": 1}, {}, {"board": "pro"}])),
    st.builds(Change, settings=st.builds(Settings, throws=st.sampled_from(["hand", "auto"]))),
    st.builds(Move, st.sampled_from([{"e": "stay", "seat": 0}, {"e": "stand", "seat": 0}, {}])),
    st.builds(Emote, st.sampled_from(["luck", "ouch"])),
    st.sampled_from([Leave(), Start(), Throw(), Rematch(), Back()]),
)


class Crashes(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self._folders = tempfile.TemporaryDirectory()
        self._count = 0
        self.server = self._open(0)
        self.asked: list[tuple[str, str, str, Command, int]] = []

    def teardown(self) -> None:
        """Hypothesis may stop in the middle of a rule, also while the disk is full."""
        with self._folders:
            self.server.disk.trouble = None
            self.server.settle()
            self.server.close()

    def _folder(self) -> Path:
        self._count += 1
        folder = Path(self._folders.name) / str(self._count)
        folder.mkdir()
        return folder

    def _open(self, seed: int) -> MiniServer:
        return MiniServer(self._folder(), SeededDice(seed))

    @initialize(codes=st.permutations([*GAMES, ONWARD]))
    def create(self, codes: list[str]) -> None:
        for code in codes:
            if code == ONWARD:
                self.server.create_continuation(code, DEVICES[0], continuation(OTHER, len(OTHER.events) // 2, 1))
                continue
            bots, options = GAMES[code]
            self.server.create(code, DEVICES[0], code, bots, dict(options))
        self.server.settle()

    @precondition(lambda self: len(self.server.tables) < len(GAMES) + 1)
    @rule()
    def create_again(self) -> None:
        """A table that was lost before its acknowledgement is created again."""
        self.create([code for code in (*GAMES, ONWARD) if code not in self.server.tables])

    @precondition(lambda self: self.server.tables)
    @rule(data=st.data(), device=st.sampled_from(DEVICES), command=anything, behind=st.integers(0, 3))
    def ask(self, data: st.DataObject, device: str, command: Command, behind: int) -> None:
        code = data.draw(st.sampled_from(sorted(self.server.tables)))
        self._ask(code, device, command, max(0, self.server.tables[code].version - behind))

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """A command is sent again, after other commands."""
        code, device, ident, command, seen = data.draw(st.sampled_from(self.asked))
        if code in self.server.tables:
            before = {sent.key: sent.answer for sent in self.server.sent}
            versions = {code: table.version for code, table in self.server.tables.items()}
            key = CommandKey(code, device, ident)
            answer = self.server.ask(code, device, ident, command, seen)
            if key in before:
                assert answer == before[key]
                assert versions == {code: table.version for code, table in self.server.tables.items()}

    @precondition(lambda self: self.server.tables)
    @rule(data=st.data(), steps=st.integers(1, 30), seed=st.integers(0, 2**32))
    def play_on(self, data: st.DataObject, steps: int, seed: int) -> None:
        """The game goes on without waiting for the disk."""
        code = data.draw(st.sampled_from(sorted(self.server.tables)))
        chance = Random(seed)
        if self.server.tables[code].phase != "playing":
            self._ask(code, DEVICES[0], Start(), self.server.tables[code].version)
        for _ in range(steps):
            if self.server.tables[code].phase == "playing":
                self._step(code, chance)

    @precondition(lambda self: any(sent.acked != 0 for sent in self.server.sent))
    @rule(
        how=st.sampled_from([KILLED, *DAMAGES, "shutdown"]),
        moment=st.one_of(st.just(0), st.integers(0, 100)),
        seed=st.integers(0, 2**32),
    )
    def crash(self, how: str, moment: int, seed: int) -> None:
        """The process is killed, the power failed `moment` operations ago, or the server shuts down."""
        old = self.server
        old.settle()
        if how == "shutdown":
            old.close()
            moment = 0
        cut = max(0, len(old.disk.ops) - moment)
        image = self._folder()
        old.disk.write_image(cut, image, "dropped" if how == "shutdown" else how, Random(seed))
        old.close()
        del DISKS[str(old.disk.folder)]
        self.server = MiniServer(image, SeededDice(self._next()))
        self._compare(old, cut)

    @precondition(lambda self: self.server.tables)
    @rule(data=st.data(), seed=st.integers(0, 2**32))
    def run_out_of_disk(self, data: st.DataObject, seed: int) -> None:
        """Commands fail while the disk is full, and leave no trace."""
        self.server.settle()
        versions = {code: table.version for code, table in self.server.tables.items()}
        self.server.disk.trouble = full_disk
        self.play_on(data, 3, seed)
        self.server.settle()
        self.server.disk.trouble = None
        assert versions == {code: table.version for code, table in self.server.tables.items()}

    @invariant()
    def the_store_tells_the_same(self) -> None:
        """Every log has no gap, and folding it gives the table."""
        if self._next() % 8:
            return
        self.server.settle()
        store = self.server.store
        assert store.check() == []
        for code, table in self.server.tables.items():
            log = store.load(code)
            assert [entry.v for entry in log] == list(range(1, table.version + 1))
            assert rebuild(entry.event for entry in log) == table
            assert store.last_version(code) == table.version
            holders = {device for seat in table.seats for device in seat.devices}
            listed = {device for device in DEVICES if code in {row.code for row in store.tables_of(device)}}
            assert listed == holders
            assert (code in store.codes(table.phase)) is True
            games = store.games_at(code)
            assert len(games) == table.number - (table.phase == "playing")
            for row in games:
                found = store.game(row.replay)
                assert found is not None
                session = loads(found[1])
                first_onward = code == ONWARD and row.number == 1
                assert row.taken == (len(OTHER.events) // 2 if first_onward else 0)
                assert not first_onward or session.events[: row.taken] == OTHER.events[: row.taken]
                assert session.result is not None
                assert session.players == row.names

    def _ask(self, code: str, device: str, command: Command, seen: int) -> None:
        ident = f"command {self._next()}"
        self.asked.append((code, device, ident, command, seen))
        self.server.ask(code, device, ident, command, seen)

    def _step(self, code: str, chance: Random) -> None:
        table = self.server.tables[code]
        next_ = turn(table, chance)
        if isinstance(next_, tuple):
            self._ask(code, *next_, table.version)
        else:
            self.server.contribute(code, f"server {self._next()}", next_)

    def _compare(self, old: MiniServer, moment: int) -> None:
        """The reopened store has everything acknowledged, and each other command completely or not at all."""
        store = self.server.store
        kept: list[Sent] = []
        for sent in old.sent:
            stored = store.answer(sent.key)
            if sent.acked is not None and sent.acked <= moment:
                assert stored == sent.answer, "an acknowledged command was lost"
            if stored is not None:
                assert stored == sent.answer
                kept.append(sent)
        for code in old.tables:
            expected = [entry for sent in kept if sent.code == code for entry in sent.entries]
            assert store.load(code) == expected
        assert store.check() == []
        for sent in kept:
            sent.acked = 0  # durable on the new disk
        self.server.sent = kept
        self.server.tables = dict(old.tables)
        self.server.reload()

    def _next(self) -> int:
        self._count += 1
        return self._count


TestCrashes = Crashes.TestCase
TestCrashes.settings = settings(max_examples=30, stateful_step_count=25)
