"""A player's half for any client in Python: what to send at a table whose dice everybody can check. No I/O."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

from .chains import Chain
from .hashing import SIZE

Command: TypeAlias = dict[str, Any]
"""The `do` of a frame to the table."""


class Device:
    """Follows a table by what comes over its WebSocket, and says what to send: anchors, and links when dice are wanted.

    `draw` makes the secrets of its chains.
    """

    def __init__(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._draw = draw
        self._root: str | None = None
        self._section = 0
        self._chain: Chain | None = None
        self._since: int | None = None
        self._wants = 0
        self._open = False

    def hear(self, seat: int | None, frame: Any) -> list[Command]:
        """What follows from a frame of the server, which is a client on `seat`."""
        if seat is None or not isinstance(frame, dict):
            return []
        if frame["m"] == "snapshot":
            return self._see(seat, frame.get("fair"))
        return [command for step in frame.get("steps", ()) for command in self._follow(seat, step["e"])]

    def again(self) -> list[Command]:
        """What to send once more over a new connection."""
        return self._reveal() if self._open else []

    def _see(self, seat: int, fair: dict[str, Any] | None) -> list[Command]:
        if fair is None:
            self._root = None
            return []
        anchored = fair["anchors"][seat]
        commands = self._begin(fair["root"], fair["section"]) if fair["root"] != self._root else []
        self._wants, self._open = fair["wants"], fair["want"] is not None
        if anchored is not None and anchored["anchor"] == self._anchor:
            self._since, commands = anchored["since"], []
        return commands + self.again()

    def _follow(self, seat: int, entry: dict[str, Any]) -> list[Command]:
        match entry:
            case {"t": "started", "fair": {"root": root}}:
                return self._begin(root, 0)
            case {"t": "rooted", "root": root}:
                return self._begin(root, self._section + 1)
            case {"t": "anchored", "seat": place, "anchor": anchor} if place == seat:
                self._since = self._wants + self._open if anchor == self._anchor else None
            case {"t": "wanted", "want": want}:
                self._wants, self._open = want, True
                return self._reveal()
            case {"t": "played"} if self._open:
                self._wants, self._open = self._wants + 1, False
        return []

    def _begin(self, root: str, section: int) -> list[Command]:
        self._root, self._section, self._chain = root, section, Chain(self._draw(SIZE))
        self._wants, self._open, self._since = 0, False, None
        return [{"c": "anchor", "anchor": self._anchor}]

    @property
    def _anchor(self) -> str | None:
        return None if self._chain is None else self._chain.anchor.hex()

    def _reveal(self) -> list[Command]:
        if self._chain is None or self._since is None or self._since > self._wants:
            return []
        link = self._chain.link(self._wants - self._since + 1).hex()
        return [{"c": "reveal", "section": self._section, "want": self._wants, "link": link}]
