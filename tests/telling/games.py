"""Whole games of every variant, and everything that can be said of them."""

from __future__ import annotations

from collections.abc import Iterator

from knobel.rules import GAMES
from knobel.rules.dice import SeededDice
from knobel.rules.game import Chance, Decision, Lot, State
from knobel.rules.session import Session
from knobel.telling.choices import choices, free_cover, free_fields
from knobel.telling.facts import SchockenFacts, facts
from knobel.telling.narration import narrate
from knobel.telling.now import now, stage
from knobel.telling.phrase import Said

from ..rules.random_games import random_game, random_real_dice_game


def random_sessions(count: int) -> Iterator[Session]:
    """So many finished games of each kind, with all sorts of options, and as many with real dice."""
    for game in GAMES.values():
        for seed in range(count):
            print("game", game.name, "seed", seed)
            yield random_game(game, SeededDice(seed), long=False)
            yield random_real_dice_game(game, SeededDice(seed))


def everything_said(session: Session) -> Iterator[Said]:
    """All phrases of a game: its log, and for each moment now, stage, the choices and the names of open throws."""
    names = session.players
    for count, event in enumerate(session.events):
        before = session.state_at(count)
        yield from narrate(names, before, event, session.state_at(count + 1))
        yield from _moment(session, before)
    yield from _moment(session, session.state)
    yield now(names, session.state, "over")


def _moment(session: Session, state: State) -> Iterator[Said]:
    names = session.players
    yield stage(state)
    match session.game.pending(state):
        case Lot():
            yield now(names, state, "lot")
        case Chance(event=event):
            seat = getattr(event, "seat", None)
            yield now(names, state, "dice", seat)
            if seat is not None:
                yield now(names, state, "throw", seat)
        case Decision(seat=seat, moves=moves):
            yield now(names, state, "decision", seat)
            fields = free_fields(state)
            offered = choices(names, state, moves) if fields is None else [free_cover(names, state, fields[:1])]
            for choice in offered:
                yield from (choice.label, choice.meaning)
    found = facts(state)
    if isinstance(found, SchockenFacts):
        yield from (rank.said for rank in found.ranks if rank is not None)
