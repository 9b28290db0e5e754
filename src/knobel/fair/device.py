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

    Whoever knows a link knows all before it. So after wants that were not seen, whatever the server says of them, it
    begins another chain; and a link is given for one want alone, as it was bound when it was given first.

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
        self._anchors = dict[int, str | None]()
        """Those that the dice are bound to, by seats."""
        self._coming = list[tuple[int, str | None]]()
        """What changes in them after the want that is open."""
        self._given: tuple[int, dict[int, str | None]] | None = None
        """The last want for which a link was given, and the anchors then."""

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
        commands = self._begin(fair["root"], fair["section"]) if fair["root"] != self._root else []
        self._wants, self._open = fair["wants"], fair["want"] is not None
        self._anchors = {place: each and each["anchor"] for place, each in enumerate(fair["anchors"])}
        self._coming = [(each["seat"], each["anchor"]) for each in fair["coming"]]
        if self._anchors[seat] is not None and self._anchors[seat] == self._anchor:
            self._since = fair["anchors"][seat]["since"]
            if self._wants > self._next:
                return self._promise()
        elif (seat, self._anchor) in self._coming:
            self._since = self._wants + 1
        elif self._anchors[seat] is None and not commands:
            return [{"c": "anchor", "anchor": self._anchor}]  # it was lost with the line
        return commands + self.again()

    def _follow(self, seat: int, entry: dict[str, Any]) -> list[Command]:
        match entry:
            case {"t": "started", "fair": {"root": root}}:
                return self._begin(root, 0)
            case {"t": "rooted", "root": root}:
                return self._begin(root, self._section + 1)
            case {"t": "anchored", "seat": place, "anchor": anchor}:
                self._change(place, anchor)
                if place == seat:
                    self._since = self._wants + self._open if anchor == self._anchor else None
            case {"t": "bot_sat", "seat": place}:
                self._change(place, None)
            case {"t": "wanted", "want": want}:
                self._wants, self._open = want, True
                return self._reveal()
            case {"t": "played"} if self._open:
                self._wants, self._open = self._wants + 1, False
                self._anchors.update(self._coming)
                self._coming.clear()
        return []

    def _change(self, place: int, anchor: str | None) -> None:
        if self._open:
            self._coming.append((place, anchor))
        else:
            self._anchors[place] = anchor

    def _begin(self, root: str, section: int) -> list[Command]:
        self._root, self._section = root, section
        self._wants, self._open = 0, False
        self._anchors.clear()
        self._coming.clear()
        return self._promise()

    def _promise(self) -> list[Command]:
        self._chain, self._since, self._given = Chain(self._draw(SIZE)), None, None
        return [{"c": "anchor", "anchor": self._anchor}]

    @property
    def _anchor(self) -> str | None:
        return None if self._chain is None else self._chain.anchor.hex()

    @property
    def _next(self) -> int:
        """The want that follows on the last one for which a link was given."""
        return (self._since or 0) if self._given is None else self._given[0] + 1

    def _reveal(self) -> list[Command]:
        if self._chain is None or self._since is None or self._since > self._wants:
            return []
        if self._given is not None:
            want, anchors = self._given
            if self._wants < want or (self._wants == want and self._anchors != anchors):
                return []
        self._given = self._wants, dict(self._anchors)
        link = self._chain.link(self._wants - self._since + 1).hex()
        return [{"c": "reveal", "section": self._section, "want": self._wants, "link": link}]
