"""Who waits for the answers to commands that are being stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...store import Key

Reply: TypeAlias = Callable[[bytes | None], None]
"""Gets the encoded answer to a command; None if it was lost with the table and has to be sent again."""

Mention: TypeAlias = Callable[[bytes], None]
"""Gets an encoded answer that is in no hurry."""


class Replies:
    """One command may have come several times, over several connections, before it is stored."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting = dict[Key, list[Reply]]()

    def joined(self, key: Key, reply: Reply) -> bool:
        """Whether the command is being stored already; if so, `reply` hears what the others hear."""
        others = self._waiting.get(key)
        if others is None:
            return False
        others.append(reply)
        return True

    def expect(self, key: Key, reply: Reply) -> None:
        """The command is being stored from now on."""
        self._waiting[key] = [reply]

    def answer(self, key: Key, answer: bytes) -> None:
        """The command is stored."""
        for reply in self._waiting.pop(key, ()):
            reply(answer)

    def lose(self) -> None:
        """Nothing of it will be stored."""
        lost, self._waiting = self._waiting, {}
        for replies in lost.values():
            for reply in replies:
                reply(None)
