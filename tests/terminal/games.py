"""Games that are played by bots up to some point."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from knobel.bots import make_bot
from knobel.rules.dice import SeededDice
from knobel.rules.session import Session
from knobel.terminal.match import Match
from knobel.terminal.setup import PERSON, Setup

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fred")

TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("zocknroll", 3, {}),
    ("zocknroll", 5, {"board": "pro", "first_to_decide": "left_of_starter"}),
    ("zock", 2, {"games": 2}),
    ("zock", 2, {"games": 1, "variant": "A", "referee": "players"}),
    ("zock", 2, {"games": 2, "variant": "C", "chips": {"red": 1, "blue": 2, "yellow": 5, "green": 10}}),
    ("schocken", 4, {}),
    ("schocken", 3, {"preset": "pub", "jule": True, "stones": 5}),
    ("schocken", 3, {"length": "half"}),
]
"""One of each kind of table: the game, how many play, the options."""


def new_match(game: str, seats: tuple[str, ...], seed: int = 1, **options: object) -> Match:
    return Match.new(Setup(game, NAMES[: len(seats)], seats, options, "seeded", seed))


def people(count: int) -> tuple[str, ...]:
    return (PERSON,) * count


def played(game: str, players: int, options: dict[str, object], seed: int) -> Session:
    """A whole game of random moves."""
    session = Session(game, NAMES[:players], options)
    dice = SeededDice(seed)
    bot = make_bot("random", session.game, SeededDice(seed, stream=1))
    while session.step(dice, bot.choose):
        pass
    return session


def moments(session: Session, wanted: Callable[[Session], bool]) -> Iterator[Session]:
    """The same game again, stopped at every event where `wanted` holds."""
    again = Session(session.game, session.players, session.options)
    for event in session.events:
        if wanted(again):
            yield again
        again.play(event)
