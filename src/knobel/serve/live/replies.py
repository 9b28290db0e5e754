"""Replies to commands: those who wait for one that is being stored, and what they get."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...store import CommandKey
from ..messages import Accepted, encode

Reply: TypeAlias = Callable[[bytes | None], None]
"""Gets the encoded answer to a command; None if it was lost with the table and has to be sent again."""

DeferredReply: TypeAlias = Callable[[bytes], None]
"""Gets an encoded answer that is not urgent."""


class PendingReplies:
    """Replies to commands that are being stored, keyed by idempotency key (table, device, command id).

    A command may arrive several times, over several connections, before it is stored.
    """

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting = dict[CommandKey, list[Reply]]()

    def join(self, key: CommandKey, reply: Reply) -> bool:
        """Whether the command is being stored already; if so, `reply` gets the same answer."""
        others = self._waiting.get(key)
        if others is None:
            return False
        others.append(reply)
        return True

    def add(self, key: CommandKey, reply: Reply) -> None:
        self._waiting[key] = [reply]

    def take(self, key: CommandKey) -> Reply:
        """Answers all who wait for a command, which is not being stored after all."""
        replies = self._waiting.pop(key, ())

        def reply(answer: bytes | None) -> None:
            for each in replies:
                each(answer)

        return reply

    def resolve(self, key: CommandKey, answer: bytes) -> None:
        """The command is stored."""
        for reply in self._waiting.pop(key, ()):
            reply(answer)

    def fail(self) -> None:
        """None of the commands will be stored."""
        lost, self._waiting = self._waiting, {}
        for replies in lost.values():
            for reply in replies:
                reply(None)


def whole_answer(key: CommandKey, stored: bytes) -> bytes:
    """A stored answer as the client gets it: of an accepted command, the store keeps the version only."""
    return encode(Accepted(key.id, int(stored))) if stored.isdigit() else stored
