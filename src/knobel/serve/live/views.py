"""Views: a table and its game as one viewer may see them, without hidden information."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ...rules import GAMES, schocken, zock, zocknroll
from ...rules.game import Chance, Decision, Event, Lift, Lot, State
from ...rules.game import Pending as GamePending
from ...rules.real_dice import may_stay_down
from ...table import Seat, Table, due, due_for, evolve, face_down, last_telling, position, tellings
from ...table.events import (
    Anchored,
    Disclosed,
    Emoted,
    Knocked,
    Played,
    Protested,
    Rooted,
    SatIn,
    TableEvent,
    TakenBack,
    TurnedAway,
    Wanted,
)
from ...telling.choices import free_fields
from ...telling.facts.schocken import schocken_facts
from ...telling.facts.zock import zock_facts
from ...telling.facts.zocknroll import zocknroll_facts
from ...telling.narration import narrate
from ...telling.now import now, now_told, stage
from ...telling.phrase import Phrase
from ...telling.table_log import tell_absent, tell_lost_turn, tell_sat_in, tell_table, tell_taken_back
from ..messages import (
    AnchorShown,
    AnyGameShown,
    BenchShown,
    Coming,
    FairShown,
    Guest,
    LinkShown,
    Pending,
    RealShown,
    RealTable,
    SchockenShown,
    SeatShown,
    TableShown,
    Tally,
    Telling,
    WantShown,
    ZocknrollShown,
    ZockShown,
)

_DICE_EVENTS: Final = (Wanted, Anchored, Rooted, Protested, Disclosed)
"""Entries that change neither seats nor the position of the game."""

_ONLY_SHOWN: Final = (Emoted, *_DICE_EVENTS)
"""Entries that change nothing about the table but its dice."""

_BESIDE_THE_GAME: Final = (Knocked, TurnedAway, *_ONLY_SHOWN)
"""Entries that change nothing about a running game."""

HIDDEN_INFORMATION: Final = frozenset({"zocknroll"})
"""Games in which views differ by seat; in the others all viewers have the same view."""


class Viewer(Struct, frozen=True, gc=False):
    """The key of a view: the seat, whether it is the host's, and whether the device has knocked to join or sits out."""

    seat: int | None = None
    host: bool = False
    knocked: bool = False
    benched: int | None = None


def viewer_of(table: Table, device: str) -> Viewer:
    seat = table.seat_of(device)
    knocked, benched = table.knock_of(device) is not None, table.bench_of(device) if table.bench else None
    return Viewer(seat, seat is not None and seat == table.host, knocked, benched)


class TableSnapshot(Struct, frozen=True, gc=False):
    """A table at a version, with the names of the players of its current or last game."""

    table: Table
    names: tuple[str, ...] = ()


def next_snapshot(snapshot: TableSnapshot | None, event: TableEvent, after: Table | None = None) -> TableSnapshot:
    """The snapshot after an entry of the log; `after` is the table then, if it is known already."""
    before = None if snapshot is None else snapshot.table
    table = evolve(before, event) if after is None else after
    if snapshot is not None and before is not None and table.seats is before.seats:
        return TableSnapshot(table, snapshot.names)
    plays = table.phase == "playing" or (before is not None and before.phase == "playing")
    return TableSnapshot(table, table.names if plays or snapshot is None else snapshot.names)


def narrate_entry(before: TableSnapshot | None, event: TableEvent, after: TableSnapshot) -> tuple[Phrase, ...]:
    """The lines of the log for an entry: public information only."""
    if isinstance(event, Played):
        assert before is not None
        earlier, later, links = before.table.state, after.table.state, event.links
        assert earlier is not None
        assert later is not None
        lines = narrate(after.names, earlier, event.event, later)
        if event.level is not None:
            lines = tell_lost_turn(before.table, event) + lines
        return lines if links is None or None not in links else tell_absent(after.names, before.table, event) + lines
    if isinstance(event, Wanted):
        return ()
    if isinstance(event, SatIn):
        assert before is not None
        return tell_sat_in(before.table, event)
    if isinstance(event, TakenBack):
        assert before is not None
        return tell_taken_back(before.names, before.table, event)
    return tell_table(before.table.names if before else (), event)


def changes_table(before: TableSnapshot | None, event: TableEvent, after: TableSnapshot) -> bool:
    """Whether an entry changes anything but the game."""
    if isinstance(event, Played):
        return before is None or before.table.phase != after.table.phase
    return not isinstance(event, _ONLY_SHOWN)


def changes_game(before: TableSnapshot | None, event: TableEvent, after: Table) -> bool:
    """Whether an entry changes the position of a running game, what it waits for, or which bots stand in.

    With real dice, also whether it ends the time in which the last game can be taken back.
    """
    if isinstance(event, Played):
        return True
    if isinstance(event, Wanted):
        return after.fair is not None  # the dice fall in the next entry
    if before is not None and before.table.settings.real_dice != after.settings.real_dice:
        return True
    if before is not None and before.table.told and not after.told:
        return True
    return after.phase == "playing" and not isinstance(event, _BESIDE_THE_GAME)


def table_shown(table: Table, who: Viewer) -> TableShown:
    return TableShown(
        code=table.code,
        game=table.rules.name,  # type: ignore[arg-type]  # the names of the games are these three
        options=table.options,
        settings=table.settings,
        phase=table.phase,
        seats=tuple(
            SeatShown(seat.name, "person" if seat.person else "bot", seat.level, seat.away, seat.again)
            for seat in table.seats
        ),
        host=table.host,
        you=who.seat,
        number=table.number,
        tally=tuple(map(_tally, table.seats)),
        knocking=tuple(Guest(knock.guest, knock.name) for knock in table.knocks) if who.host else (),
        knocked=who.knocked,
        replay=table.finished,
        help=table.coach_allowed,
        played_on=table.taken > 0,
        real=_real_table(table, who),
    )


def _tally(seat: Seat) -> Tally:
    return Tally(seat.tally.games, seat.tally.wins, seat.tally.points)


def _real_table(table: Table, who: Viewer) -> RealTable | UnsetType:
    if not table.settings.real_dice:
        return UNSET
    everything = tuple(range(len(table.seats)))
    return RealTable(
        guests=tuple(place for place in everything if table.seats[place].guest),
        tells=everything if who.host else () if who.seat is None else (who.seat,),
        bench=tuple(BenchShown(out.seat.name, out.seat.guest, _tally(out.seat)) for out in table.bench),
        benched=who.benched,
    )


def game_shown(snapshot: TableSnapshot, seat: int | None) -> AnyGameShown | None:
    """The game of a table in the view of a seat, or in the public view; None before the first game."""
    table = snapshot.table
    state = table.state
    if state is None:
        return None
    rules, by_hand = GAMES[table.game], table.settings.real_dice
    view = state if isinstance(state, zock.State) else rules.view(state, seat)  # nothing is hidden in ZOCK
    shown = pending_shown(table, view, rules.pending(view), by_hand)
    return position_shown(snapshot.names, view, shown, real_shown(table) if by_hand else UNSET)


def _hides_cup(view: State, moves: tuple[Event, ...]) -> bool:
    """Whether a view hides the cup of the deciding seat, which would be lifted first with real dice (R3)."""
    return not isinstance(view, zock.State) and Lift in map(type, moves)


def pending_shown(table: Table, view: State, pending: GamePending[Event], by_hand: bool) -> Pending[Any]:
    """What the game waits for, as far as the owner of the view may know; `pending` is what the view waits for.

    `by_hand`: people tell what their real dice show.
    """
    settled = view is table.state and table.phase == "playing" and table.wanted is None
    if isinstance(pending, Decision):
        if not settled and due(table).kind != "decision":
            return Pending("dice", pending.seat)
        unknown = free_fields(view) is not None or (_hides_cup(view, pending.moves) and not by_hand)
        return Pending("decision", pending.seat, () if unknown else pending.moves)
    if isinstance(pending, Chance):
        event, kind = pending.event, (due_for(table, pending) if settled else due(table)).kind
        if kind == "tell":
            return Pending("tell", event.seat, (event,))
        return Pending("throw" if kind == "throw" else "dice", event.seat)
    if isinstance(pending, Lot):
        return Pending("lot", None, pending.events if by_hand else ())
    return Pending("over")


def real_shown(table: Table) -> RealShown:
    """The tellings of a game with real dice."""
    return RealShown(len(table.told), last_telling(table), _next_is_covered(table))


def _next_is_covered(table: Table) -> bool:
    """Whether the dice of the throw that is asked for may stay face down (R2, S5): of all possible ones, or of none."""
    state = table.state
    if not isinstance(state, schocken.State):
        return False
    pending = table.rules.pending(state)
    moves = pending.moves if isinstance(pending, Decision) else [pending.event] if isinstance(pending, Chance) else []
    throw = next((move for move in moves if isinstance(move, schocken.Throw)), None)
    return throw is not None and may_stay_down(table.rules, state, throw)


def position_shown(
    names: tuple[str, ...], view: State, pending: Pending[Any], real: RealShown | UnsetType = UNSET
) -> AnyGameShown:
    """A position of a game with everything that a client needs to draw it."""
    told_now = (now if real is UNSET else now_told)(names, view, pending.kind, pending.seat)
    if isinstance(view, zock.State):
        return ZockShown(names, pending, told_now, stage(view), view, zock_facts(view), zock.result(view), real)
    if isinstance(view, zocknroll.State):
        known = zocknroll_facts(view)
        return ZocknrollShown(names, pending, told_now, stage(view), view, known, zocknroll.result(view), real)
    if isinstance(view, schocken.State):
        facts = schocken_facts(view)
        return SchockenShown(names, pending, told_now, stage(view), view, facts, schocken.result(view), real)
    raise TypeError(f"{type(view)} is no state of a game")


def tellings_shown(snapshot: TableSnapshot) -> list[Telling]:
    """What people have told in the current game with real dice, oldest first."""
    table, names = snapshot.table, snapshot.names
    if not table.told:
        return []
    listed = set(tellings(table))
    shown, before = list[Telling](), position(table, ())
    for number, told in enumerate(table.told):
        after = table.rules.play(before, told.event)
        if number in listed:
            lines = narrate(names, before, told.event, after)
            event = face_down(told.event, replace(table, state=after), None)
            shown.append(Telling(number, told.version, event, lines))
        before = after
    return shown


def fair_shown(table: Table) -> FairShown | None:
    """The public data of the verifiable dice of a game; None if its dice are not verifiable."""
    fair = table.fair
    if fair is None:
        return None
    made = [AnchorShown(promise.anchor, promise.since) if promise else None for promise in fair.promises]
    known = [LinkShown(promise.at, promise.link) if promise else None for promise in fair.promises]
    return FairShown(
        *(fair.game, fair.table, fair.section, fair.root, tuple(made), tuple(known)),
        tuple([Coming(seat, anchor) for seat, anchor in fair.coming]),
        None if table.wanted is None else WantShown(fair.wants, fair.throws),
        *(fair.wants, fair.throws, fair.absent),
        tuple([sum(seat == place for seat, _, _ in fair.protests) for place in range(len(fair.promises))]),
    )
