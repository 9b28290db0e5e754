"""A player's side of the dice protocol for clients in Python, sans-I/O: frames in, commands out."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

from .hash_chain import HashChain
from .hashing import SIZE

Command: TypeAlias = dict[str, Any]
"""The `do` of a frame to the table."""


class Participant:
    """One player's device: it follows the frames of a WebSocket, commits to hash chains, and reveals links.

    A link gives away all links before it. So after wants that the device did not see, whatever the server claims about
    them, it commits to a new chain, and also when it connects again after another device has replaced it. It reveals a
    link for one want only, under the anchors that were bound at the first reveal. Steps that it has followed before are
    passed over, so a client may ask for them again.

    `draw` makes the secrets of its chains.
    """

    def __init__(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._draw = draw
        self._version = 0
        self._root: str | None = None
        self._section = 0
        self._chain: HashChain | None = None
        self._since: int | None = None
        self._wants = 0
        self._open = False
        self._anchors = dict[int, str]()
        """The anchors that the dice are bound to, by seat, without seats that have none."""
        self._coming = list[tuple[int, str | None]]()
        """Changes that take effect after the open want."""
        self._revealed: tuple[int, dict[int, str]] | None = None
        """The last want that a link was revealed for, and the anchors at that time."""

    def receive(self, seat: int | None, frame: Any) -> list[Command]:
        """The commands to send after a frame of the server, for a client on `seat`."""
        if seat is None or not isinstance(frame, dict):
            return []
        if frame["m"] == "snapshot":
            self._version = frame["v"]
            return self._see(seat, frame.get("fair"))
        commands = list[Command]()
        for step in frame.get("steps", ()):
            if step["v"] > self._version:
                self._version = step["v"]
                commands += self._follow(seat, step["e"])
        return commands

    def repeat(self) -> list[Command]:
        """The commands to repeat over a new connection."""
        return self._reveal() if self._open else []

    def _see(self, seat: int, fair: dict[str, Any] | None) -> list[Command]:
        if fair is None:
            self._root = None
            return []
        commands = self._begin(fair["root"], fair["section"]) if fair["root"] != self._root else []
        self._wants, self._open = fair["wants"], fair["want"] is not None
        self._anchors = {place: each["anchor"] for place, each in enumerate(fair["anchors"]) if each}
        self._coming = [(each["seat"], each["anchor"]) for each in fair["coming"]]
        coming = dict(self._coming)
        if coming.get(seat, self._anchors.get(seat)) != self._anchor:  # it was lost with the connection, or replaced
            return commands or (self._commit() if self._revealed else self._promise())
        if seat in coming:
            self._since = self._wants + 1
        else:
            self._since = fair["anchors"][seat]["since"]
            if self._wants > self._next:
                return self._commit()
        return self.repeat()

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
                for place, anchor in self._coming:
                    self._change(place, anchor)
                self._coming.clear()
        return []

    def _change(self, place: int, anchor: str | None) -> None:
        if self._open:
            self._coming.append((place, anchor))
        elif anchor is None:
            self._anchors.pop(place, None)
        else:
            self._anchors[place] = anchor

    def _begin(self, root: str, section: int) -> list[Command]:
        self._root, self._section = root, section
        self._wants, self._open = 0, False
        self._anchors.clear()
        self._coming.clear()
        return self._commit()

    def _commit(self) -> list[Command]:
        self._chain, self._since, self._revealed = HashChain(self._draw(SIZE)), None, None
        return self._promise()

    def _promise(self) -> list[Command]:
        return [{"c": "anchor", "anchor": self._anchor}]

    @property
    def _anchor(self) -> str | None:
        return None if self._chain is None else self._chain.anchor.hex()

    @property
    def _next(self) -> int:
        """The want after the last one that a link was revealed for."""
        return (self._since or 0) if self._revealed is None else self._revealed[0] + 1

    def _reveal(self) -> list[Command]:
        if self._chain is None or self._since is None or self._since > self._wants:
            return []
        if self._revealed is not None:
            want, anchors = self._revealed
            if self._wants < want or (self._wants == want and self._anchors != anchors):
                return []
        self._revealed = self._wants, dict(self._anchors)
        link = self._chain.link(self._wants - self._since + 1).hex()
        return [{"c": "reveal", "section": self._section, "want": self._wants, "link": link}]
