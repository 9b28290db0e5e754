"""Where real dice are typed in."""

from __future__ import annotations

from typing import Final

from textual.widgets import Input

_DICE: Final = "123456"
_BETWEEN: Final = " ,;+/-"


class DiceInput(Input):
    """Takes dice only; all other keys keep the meaning that they have at the table."""

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id, restrict=rf"[{_DICE}{_BETWEEN}]*")

    def check_consume_key(self, key: str, character: str | None) -> bool:  # noqa: ARG002 - Textual's signature
        return character is not None and character in _DICE + _BETWEEN
