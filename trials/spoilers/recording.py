"""Recorded games: the messages that the server sends one viewer, and for every throw the same message with other dice.

A twin of a message differs only in dice that the viewer has not seen before it: those that are thrown, or those that
lie under a cup that is lifted. Whatever the page shows of it before the dice lie must be the same for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from knobel.bots import make_bot
from knobel.rules import find_game
from knobel.rules.dice import SeededDice, awaits, draw, fill
from knobel.rules.game import Chance, Decision, Dice, Event, Lot, Over, State
from knobel.serve.live.frames import snapshot_for, transition
from knobel.serve.live.views import TableSnapshot, game_shown, next_snapshot, viewer_of
from knobel.serve.messages import Choice, Choices, Clock, Step, Steps, encode
from knobel.table import Table, due
from knobel.table.commands import Settings
from knobel.table.events import BotSat, Created, Played, Sat, Started, TableEvent, Wanted
from knobel.telling.choices import choices, free_fields
from knobel.telling.phrase import Phrase

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "zocknroll": {},
    "zock": {"games": 1},
    "schocken": {"stones": 4},
}
"""Short games: the number of throws matters, not that of rounds."""

SEATS: Final = {"zocknroll": 3, "zock": 2, "schocken": 3}
_OWN: Final = "own"
_NAMES: Final = ("Ada", "Ben", "Cleo", "Dora")
_CLOCK_MS: Final = 180_000
_TRIES: Final = 12
"""How often a twin is drawn until its consequences differ, too."""


class Moment(Struct, frozen=True):
    """An event of a game as messages: the state `before` it, the event itself, and `twins` with other dice.

    `choices` answers the request for the meaning of the moves after it, and `dice` are those of the event.
    """

    event: str
    dice: tuple[Any, ...]
    before: str
    message: str
    twins: tuple[str, ...]
    choices: str


class Recording(Struct, frozen=True):
    """A game as one viewer received it; `own` is the seat of the viewer, or None for a spectator."""

    game: str
    seed: int
    own: int | None
    code: str
    first: str
    moments: tuple[Moment, ...]


def joined(first: str, second: str) -> str:
    """One message with the entries of two, as when the second one arrives while the first one is shown."""
    early, late = msgspec.json.decode(first), msgspec.json.decode(second)
    return msgspec.json.encode({**late, "steps": [*early["steps"], *late["steps"]]}).decode()


def viewer(game: str, seed: int) -> int | None:
    """The viewer of a game: a spectator of every third one, else a player, at any seat."""
    return None if seed % 3 == 0 else seed % SEATS[game]


def record(game: str, seed: int, own: int | None, most: int | None = None) -> Recording:
    """Play a game by bots, and record what the viewer receives of its events, or of the first `most` of them."""
    recorder = _Recorder(game, seed, own)
    first = recorder.snapshot(recorder.now)
    moments = list[Moment]()
    while (moment := recorder.step()) is not None and (most is None or len(moments) < most):
        moments.append(moment)
    return Recording(game, seed, own, recorder.code, first, tuple(moments))


class _Recorder:
    def __init__(self, game: str, seed: int, own: int | None) -> None:
        self.code = "SPOILER"
        self._device = _OWN if own is not None else "spectator"
        self._rules = find_game(game)
        self._dice = SeededDice(seed)
        self._other = SeededDice(seed + 1_000_003)
        self._bot = make_bot("casual", self._rules, SeededDice(seed + 2_000_003))
        self._lines = list[tuple[Phrase, ...]]()
        person, device = (0, "host") if own is None else (own, _OWN)
        seats = [
            Sat(seat, _NAMES[seat], device) if seat == person else BotSat(seat, _NAMES[seat], "casual")
            for seat in range(SEATS[game])
        ]
        log = [Created(self.code, game, OPTIONS[game], Settings()), *seats, Started(1, "replay")]
        snapshot: TableSnapshot | None = None
        for event in log:
            snapshot = next_snapshot(snapshot, event)
        assert snapshot is not None
        self.now = snapshot

    def snapshot(self, at: TableSnapshot) -> str:
        return encode(snapshot_for(self._device, at, 0, tuple(self._lines), _clock(at.table))).decode()

    def step(self) -> Moment | None:
        """The next event of the game; None when it is over."""
        state = self._state(self.now)
        match self._rules.pending(state):
            case Over():
                return None
            case Lot() as lot:
                request, event = None, draw(lot, self._dice)
            case Chance(event=request):
                event = fill(request, self._dice)
            case Decision(seat=seat):
                request = event = self._bot.choose(self._rules.view(state, seat))
                if awaits(event):
                    event = fill(event, self._dice)
        before = self.now
        steps, after, lines = self._steps(before, request, event)
        real = _message(steps, after)
        twins = [_message(*self._steps(*twin)[:2]) for twin in self._twins(before, request, event, after)]
        moment = Moment(
            type(event).__name__,
            tuple(sorted(event.dice)),
            self.snapshot(before),
            real,
            tuple(t for t in twins if t != real),
            self._choices(after),
        )
        self.now = after
        if lines:
            self._lines.append(lines)
        return moment

    def _steps(
        self, before: TableSnapshot, request: Event | None, event: Event
    ) -> tuple[list[Step], TableSnapshot, tuple[Phrase, ...]]:
        """The entries that an event causes: dice are wanted first, as with verifiable dice."""
        steps, now = list[Step](), before
        if request is not event:
            wanted = self._entry(now, Wanted(request))
            steps.append(wanted[0])
            now = wanted[1]
        by: Any = "dice" if event.seat is None else "bot" if before.table.seats[event.seat].level else "player"
        step, after, lines = self._entry(now, Played(event, by))
        return [*steps, step], after, lines

    def _entry(self, before: TableSnapshot, event: TableEvent) -> tuple[Step, TableSnapshot, tuple[Phrase, ...]]:
        after = next_snapshot(before, event)
        made = transition(0, before, event, after)
        who = viewer_of(after.table, self._device)
        step = made.step(who)
        if isinstance(event, Wanted):
            step = replace(step, game=game_shown(after, who.seat))
        return step, after, made.lines or ()

    def _twins(
        self, before: TableSnapshot, request: Event | None, event: Event, after: TableSnapshot
    ) -> Iterator[tuple[TableSnapshot, Event | None, Event]]:
        """The same event with other dice, and the same position with other dice under a cup that is lifted now."""
        if request is not None and request is not event:
            yield before, request, self._rethrown(before, request, event, after)
        lifted = self._lifted(before, after)
        if lifted:
            place = lifted[self._other.draw(len(lifted))]
            yield self._relaid(before, request, event, place)

    def _rethrown(self, before: TableSnapshot, request: Event, event: Event, after: TableSnapshot) -> Event:
        """Other dice, if possible such that something else follows from them."""
        found = event
        for _ in range(_TRIES):
            other = fill(request, self._other)
            found = found if other == event else other
            if found is other and self._facts(self._steps(before, request, other)[1]) != self._facts(after):
                break
        return found

    def _relaid(
        self, before: TableSnapshot, request: Event | None, event: Event, place: int
    ) -> tuple[TableSnapshot, Event | None, Event]:
        """The position with other dice in a place that is hidden; the move of its seat may have to be another one."""
        state: Any = self._state(before)
        if hasattr(state, "cups"):
            cups = [*state.cups]
            cups[place] = self._unlike(cups[place])
            twin = replace(state, cups=tuple(cups))
        else:
            hands = [*state.hands]
            hands[place] = replace(hands[place], thrown=self._unlike(hands[place].thrown))
            twin = replace(state, hands=tuple(hands))
        seat = before.table.seat_of(self._device)
        assert self._rules.view(twin, seat) == self._rules.view(state, seat), "the viewer knows these dice"
        pending = self._rules.pending(twin)
        if isinstance(pending, Decision) and request is event and event not in pending.moves:
            request = event = next(move for move in reversed(pending.moves) if type(move) is type(event))
        return TableSnapshot(replace(before.table, state=twin), before.names), request, event

    def _unlike(self, dice: Dice) -> Dice:
        other = self._other.roll(len(dice))
        while sorted(other) == sorted(dice):
            other = self._other.roll(len(dice))
        return other

    def _lifted(self, before: TableSnapshot, after: TableSnapshot) -> list[int]:
        """The cups, or in Schocken the seats, whose dice lay there before, and which the viewer sees only now."""
        seat = before.table.seat_of(self._device)
        hidden, shown = (_places(self._rules.view(self._state(each), seat)) for each in (before, after))
        return [
            place
            for place, (covered, open_) in enumerate(zip(hidden, shown, strict=False))
            if 0 in covered and open_ and 0 not in open_
        ]

    def _facts(self, at: TableSnapshot) -> object:
        shown: Any = game_shown(at, at.table.seat_of(self._device))
        return shown.facts

    def _state(self, at: TableSnapshot) -> State:
        assert at.table.state is not None
        return at.table.state

    def _choices(self, after: TableSnapshot) -> str:
        """The answer of the API about the moves after an event."""
        table: Table = after.table
        seat = table.seat_of(self._device)
        view = self._rules.view(self._state(after), seat)
        pending = self._rules.pending(view)
        if not isinstance(pending, Decision) or pending.seat != seat or free_fields(view) is not None:
            return encode(Choices(table.version, ())).decode()
        told = choices(after.names, view, pending.moves)
        return encode(Choices(table.version, tuple(Choice(one.move, one.label, one.meaning) for one in told))).decode()


def _places(view: Any) -> list[Dice]:
    return list(view.cups) if hasattr(view, "cups") else [hand.thrown for hand in getattr(view, "hands", ())]


def _message(steps: list[Step], after: TableSnapshot) -> str:
    return encode(Steps(tuple(steps), _clock(after.table))).decode()


def _clock(table: Table) -> Clock | None:
    """The clock of the person whose turn it is. It stands still, so that two pages show the same time."""
    waiting = due(table)
    if waiting.kind not in ("decision", "throw") or waiting.level is not None or waiting.seat is None:
        return None
    return Clock(waiting.seat, _CLOCK_MS, _CLOCK_MS, False)
