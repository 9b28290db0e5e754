"""The session of the front door: a game that rolls, plays, draws itself and asks bots and the coach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Self

from .rules import records
from .rules.dice import DiceSource
from .rules.errors import BadOptions, BadRecord, IllegalEvent
from .rules.game import AnyGame, Options, read_options
from .rules.session import E, S
from .rules.session import Session as RulesSession

if TYPE_CHECKING:
    from .coach.analysis import Analysis


class Session(RulesSession[S, E]):
    """One game being played; `knobel.zock`, `knobel.schocken` and `knobel.zocknroll` make them with `new`.

    A function for all games takes a plain `knobel.Session`.

    `fair` is what a loaded record says about its dice, if anything; playing on or taking back drops it.

    >>> from knobel import SeededDice, zock
    >>> game, dice = zock.new(["Anna", "Ben"], variant="B", games=1), SeededDice(7)
    >>> game.roll(dice)
    (RollOff(dice=((1, 3), (4, 6))), Throw(seat=1, dice=(3, 2)))
    >>> game.seat, game.moves[0]
    (1, Cover(seat=1, fields=(2, 3)))
    >>> state = game.play(game.moves[0], dice=dice)
    >>> game
    zock.Session(['Anna', 'Ben'], 'zock variant=B,games=1 throw 0 23 123456789/1..456789 - - - -')
    """

    rules: ClassVar[AnyGame]

    def __init__(self, players: Sequence[str], options: Options | Mapping[str, object] = MappingProxyType({})) -> None:
        if not hasattr(self, "rules"):
            raise TypeError('a session belongs to one game: use knobel.zock.new(...), or knobel.new("zock", ...)')
        if isinstance(players, str) or not all(isinstance(name, str) for name in players):
            raise BadOptions("players must be a list of names, such as ['Anna', 'Ben']")
        super().__init__(self.rules, players, options)
        self.fair: object = None

    @classmethod
    def loads(cls, text: str | bytes) -> Self:
        """The game of a record; a bad record, or one of another game, raises `BadRecord`."""
        document = records.read_json(text)
        session = records.replay_as(cls._of_record, document)
        session.fair = document.get("fair") if isinstance(document, dict) else None
        return session

    @classmethod
    def _of_record(cls, game: AnyGame, players: Sequence[str], options: object) -> Self:
        if game is not cls.rules:
            raise BadRecord(f"this is a record of {game.name}, not of {cls.rules.name}")
        return cls(players, read_options(game, options))

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The game of the only record in a file."""
        return cls.loads(read_one(path))

    def play(self, event: E | Mapping[str, object], dice: DiceSource | None = None) -> S:
        state = super().play(event, dice)
        self.fair = None
        return state

    def take_back(self, count: int) -> None:
        super().take_back(count)
        self.fair = None

    def undo(self) -> Self:
        """Take back the last event: this session as it was before it."""
        if not self.events:
            raise IllegalEvent("there is nothing to undo: no event has been played")
        self.take_back(len(self.events) - 1)
        return self

    def ask(self, level: str, source: DiceSource | None = None) -> E:
        """The move of a bot for the seat that decides; the bot sees that seat's view only.

        `level` is a name of `knobel.BOTS`; `source` makes the choice repeatable.
        """
        from .bots import make_bot

        seat = self.seat
        if seat is None:
            raise IllegalEvent("no seat decides now: " + ("the game is over" if self.over else "roll the dice first"))
        return make_bot(level, self.game, source).choose(self.view(seat))

    def coach(self) -> Analysis:
        """Analyse all events so far: what each decision cost, and how much was luck."""
        from .coach.analyse import analyse

        return analyse(self)

    def svg(self) -> str:
        """The state as a picture with the names of the players."""
        from .forms import svg

        return svg(self.state, self.players)

    _repr_svg_ = svg

    def __str__(self) -> str:
        from .forms import drawing

        return drawing(self.state, self.players)

    def __repr__(self) -> str:
        from .forms import position

        return f"{self.game.name}.Session({list(self.players)}, {position(self.state)!r})"


def read_one(path: Path | str) -> bytes:
    """The text of the only record in a file."""
    texts = records.texts_in_file(Path(path))
    if len(texts) != 1:
        raise BadRecord(f"the file holds {len(texts)} records, not one; read its lines with loads")
    return texts[0][1]
