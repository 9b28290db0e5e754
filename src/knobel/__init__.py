"""Three German dice games, exactly: Zock'n'Roll, ZOCK and Schocken.

>>> import knobel
>>> session = knobel.play_out("schocken", ["Anna", "Ben", "Cleo"], seed=7)
>>> session.result.loser in range(3)
True

`GAMES` holds the games as values with their five functions; `Session` plays one and keeps its history; `play_out`
lets bots play a whole game; `loads` and `dumps` read and write records; `position`, `parse`, `drawing` and `svg` are
the text forms of states. Everything that is a person's mistake raises a `KnobelError` with the rule that decides.
"""

from .bots import BOTS, make_bot, play_out
from .forms import drawing, parse, position, svg
from .rules import GAMES
from .rules.dice import ScriptedDice, SeededDice, SystemDice, TypedDice, outcomes
from .rules.errors import BadDice, BadOptions, BadPosition, BadRecord, IllegalEvent, KnobelError
from .rules.game import FACE_DOWN, Chance, Decision, Lot, Over
from .rules.records import dumps, loads, read_event
from .rules.session import Session

__version__ = "0.1.0"

__all__ = [
    "BOTS",
    "FACE_DOWN",
    "GAMES",
    "BadDice",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "Chance",
    "Decision",
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
    "dumps",
    "loads",
    "make_bot",
    "outcomes",
    "parse",
    "play_out",
    "position",
    "read_event",
    "svg",
]
