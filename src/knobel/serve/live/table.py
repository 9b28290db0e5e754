"""A live table: it decides commands in memory, stores them (event sourcing), replies, and publishes what happened."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import Struct

from ...rules.errors import KnobelError
from ...store import ClockRow, CommandKey, Entry, Repeated, StoreDamaged, append
from ...table import Draft, Due, HostGone, Refusal, ServerCommand, Table, due, evolve, handle, handle_server, record
from ...table.commands import Claim, Command, Emote, Join, LetIn, Move, Reveal, Throw, TurnAway, Unseat
from ..fairness.dealing import Dealing
from ..limits.cost import CostBudget, SliceQueue
from ..limits.lru_cache import LruCache
from ..limits.rate_limit import TokenBucket
from ..logs import log_damage, log_repeated
from ..messages import Accepted, Ask, Clock, Refused, Snapshot, Step, Steps, encode
from ..supervised import note_failure
from ..timers import weak_callback
from ..transport import close_codes
from .door import Door
from .frames import Transition, publish, snapshot_for, steps_for
from .history import BATCH, CatchUps, History, Log
from .presence import HostPresence, Subscriber, Subscribers
from .reads import StoreReads
from .replies import DeferredReply, PendingReplies, Reply, whole_answer
from .services import Services
from .turns import Turns
from .views import TableSnapshot, viewer_of

_MAX_REFUSALS: Final = 64
"""Remembered refusals of devices without a seat. They are not stored: requests without a cookie get a fresh device id
each time, and could fill the disk with refusals."""


class _Decided(Struct):
    """A command that is being stored: its draft, the times when it was decided, and who waits for its answer."""

    live: LiveTable
    draft: Draft
    at: int
    since: float
    key: CommandKey | None
    answer: bytes
    seen: int
    reply: Reply | None

    def stored(self, error: Exception | None) -> None:
        self.live._on_stored(self, error)


class _Lookup(Struct):
    """A command that may be a repeat, while the store is asked for its answer; `seen` as in `LiveTable._seen`."""

    key: CommandKey
    ask: Ask
    address: str
    seen: int


class LiveTable:
    """One table in memory. `head` includes what is decided but not stored yet; `table` is stored and may be shown.

    `clock` is what was left on the clock when the table was last in memory. `on_lost` is called when the memory is
    ahead of the store for good and the table has to be read again. `epoch` is that of the lease in a cluster: former
    owners cannot write (fencing).
    """

    def __init__(
        self,
        history: History,
        clock: ClockRow | None,
        services: Services,
        reads: StoreReads,
        budget: CostBudget,
        slices: SliceQueue,
        on_lost: Callable[[LiveTable], None],
        epoch: int | None = None,
    ) -> None:
        self._budget = budget
        self._services = services
        self._reads = reads
        self._epoch = epoch
        self._inputs = services.inputs
        self._on_lost = on_lost
        self._history = history
        self._tally = history.tally
        self._replies = PendingReplies()
        self._refused = LruCache[CommandKey, bytes](_MAX_REFUSALS)
        self._emote_limits = dict[int, TokenBucket]()
        self._door = Door(services.limits.joins_of_address, services.time.now)
        code, store = history.current.table.code, services.store
        self._load: Log = lambda since, until, game: store.load(code, since, until, game)
        self._catch_ups = CatchUps(self._load, reads, history, slices)
        self._lookups = deque[_Lookup]()
        self._storing = 0
        self._over = False
        self._turns = Turns(services, weak_callback(self._try_apply))
        self._dealing = Dealing(history.table_keys, services.time, weak_callback(self._try_apply))
        self._host_presence = HostPresence()
        self.subscribers = Subscribers()
        self.head = self.table
        self.last_used = services.time.now()
        self._turns.resume(self.table, clock)

    @property
    def code(self) -> str:
        return self.head.code

    @property
    def version(self) -> int:
        """The version that the next command is decided on."""
        return self.head.version

    def has_seat(self, device: str) -> bool:
        return self.table.seat_of(device) is not None

    @property
    def table(self) -> Table:
        """The table as it is stored."""
        return self._history.current.table

    @property
    def current(self) -> TableSnapshot:
        return self._history.current

    @property
    def clock(self) -> Clock | None:
        return self._turns.clock

    @property
    def awake(self) -> bool:
        """Whether a player is connected; otherwise bots, stand-ins and clocks pause."""
        return self.subscribers.playing(self.table)

    @property
    def idle(self) -> bool:
        """Whether the table may be dropped from memory until it is asked for again."""
        return not (len(self.subscribers) or self._catch_ups or self._storing or self._lookups)

    def ask(
        self, device: str, ask: Ask, reply: Reply, reply_later: DeferredReply | None = None, address: str = ""
    ) -> None:
        """Handle a command; `reply` gets its answer once it is stored, or the stored answer of a repeat (idempotency).

        An acceptance whose effect follows anyway goes to `reply_later`: no client waits for it.

        A command with the newest version cannot repeat an accepted one, and the same table refuses it again for the
        same reason. So only other commands have to be looked up in the store, and emotes, which a rate limit refuses.
        """
        if self._over:
            reply(None)
            return
        do, seen, head = ask.do, ask.v, self.head
        if isinstance(do, Reveal):
            said = self._dealing.answer(self.table, self.head, device, ask, self.subscribers.seats)
            send = reply_later if reply_later is not None and isinstance(said, Accepted) else reply
            send(encode(said))
            return
        key = CommandKey(head.code, device, ask.id)
        if self._replies.join(key, reply):
            return
        repeated = seen != head.version or isinstance(do, Emote)
        if self._reads.wait and (repeated or self._lookups):
            self._replies.add(key, reply)
            self._lookups.append(_Lookup(key, ask, address, self._seen(ask)))
            if len(self._lookups) == 1:
                self._look_up()
            return
        if repeated:
            seen = self._seen(ask)
            before = self._refused.get(key) or self._services.store.answer(key, seen)
            if before is not None:
                self._answer_again(key, reply, before)
                return
        self._decide(key, ask, reply, address, seen)

    def _seen(self, ask: Ask) -> int:
        """The version that the client of a command has seen, as far as there is one."""
        return max(0, min(ask.v, self.head.version))

    def _look_up(self) -> None:
        """Look for the answer to the first command that waits for that. The others keep their order behind it."""
        first = self._lookups[0]
        if (refused := self._refused.get(first.key)) is not None:
            self._looked_up(refused)
        else:
            read = partial(self._services.store.answer, first.key, first.seen)
            self._reads.start(read, self._looked_up, self._fail_lookup)

    def _looked_up(self, before: bytes | None) -> None:
        if self._over:
            return
        first = self._lookups.popleft()
        reply = self._replies.take(first.key)
        try:
            if before is None:
                self._decide(first.key, first.ask, reply, first.address, first.seen)
            else:
                self._answer_again(first.key, reply, before)
        finally:
            if self._lookups:
                self._look_up()

    def _fail_lookup(self, error: Exception) -> None:
        if not self._over:
            self._fail(error)

    def _answer_again(self, key: CommandKey, reply: Reply, before: bytes) -> None:
        self._services.metrics.commands.ended("repeat")
        reply(whole_answer(key, before))

    def _decide(self, key: CommandKey, ask: Ask, reply: Reply, address: str, seen: int) -> None:
        """Decide a command that has no answer yet, and store it; `seen` is the version that its device has seen."""
        head, device, do = self.head, key.device, ask.do
        counted = self._services.metrics.commands
        try:
            draft = handle(head, device, do, ask.v, self._inputs)
            if not isinstance(do, (Throw, Move)):
                self._check_limits(head, device, do, address)
        except Refusal as refusal:
            counted.ended(refusal.why)
            if head.seat_of(device) is None:
                said = Refused(ask.id, self.table.version, refusal.why, refusal.sentence, refusal.rule)
                reply(self._refused.put(key, encode(said)))
                return
            draft = Draft(head, self._inputs)
            answer = encode(Refused(ask.id, head.version, refusal.why, refusal.sentence, refusal.rule))
        else:
            answer = b"%d" % draft.table.version
            counted.ended("ok")
        self._replies.add(key, reply)
        self._store(draft, key, answer, seen)

    def _check_limits(self, head: Table, device: str, do: Command, address: str) -> None:
        """Refuse emotes of a seat and newcomers that come too often."""
        if isinstance(do, Emote):
            self._check_emote(head.seat_of(device))
        elif isinstance(do, (Join, Claim)):
            self._door.admit(head, device, address)
        elif isinstance(do, (LetIn, TurnAway, Unseat)):
            self._door.note(head, do)

    def _check_emote(self, seat: int | None) -> None:
        """Rate limit for the emotes of a seat, whichever devices hold it."""
        assert seat is not None, "only seats send emotes"
        bucket = self._emote_limits.setdefault(seat, TokenBucket(self._services.limits.emotes))
        if not bucket.take(self._services.time.now()):
            raise Refusal("limit", "that was too much at once; wait a moment before the next greeting")

    def awaits_reveal(self, device: str, reveal: Reveal) -> bool:
        """Whether the dice wait for this, so that it does not count against the device's rate limit."""
        return self._dealing.expects(self.table, device, reveal)

    def apply(
        self,
        command: ServerCommand,
        key: CommandKey | None = None,
        answer: bytes = b"",
        spends: str | None = None,
        reply: Reply | None = None,
    ) -> None:
        """Handle a command of the server itself; raises `Refusal` if it does not fit the table any more.

        `spends` is the digest of a one-time link. `reply` gets the answer when all is stored; a repeat with the same
        `key` gets it from the store.
        """
        if self._over:
            raise Refusal("stale", "the table is read anew: try it again")
        self._store(handle_server(self.head, command, self._inputs), key, answer, spends=spends, reply=reply)

    def _store(
        self,
        draft: Draft,
        key: CommandKey | None = None,
        answer: bytes = b"",
        seen: int = 0,
        spends: str | None = None,
        reply: Reply | None = None,
    ) -> None:
        """Continue in memory at once, and publish when stored."""
        services, before, after = self._services, self.head, draft.table
        at = services.time.wall()
        entries = [Entry(version, at, event) for version, event in enumerate(draft.events, before.version + 1)]
        self.head = after
        self._storing += 1
        for event in draft.events:
            self._tally.add(event)
        new = append(after.code, entries, key, answer, seen=seen, spends=spends, epoch=self._epoch)
        if before.phase != after.phase or before.seats is not after.seats or before.game != after.game:
            new.add_lists(before, after, self._tally)
        services.store.submit(new, _Decided(self, draft, at, services.time.now(), key, answer, seen, reply).stored)

    def _on_stored(self, decided: _Decided, error: Exception | None) -> None:
        """A command is stored, or cannot be."""
        services, key, answer = self._services, decided.key, decided.answer
        self._storing -= 1
        if decided.reply is not None:
            decided.reply(answer if error is None else None)
        if error is not None and (decided.draft.events or not isinstance(error, Repeated)):
            self._fail(error)
            return
        services.metrics.commands.stored(services.time.now() - decided.since)
        if key is not None:
            if error is None:
                self._replies.resolve(key, whole_answer(key, answer))
            else:
                self._resolve_repeat(key, decided.seen, answer)
        if decided.draft.events:
            try:
                self._publish(decided.at, decided.draft)
            except Exception as failure:  # the table in memory may differ from what is stored: drop it
                self._fail(failure)
                raise

    def _resolve_repeat(self, key: CommandKey, seen: int, answer: bytes) -> None:
        """The command was answered before, which a look into memory did not show."""

        def found(before: bytes | None) -> None:
            self._replies.resolve(key, whole_answer(key, before or answer))

        self._reads.start(partial(self._services.store.answer, key, seen), found, self._fail)

    def _fail(self, error: BaseException) -> None:
        """The memory is ahead of the store for good: all clients reconnect and get what is stored."""
        why = str(error) if isinstance(error, KnobelError) else type(error).__name__
        log_repeated("a table is read anew", error=why)
        self._services.metrics.failures.inc()
        if isinstance(error, StoreDamaged):
            log_damage(error)
            for subscriber in [*self.subscribers, *self._catch_ups]:
                subscriber.close(close_codes.DAMAGED)
        self._replies.fail()
        self._on_lost(self)

    def _publish(self, at: int, draft: Draft) -> None:
        transitions: list[Transition] = []
        seats_changed, add = False, self._history.add
        for event, table in zip(draft.events, draft.tables, strict=True):
            added = add(at, event, table)
            transitions.append(added)
            seats_changed = seats_changed or added.changes_seats
        if seats_changed:
            self.subscribers.update_viewers(self.table)
            self._turns.prepare_bots(self.table)
        self._resume_turn(draft.waiting)
        publish(transitions, self.subscribers, seats_changed, self._turns.clock)
        if seats_changed:
            self._publish_presence()

    def _resume_turn(self, waiting: Due | None = None) -> None:
        """Let a bot, a clock or the dice go on, if a player is there and nothing more is being stored.

        `waiting` is what the table waits for, if that is known.
        """
        table, subscribers = self._history.current.table, self.subscribers
        if self.head is table:
            waiting, awake = waiting or due(table), subscribers.playing(table)
            self._turns.update(table, waiting, awake)
            self._dealing.update(table, waiting, awake, subscribers.seats)

    def save_clock(self) -> None:
        """Store the thinking time that is left, in case the server stops."""
        self._turns.save(self.code)

    def _try_apply(self, command: ServerCommand) -> None:
        """Handle a command of the server that a player's command may have made stale."""
        try:
            self.apply(command)
        except Refusal as refusal:
            if refusal.why != "stale":
                log_repeated("server command refused", why=refusal.why, rule=refusal.rule)  # the sentence may name dice
        except Exception as error:  # a timer or a bot gave it, which will not give it again
            if not isinstance(error, KnobelError):
                note_failure("server command", error)
            self._fail(error)

    def subscribe(self, subscriber: Subscriber, since: int | None, most: int | None = None, address: str = "") -> None:
        """Send everything after version `since`, or a snapshot, and all that follows; the address is charged.

        Many steps are sent in batches first. A client that prefers a snapshot to many steps says at `most` how many it
        takes.
        """
        missed = None if since is None else self._history.version - since
        if since is None or missed is None or missed < 0 or (most is not None and missed > most):
            with self._budget.timed(address):
                self._push(subscriber, encode(self.snapshot(subscriber.device)), address)
            self._add_subscriber(subscriber)
        elif missed <= BATCH and self._history.remembers(since):
            missing = self._history.recent(since, self._history.version)
            with self._budget.timed(address):
                self._push_steps(subscriber, address, steps_for(missing, subscriber.device))
            self._add_subscriber(subscriber)
        else:
            push = partial(self._push_steps, subscriber, address)
            self._catch_ups.add(subscriber, since, address, push, partial(self._caught_up, subscriber, address))

    def _caught_up(self, subscriber: Subscriber, address: str, version: int) -> None:
        if self._history.version > version:
            self.subscribe(subscriber, version, None, address)
        else:
            self._add_subscriber(subscriber)

    def _push_steps(self, subscriber: Subscriber, address: str, steps: tuple[Step, ...]) -> None:
        self._push(subscriber, encode(Steps(steps, self._turns.clock)), address)

    def _push(self, subscriber: Subscriber, frame: bytes, address: str) -> None:
        self._budget.charge_bytes(address, len(frame))
        subscriber.push(frame)

    def _add_subscriber(self, subscriber: Subscriber) -> None:
        self.subscribers.add(subscriber, viewer_of(self.table, subscriber.device))
        self._resume_turn()
        self._publish_presence()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        if self._catch_ups.remove(subscriber):
            self.last_used = self._services.time.now()
        if not self.subscribers.remove(subscriber):
            return
        self.last_used = self._services.time.now()
        self._resume_turn()
        self._publish_presence()

    def drop_silent(self, since: float) -> None:
        """Presence timeout: close connections without a sign of life since then, such as phones out of reach.

        They are unsubscribed at once, since their close frame may never arrive.
        """
        for subscriber in [*self.subscribers, *self._catch_ups]:
            if subscriber.last_seen < since:
                subscriber.close(close_codes.SILENT)
                self.unsubscribe(subscriber)

    def check_host(self, now: float) -> None:
        """Host presence timeout: pass the role of an absent host on."""
        host, successor = self.table.host, self._host_presence.successor(self.table, self.subscribers.seats, now)
        if host is not None and successor is not None and self.head is self.table:
            self._try_apply(HostGone(host, successor))

    def end(self, code: int) -> None:
        """Close all connections with a close code and stop all timers.

        No more commands are decided: the same table may be read into memory again, and two copies that disagree could
        both append to its log.
        """
        self._over = True
        self._turns.pause()
        self._dealing.stop()
        self._catch_ups.stop()
        for lookup in self._lookups:
            self._replies.take(lookup.key)(None)
        for subscriber in [*self.subscribers, *self._catch_ups]:
            subscriber.close(code)

    def _publish_presence(self) -> None:
        here = encode(self.subscribers.here(self.table, not self.awake))
        for subscriber in self.subscribers:
            subscriber.push(here)

    def snapshot(self, device: str) -> Snapshot:
        """The whole state that a device may see."""
        return snapshot_for(device, self.current, self._services.time.wall(), self._history.lines, self._turns.clock)

    def last_game(self) -> tuple[str, str]:
        """The kind and the record of the game that began last; other rules may have been chosen since.

        It reads the log, so it does not belong into the event loop.
        """
        table = self.table
        began, last = table.began, table.version
        checkpoint, load = self._history.checkpoint(began), self._load
        begun = None if checkpoint is None else checkpoint.table
        since, game = (begun.version, begun.game) if begun else (0, None)
        for entry in load(since, began, game):
            begun = evolve(begun, entry.event)
        assert begun is not None
        events = (entry.event for entry in load(began - 1, last, begun.game))
        return begun.game, record(begun.game, begun.names, begun.options, events)

    async def steps(self, device: str, since: int, most: int, address: str) -> tuple[Step, ...]:
        """The first steps after a version, exactly as the device got them, or would have got them, at the time."""
        return await self._catch_ups.steps(device, since, min(since + most, self._history.version), address)
