"""Replay of batch games with the rules engine: same dice and moves, and so the same result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from knobel.bots import make_bot
from knobel.rules import find_game
from knobel.rules.dice import SeededDice
from knobel.rules.game import Decision, Event, State
from knobel.rules.session import Session
from knobel.simulate import Policy, follow


def replayed(game: str, players: int, options: object, seed: int, number: int, moves: Sequence[int]) -> Session:
    """Replay the game of that number with the rules, given the moves; all of them have to be used."""
    session = Session(game, [str(seat) for seat in range(players)], options)
    left = iter(moves)

    def choose(view: State) -> Event:
        pending = session.game.pending(view)
        assert isinstance(pending, Decision)
        move: Event = pending.moves[next(left)]
        return move

    dice = SeededDice(seed, 2 * number)
    while session.step(dice, choose):
        pass
    assert list(left) == []
    return session


def by_random_bots(game: str, players: int, options: object, seed: int, number: int) -> Session:
    """The game with that number as random bots play it, with nothing from the kernel."""
    session = Session(game, [str(seat) for seat in range(players)], options)
    bot = make_bot("random", find_game(game), SeededDice(seed, 2 * number + 1))
    dice = SeededDice(seed, 2 * number)
    while session.step(dice, bot.choose):
        pass
    return session


def check(game: str, policies: Sequence[Policy], options: object, seed: int, number: int) -> Session:
    """Trace one game and replay it: every move is legal, and the result is the same."""
    told = f"{game} {policies} {options} seed {seed} number {number}"
    batch, moves = follow(game, policies, number, options=options, seed=seed)
    session = replayed(game, len(policies), options, seed, number, moves)
    assert batch.result(0) == session.result, told
    return session


def starter(session: Session) -> Any:
    """The seat that began the game, from its events: the first with a seat is the lot or the first throw."""
    return next(seat for event in session.events if (seat := getattr(event, "seat", None)) is not None)
