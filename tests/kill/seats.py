"""A seat that remembers everything it asked and everything it was told."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

from msgspec import Struct


class Asked(Struct):
    """A command as it was sent, and its answer as it came, to the byte; None while there is none."""

    frame: str
    kind: str
    answer: str | None = None

    @property
    def accepted(self) -> int | None:
        """The version after it, if it was accepted."""
        said = json.loads(self.answer or "null")
        return said["v"] if said and said["m"] == "ok" else None


def fingerprint(step: dict[str, Any]) -> bytes:
    return hashlib.blake2b(json.dumps(step, sort_keys=True).encode(), digest_size=8).digest()


class Seat:
    """What a client of one seat knows. `shown` has a fingerprint of every step that it saw, by version."""

    def __init__(self, cookie: str) -> None:
        self.cookie = cookie
        self.v = 0
        self.table: dict[str, Any] = {}
        self.game: dict[str, Any] | None = None
        self.asked: list[Asked] = []
        self.first: Asked | None = None
        self.shown: dict[int, bytes] = {}
        self.count = 0

    @property
    def waits(self) -> bool:
        """Whether a command of this seat has no answer, or its effect was not shown yet."""
        if not self.asked:
            return False
        last = self.asked[-1]
        return last.answer is None or (last.accepted or 0) > self.v

    def hear(self, text: str) -> None:
        said = json.loads(text)
        if said == 0:
            return
        match said["m"]:
            case "snapshot":
                self.v, self.table, self.game = said["v"], said["table"], said["game"]
            case "steps":
                for step in said["steps"]:
                    self.see(step)
            case "ok" | "no":
                self.answered(said["id"], text)

    def see(self, step: dict[str, Any]) -> None:
        """Take the next step; nothing may be missing, and what was shown before may not have changed."""
        v, print_ = step["v"], fingerprint(step)
        assert self.shown.setdefault(v, print_) == print_, f"entry {v} is not what was shown before: {step}"
        assert v <= self.v + 1, f"entries between {self.v} and {v} are missing"
        if v == self.v + 1:
            self.v, self.table, self.game = v, step.get("table", self.table), step.get("game", self.game)

    def answered(self, command: str, text: str) -> None:
        last = self.asked[-1]
        assert json.loads(last.frame)["id"] == command, f"an answer to {command}, which is not waited for"
        said = json.loads(text)
        if said["m"] == "no":
            raise AssertionError(f"{last.frame} was refused: {text}")
        last.answer = text

    def next(self, mind: random.Random) -> str | None:
        """The frame of this seat's next command, if it has one to give."""
        if self.table["phase"] == "over":
            return None if self.table["seats"][self.table["you"]].get("again") else self._ask({"c": "rematch"})
        pending = (self.game or {}).get("pending", {})
        if pending.get("seat") != self.table["you"]:
            return None
        match pending["kind"]:
            case "throw":
                return self._ask({"c": "throw"})
            case "decision":
                return self._ask({"c": "move", "move": mind.choice(pending["moves"])})
            case _:
                return None

    def _ask(self, what: dict[str, Any]) -> str:
        self.count += 1
        frame = json.dumps({"id": f"{what['c']}-{self.count:06}-{'x' * 16}", "v": self.v, "do": what})
        self.asked.append(Asked(frame, what["c"]))
        return frame
