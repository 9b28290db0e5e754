"""A table in memory: it takes commands, has them stored, then answers, then shows what happened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from ...store import Entry, Key, Repeated, StoreError, append
from ...table import Draft, HostGone, HouseCommand, Refusal, Table, consider, consider_house, due, evolve, record
from ...table.commands import Emote, Reveal
from ..fairness.dealing import Dealing
from ..limits.rate_limit import TokenBucket
from ..logs import log_event
from ..lru_cache import LruCache
from ..messages import Accepted, Answer, Ask, Clock, Refused, Snapshot, Step, Steps, encode
from ..timers import weak_callback
from ..transport import close_codes
from .frames import publish, snapshot_for, steps_for
from .history import CatchUps, History
from .presence import HostPresence, Subscriber, Subscribers
from .services import Services
from .turns import Turns
from .views import TableSnapshot, viewer_of

_MAX_REFUSALS: Final = 64
"""Refusals that are remembered of those who have no seat. They are kept in memory alone: whoever sends no cookie is
somebody else every time, and could fill the disk with what was refused."""


class LiveTable:
    """One table. `head` has everything that is decided; the chronicle's scene what is stored and may be shown."""

    def __init__(self, chronicle: History, services: Services, lost: Callable[[LiveTable], None]) -> None:
        self._services = services
        self._house = services.house
        self._lost = lost
        self._chronicle = chronicle
        self._replies = PendingReplies()
        self._refused = LruCache[Key, bytes](_MAX_REFUSALS)
        self._voices = dict[int, TokenBucket]()
        self._late = CatchUps(services, self._chronicle)
        self._storing = 0
        self._over = False
        self._turns = Turns(services, weak_callback(self._try))
        self._dealing = Dealing(chronicle.deck, services.time, weak_callback(self._try))
        self._vigil = HostPresence()
        self.onlookers = Subscribers()
        self.head = self.table
        self.touched = services.time.now()
        self._turns.resume(self.table, services.store.clock(self.code))

    @property
    def code(self) -> str:
        return self.head.code

    @property
    def table(self) -> Table:
        """The table as it is stored."""
        return self._chronicle.scene.table

    @property
    def scene(self) -> TableSnapshot:
        return self._chronicle.scene

    @property
    def clock(self) -> Clock | None:
        return self._turns.clock

    @property
    def awake(self) -> bool:
        """Whether anybody who plays here is connected; without them bots, stand-ins and clocks wait."""
        return self.onlookers.playing(self.table)

    @property
    def idle(self) -> bool:
        """Whether nobody would notice if this table were forgotten until it is asked for again."""
        return not len(self.onlookers) and not self._late and not self._storing

    def ask(self, device: str, ask: Ask, reply: Reply, mention: DeferredReply | None = None) -> None:
        """Take a command; `reply` gets its answer once it is stored, or the stored one if it is a repeat.

        An answer that only says that its effect will follow goes to `mention`: nobody waits for that one.

        A command that names the newest version cannot be a repeat of one that was accepted, and one that was refused
        is refused again by the same table, so only others have to be looked up in the store; and greetings, which are
        refused because it is too soon.
        """
        if self._over:
            reply(None)
            return
        if isinstance(ask.do, Reveal):
            said = self._dealing.answer(self.table, self.head, device, ask, self.onlookers.seats)
            tell = mention if mention is not None and isinstance(said, Accepted) else reply
            tell(encode(said))
            return
        key = Key(self.code, device, ask.id)
        if self._replies.joined(key, reply):
            return
        head, counted = self.head, self._services.metrics.commands
        seen = ask.v
        if seen != head.version or isinstance(ask.do, Emote):
            seen = max(0, min(seen, head.version))
            before = self._refused.get(key) or self._services.store.answer(key, seen)
            if before is not None:
                counted.ended("repeat")
                reply(before)
                return
        answer: Answer
        try:
            draft = consider(head, device, ask.do, ask.v, self._house)
            if isinstance(ask.do, Emote):
                self._check_emote(head.seat_of(device))
        except Refusal as refusal:
            counted.ended(refusal.why)
            if head.seat_of(device) is None:
                said = Refused(ask.id, self.table.version, refusal.why, refusal.sentence, refusal.rule)
                reply(self._refused.put(key, encode(said)))
                return
            draft = Draft(head, self._house)
            answer = Refused(ask.id, head.version, refusal.why, refusal.sentence, refusal.rule)
        else:
            answer = Accepted(ask.id, draft.table.version)
            counted.ended("ok")
        self._replies.expect(key, reply)
        self._keep(draft, key, encode(answer), seen)

    def _check_emote(self, seat: int | None) -> None:
        """Whoever calls something out all the time is told to wait; a seat has one voice, whatever devices hold it."""
        assert seat is not None, "only a seat has a voice"
        voice = self._voices.setdefault(seat, TokenBucket(self._services.limits.emotes))
        if not voice.take(self._services.time.now()):
            raise Refusal("limit", "that was too much at once; wait a moment before the next greeting")

    def awaits(self, device: str, reveal: Reveal) -> bool:
        """Whether the dice wait for this, so that it need not be counted among what a device asks for."""
        return self._dealing.expects(self.table, device, reveal)

    def tell(
        self,
        command: HouseCommand,
        key: Key | None = None,
        answer: bytes = b"",
        spends: str | None = None,
        reply: Reply | None = None,
    ) -> None:
        """Take what the house contributes; `Refusal` if it does not fit the table any more.

        `spends` is the digest of a link that works once. `reply` gets the answer when all is stored; under `key` the
        store gives it again.
        """
        if self._over:
            raise Refusal("stale", "the table is read anew: try it again")
        self._keep(consider_house(self.head, command, self._house), key, answer, spends=spends, reply=reply)

    def _keep(
        self,
        draft: Draft,
        key: Key | None = None,
        answer: bytes = b"",
        seen: int = 0,
        spends: str | None = None,
        reply: Reply | None = None,
    ) -> None:
        """Go on in memory, and let others see it once it is stored."""
        services, before, after = self._services, self.head, draft.table
        at, since = services.time.wall(), services.time.now()
        entries = [Entry(table.version, at, event) for table, event in zip(draft.tables, draft.events, strict=True)]
        self.head = after

        def stored(error: Exception | None) -> None:
            self._storing -= 1
            if reply is not None:
                reply(answer if error is None else None)
            if error is not None and (entries or not isinstance(error, Repeated)):
                self._lose(error)
                return
            services.metrics.commands.stored(services.time.now() - since)
            if key is not None:
                self._replies.answer(key, answer if error is None else services.store.answer(key, seen) or answer)
            if entries:
                self._show_or_lose(at, draft)

        self._storing += 1
        new = append(after.code, entries, key, answer, seen=seen, spends=spends)
        if before.phase != after.phase or before.seats is not after.seats or before.game != after.game:
            new.list(before, after)
        services.store.submit(new, stored)

    def _lose(self, error: BaseException) -> None:
        """What is in memory is ahead of the store for good: everybody comes back to what the store has."""
        log_event("a table is read anew", error=str(error) if isinstance(error, StoreError) else type(error).__name__)
        self._services.metrics.failures.inc()
        self._replies.lose()
        self._lost(self)

    def _show_or_lose(self, at: int, draft: Draft) -> None:
        """A mistake of ours while showing must not leave a table behind that is not what is stored."""
        try:
            self._show(at, draft)
        except Exception as error:
            self._lose(error)
            raise

    def _show(self, at: int, draft: Draft) -> None:
        add = self._chronicle.add
        pasts = [add(at, event, table) for event, table in zip(draft.events, draft.tables, strict=True)]
        arranged = any(past.arranges for past in pasts)
        if arranged:
            self.onlookers.look_again(self.table)
            self._turns.announce(self.table)
        self._stir()
        publish(pasts, self.onlookers, arranged, self._turns.clock)
        if arranged:
            self._greet()

    def _stir(self) -> None:
        """Let a bot or a clock go on, if it is their turn and somebody is there. More may come that is stored now."""
        table = self.table
        if self.head is table:
            waiting, awake = due(table), self.awake
            self._turns.stir(table, waiting, awake)
            self._dealing.stir(table, waiting, awake, self.onlookers.seats)

    def save_clock(self) -> None:
        """Note how much thinking time is left, in case the server stops."""
        self._turns.save(self.code)

    def _try(self, command: HouseCommand) -> None:
        """Whoever was quicker than the house has made its contribution superfluous."""
        try:
            self.tell(command)
        except Refusal as refusal:
            if refusal.why != "stale":
                log_event("the house was refused", why=refusal.why, rule=refusal.rule)  # the sentence may name dice

    def enter(self, onlooker: Subscriber, since: int | None, most: int | None = None) -> None:
        """Somebody looks on from now on, and gets everything after `since`, or how things stand.

        Who has missed more than is at hand catches up first, and looks on after that; who would rather be shown how
        things stand than get many steps says how many are welcome at `most`.
        """
        missed = None if since is None else self._chronicle.version - since
        if since is None or missed is None or missed < 0 or (most is not None and missed > most):
            onlooker.push(encode(self.snapshot(onlooker.device)))
            self._join(onlooker)
        elif self._chronicle.remembers(since):
            self._push_steps(onlooker, self.steps(onlooker.device, since))
            self._join(onlooker)
        else:
            self._late.add(onlooker, since, self._push_steps, self.enter)

    def _push_steps(self, onlooker: Subscriber, steps: tuple[Step, ...]) -> None:
        onlooker.push(encode(Steps(steps, self._turns.clock)))

    def _join(self, onlooker: Subscriber) -> None:
        self.onlookers.add(onlooker, viewer_of(self.table, onlooker.device))
        self._stir()
        self._greet()

    def leave(self, onlooker: Subscriber) -> None:
        if self._late.remove(onlooker):
            self.touched = self._services.time.now()
        if not self.onlookers.remove(onlooker):
            return
        self.touched = self._services.time.now()
        self._stir()
        self._greet()

    def dismiss(self, since: float) -> None:
        """Send away whoever has given no sign of life since then: a phone that is out of reach does not say goodbye.

        It does not hear that it is sent away either, so nobody waits for that.
        """
        for onlooker in [*self.onlookers, *self._late]:
            if onlooker.heard < since:
                onlooker.close(close_codes.SILENT)
                self.leave(onlooker)

    def watch_host(self, now: float) -> None:
        """Pass the role of a host on who has gone without a word, so that the others are not stuck."""
        host, heir = self.table.host, self._vigil.heir(self.table, self.onlookers.seats, now)
        if host is not None and heir is not None and self.head is self.table:
            self._try(HostGone(host, heir))

    def end(self, code: int) -> None:
        """Send everybody away, with a close code that says why, and let everything rest.

        Nothing is decided here from now on: somebody else may hold the same table in memory by then, and two that
        disagree could both find a place for their entries in its log.
        """
        self._over = True
        self._turns.rest()
        self._dealing.rest()
        self._late.stop()
        for onlooker in [*self.onlookers, *self._late]:
            onlooker.close(code)

    def _greet(self) -> None:
        """Tell everybody who is here."""
        here = encode(self.onlookers.here(self.table, not self.awake))
        for onlooker in self.onlookers:
            onlooker.push(here)

    def snapshot(self, device: str) -> Snapshot:
        """How things stand, for a device that knows nothing yet."""
        return snapshot_for(device, self.scene, self._services.time.wall(), self._chronicle.lines, self._turns.clock)

    def last_game(self) -> tuple[str, str]:
        """The kind and the record of the game that began last; other rules may have been chosen since.

        It is read from the log, so this is not for the event loop.
        """
        table = self.table
        code, began, last = table.code, table.began, table.version
        mark, load = self._chronicle.mark(began), self._services.store.load
        begun = None if mark is None else mark.table
        since, game = (begun.version, begun.game) if begun else (0, None)
        for entry in load(code, since, began, game):
            begun = evolve(begun, entry.event)
        assert begun is not None
        events = (entry.event for entry in load(code, began - 1, last, begun.game))
        return begun.game, record(begun.game, begun.names, begun.options, events)

    def steps(self, device: str, since: int, most: int | None = None) -> tuple[Step, ...]:
        """Everything after a version, exactly as the device got it, or would have got it, when it happened."""
        pasts = self._chronicle.since(since, partial(self._services.store.load, self.code), most)
        return steps_for(pasts, device)


Reply: TypeAlias = Callable[[bytes | None], None]
"""Gets the encoded answer to a command; None if it was lost with the table and has to be sent again."""

DeferredReply: TypeAlias = Callable[[bytes], None]
"""Gets an encoded answer that is in no hurry."""


class PendingReplies:
    """One command may have come several times, over several connections, before it is stored."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting = dict[Key, list[Reply]]()

    def joined(self, key: Key, reply: Reply) -> bool:
        """Whether the command is being stored already; if so, `reply` hears what the others hear."""
        others = self._waiting.get(key)
        if others is None:
            return False
        others.append(reply)
        return True

    def expect(self, key: Key, reply: Reply) -> None:
        """The command is being stored from now on."""
        self._waiting[key] = [reply]

    def answer(self, key: Key, answer: bytes) -> None:
        """The command is stored."""
        for reply in self._waiting.pop(key, ()):
            reply(answer)

    def lose(self) -> None:
        """Nothing of it will be stored."""
        lost, self._waiting = self._waiting, {}
        for replies in lost.values():
            for reply in replies:
                reply(None)
