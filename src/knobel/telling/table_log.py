"""Log lines for events of the table: players who join and leave, stand-in bots, changes of the host."""

from __future__ import annotations

from collections.abc import Sequence

from ..bots import BOTS
from ..rules.game import Event
from ..table import Table, tellings
from ..table.commands import Settings
from ..table.events import (
    BotSat,
    CameBack,
    Carried,
    Changed,
    Claimed,
    Closed,
    Created,
    Emoted,
    GuestSat,
    HostChanged,
    Played,
    Protested,
    Released,
    Sat,
    SatIn,
    SatOut,
    Started,
    Stood,
    TableEvent,
    TakenBack,
    WantsRematch,
    WentAway,
)
from ..table.table import acting_level
from .phrase import Phrase, phrase


def tell_table(names: Sequence[str], event: TableEvent) -> tuple[Phrase, ...]:
    """The lines that the log gets for an event of the table; `names` are those at the seats before it.

    A bot on a taken seat replaces a player who was removed during a game. Requests to join are known to the host only
    and not logged; the game itself is logged by `narrate`. A second device on a seat is logged, because its player
    has to notice an unwanted one.
    """
    match event:
        case Created(game=game, settings=settings):
            return (phrase("table-created", game=phrase("game-" + game)), *_help(settings))
        case Sat(name=name) | GuestSat(name=name):
            return (phrase("table-sat", name=name),)
        case BotSat(seat=seat, name=name, level=level):
            told = phrase("table-bot-sat", name=name, level=_level(level))
            removed = [phrase("table-removed", name=names[seat])] if seat < len(names) else []
            return (*removed, told)
        case Stood(seat=seat, why=why):
            return (phrase("table-" + why, name=names[seat]),)
        case Changed(game=game, settings=settings):
            return (phrase("table-changed", game=phrase("game-" + game)), *_help(settings))
        case HostChanged(seat=seat):
            return (phrase("table-host", name=names[seat]),)
        case Started(number=number, taken=taken):
            return (phrase("table-played-on", taken=taken) if taken else phrase("table-started", number=number),)
        case WentAway(seat=seat, why=why):
            return (phrase("table-away-" + why, name=names[seat]),)
        case CameBack(seat=seat):
            return (phrase("table-back", name=names[seat]),)
        case SatOut(seat=seat):
            return (phrase("table-sat-out", name=names[seat]),)
        case Claimed(seat=seat):
            return (phrase("table-claimed", name=names[seat]),)
        case Released(seat=seat):
            return (phrase("table-released", name=names[seat]),)
        case Carried(seat=seat):
            return (phrase("table-carried", name=names[seat]),)
        case Emoted(seat=seat, emote=emote):
            return (phrase("table-emoted", name=names[seat], emote=phrase("emote-" + emote)),)
        case WantsRematch(seat=seat):
            return (phrase("table-wants-rematch", name=names[seat]),)
        case Protested(seat=seat):
            return (phrase("table-protested", name=names[seat]),)
        case Closed():
            return (phrase("table-closed"),)
    return ()


def tell_sat_in(before: Table, event: SatIn) -> tuple[Phrase, ...]:
    """The line for a person who comes back from the bench."""
    return (phrase("table-sat-in", name=before.bench[event.bench].seat.name),)


def tell_taken_back(names: Sequence[str], before: Table, event: TakenBack[Event]) -> tuple[Phrase, ...]:
    """The line for withdrawn events of a game with real dice (R6)."""
    name = names[event.seat]
    if event.instead is not None:
        return (phrase("table-disputed", name=name),)
    count = sum(number >= event.to for number in tellings(before))
    return (phrase("table-taken-back", name=name, count=count),)


def tell_absent(names: Sequence[str], before: Table, event: Played[Event]) -> tuple[Phrase, ...]:
    """Log lines for devices that were to contribute to the dice of an event and did not."""
    if before.fair is None or event.links is None or None not in event.links:
        return ()
    absent = [seat for seat, link in zip(before.fair.seats, event.links, strict=True) if link is None]
    return tuple([phrase("table-absent", name=names[seat]) for seat in absent])


def tell_lost_turn(before: Table, event: Played[Event]) -> tuple[Phrase, ...]:
    """The line for a move that another level made because a third-party bot lost its turn."""
    seat = event.event.seat
    if event.by not in ("bot", "stand_in") or seat is None:
        return ()
    bot = acting_level(before, seat)
    if bot is None or bot in BOTS or event.level in (bot, None):
        return ()
    return (phrase("table-lost-turn", bot=bot, level=_level(event.level)),)


def _level(level: str) -> Phrase | str:
    """A level by its translated name; a third-party bot by its own."""
    return phrase("bot-" + level) if level in BOTS else level


def _help(settings: Settings) -> tuple[Phrase, ...]:
    """All players are told if the coach may be asked in games between people."""
    return (phrase("table-help-all"),) if settings.help == "all" else ()
