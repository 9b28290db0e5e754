"""Where real dice are typed in."""

from __future__ import annotations

import re
from typing import Final

from textual.events import Key
from textual.widgets import Input

_DICE: Final = "123456"
_BETWEEN: Final = " ,;-+/"


class DiceInput(Input):
    """Takes dice only; all other keys keep the meaning that they have at the table."""

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id, restrict=f"[{re.escape(_DICE + _BETWEEN)}]*")

    def on_key(self, event: Key) -> None:
        if event.character is not None and event.character not in _DICE + _BETWEEN:
            event.prevent_default()  # not typed in, so that the table gets it
