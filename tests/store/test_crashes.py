"""Tables over a store that crashes at any moment: nothing that was acknowledged is lost, doubled or changed."""

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
from .desk import Desk, Sent
from .disk import DISKS
from .faults import full_disk
from .turns import turn

DEVICES = ("a", "b", "c")
GAMES = {
    "zock": (("random",), {"games": 1}),
    "zocknroll": (("random", "jorg"), {}),
    "schocken": (("random",), {"stones": 1}),
}

ONWARD = "onward"
"""The table whose first game goes on from the middle of this one:"""
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
        self.desk = self._open(0)
        self.asked: list[tuple[str, str, str, Command, int]] = []

    def teardown(self) -> None:
        """A rule may have been broken off halfway, where Hypothesis had no more to draw: with a full disk, too."""
        with self._folders:
            self.desk.disk.trouble = None
            self.desk.settle()
            self.desk.close()

    def _folder(self) -> Path:
        self._count += 1
        folder = Path(self._folders.name) / str(self._count)
        folder.mkdir()
        return folder

    def _open(self, seed: int) -> Desk:
        return Desk(self._folder(), SeededDice(seed))

    @initialize(codes=st.permutations([*GAMES, ONWARD]))
    def create(self, codes: list[str]) -> None:
        for code in codes:
            if code == ONWARD:
                self.desk.create_continuation(code, DEVICES[0], continuation(OTHER, len(OTHER.events) // 2, 1))
                continue
            bots, options = GAMES[code]
            self.desk.create(code, DEVICES[0], code, bots, dict(options))
        self.desk.settle()

    @precondition(lambda self: len(self.desk.tables) < len(GAMES) + 1)
    @rule()
    def create_again(self) -> None:
        """A table that was lost before anybody was told of it is made once more."""
        self.create([code for code in (*GAMES, ONWARD) if code not in self.desk.tables])

    @precondition(lambda self: self.desk.tables)
    @rule(data=st.data(), device=st.sampled_from(DEVICES), command=anything, behind=st.integers(0, 3))
    def ask(self, data: st.DataObject, device: str, command: Command, behind: int) -> None:
        code = data.draw(st.sampled_from(sorted(self.desk.tables)))
        self._ask(code, device, command, max(0, self.desk.tables[code].version - behind))

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """A command that is sent again, after whatever else was sent meanwhile."""
        code, device, ident, command, seen = data.draw(st.sampled_from(self.asked))
        if code in self.desk.tables:
            before = {sent.key: sent.answer for sent in self.desk.sent}
            versions = {code: table.version for code, table in self.desk.tables.items()}
            key = CommandKey(code, device, ident)
            answer = self.desk.ask(code, device, ident, command, seen)
            if key in before:
                assert answer == before[key]
                assert versions == {code: table.version for code, table in self.desk.tables.items()}

    @precondition(lambda self: self.desk.tables)
    @rule(data=st.data(), steps=st.integers(1, 30), seed=st.integers(0, 2**32))
    def play_on(self, data: st.DataObject, steps: int, seed: int) -> None:
        """The game goes on, whoever's turn it is, and nobody waits for the disk."""
        code = data.draw(st.sampled_from(sorted(self.desk.tables)))
        chance = Random(seed)
        if self.desk.tables[code].phase != "playing":
            self._ask(code, DEVICES[0], Start(), self.desk.tables[code].version)
        for _ in range(steps):
            if self.desk.tables[code].phase == "playing":
                self._step(code, chance)

    @precondition(lambda self: any(sent.acked != 0 for sent in self.desk.sent))
    @rule(
        how=st.sampled_from([KILLED, *DAMAGES, "shutdown"]),
        moment=st.one_of(st.just(0), st.integers(0, 100)),
        seed=st.integers(0, 2**32),
    )
    def crash(self, how: str, moment: int, seed: int) -> None:
        """The process is killed, the power fails `moment` operations ago, or everything is shut down in peace."""
        old = self.desk
        old.settle()
        if how == "shutdown":
            old.close()
            moment = 0
        cut = max(0, len(old.disk.ops) - moment)
        image = self._folder()
        old.disk.write_image(cut, image, "dropped" if how == "shutdown" else how, Random(seed))
        old.close()
        del DISKS[str(old.disk.folder)]
        self.desk = Desk(image, SeededDice(self._next()))
        self._compare(old, cut)

    @precondition(lambda self: self.desk.tables)
    @rule(data=st.data(), seed=st.integers(0, 2**32))
    def run_out_of_disk(self, data: st.DataObject, seed: int) -> None:
        """Everything that is asked while the disk is full fails, and leaves no trace."""
        self.desk.settle()
        versions = {code: table.version for code, table in self.desk.tables.items()}
        self.desk.disk.trouble = full_disk
        self.play_on(data, 3, seed)
        self.desk.settle()
        self.desk.disk.trouble = None
        assert versions == {code: table.version for code, table in self.desk.tables.items()}

    @invariant()
    def the_store_tells_the_same(self) -> None:
        """Every log is whole, and replayed it is the table."""
        if self._next() % 8:
            return
        self.desk.settle()
        store = self.desk.store
        assert store.check() == []
        for code, table in self.desk.tables.items():
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
        self.desk.ask(code, device, ident, command, seen)

    def _step(self, code: str, chance: Random) -> None:
        table = self.desk.tables[code]
        next_ = turn(table, chance)
        if isinstance(next_, tuple):
            self._ask(code, *next_, table.version)
        else:
            self.desk.contribute(code, f"house {self._next()}", next_)

    def _compare(self, old: Desk, moment: int) -> None:
        """What the new store knows is what was acknowledged, and of the rest each command wholly or not at all."""
        store = self.desk.store
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
            sent.acked = 0  # it is on the new disk from the beginning
        self.desk.sent = kept
        self.desk.tables = dict(old.tables)
        self.desk.reload()

    def _next(self) -> int:
        self._count += 1
        return self._count


TestCrashes = Crashes.TestCase
TestCrashes.settings = settings(max_examples=30, stateful_step_count=25)
