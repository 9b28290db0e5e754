"""Three German dice games, exactly: Zock'n'Roll, ZOCK and Schocken.

>>> import knobel
>>> from knobel import zock
>>> game, dice = zock.new(["Anna", "Ben"], variant="B", games=1), knobel.SeededDice(7)
>>> while not game.over:
...     if game.seat is None:
...         events = game.roll(dice)
...     else:
...         state = game.play(game.ask("casual", dice), dice=dice)
>>> game.result.winners
(0,)

`knobel.zock`, `knobel.schocken` and `knobel.zocknroll` have `new`, `load` and the types of one game. A session knows
its `seat`, `moves` and `result`; `roll` throws dice, `play` plays a move, `check` says why one is illegal, `undo`
takes one back, `ask` asks a bot and `coach` analyses the game. `load` and `dump` read and write records. Bad input
raises a `KnobelError` with the number of the rule. Below that, `GAMES` holds each game as five pure functions.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from . import schocken, zock, zocknroll
from .records import AnySession, dump, dumps, load, loads, new, play_out
from .rules import GAMES
from .rules.dice import DiceSource, ScriptedDice, SeededDice, SystemDice, TypedDice, outcomes
from .rules.errors import BadDice, BadOptions, BadPosition, BadRecord, IllegalEvent, KnobelError
from .rules.game import FACE_DOWN, Chance, Decision, Lot, Over, read_event
from .session import Session

if TYPE_CHECKING:
    from .bots import BOTS, make_bot
    from .forms import drawing, parse, position, svg

__version__ = "0.1.0"

__all__ = [
    "BOTS",
    "FACE_DOWN",
    "GAMES",
    "AnySession",
    "BadDice",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "Chance",
    "Decision",
    "DiceSource",
    "IllegalEvent",
    "KnobelError",
    "Lot",
    "Over",
    "ScriptedDice",
    "SeededDice",
    "Session",
    "SystemDice",
    "TypedDice",
    "drawing",
    "dump",
    "dumps",
    "load",
    "loads",
    "make_bot",
    "new",
    "outcomes",
    "parse",
    "play_out",
    "position",
    "read_event",
    "schocken",
    "svg",
    "zock",
    "zocknroll",
]

_WHEN_USED = {"bots": ("BOTS", "make_bot"), "forms": ("drawing", "parse", "position", "svg")}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import bots and text forms on first use (PEP 562), so that `import knobel` stays quick."""
        for module, names in _WHEN_USED.items():
            if name in names:
                return getattr(import_module(f".{module}", __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
