"""The client state of a seat: every command sent, every answer and every step received."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from msgspec import Struct, json

from knobel.fair.participant import Participant


class Missing(AssertionError):
    """Entries between what a seat has seen and what it was told are missing; on a good line that never happens."""


class Asked(Struct):
    """A command as it was sent, and its answer as it came, to the byte; None while there is none.

    `accepted` is the version after it, if it was accepted. An anchor may come too late for its game.
    """

    id: str
    frame: str
    kind: str
    answer: str | None = None
    accepted: int | None = None

    def hear(self, answer: str) -> None:
        """Take an answer; every further one has to be the same."""
        if self.answer is not None:
            assert answer == self.answer, f"{self.frame} got {self.answer}, then {answer}"
            return
        said = json.decode(answer)
        accepted = said["m"] == "ok"
        assert accepted or self.kind == "anchor", f"{self.frame} was refused: {answer}"
        self.answer, self.accepted = answer, said["v"] if accepted else None


def fingerprint(step: dict[str, Any]) -> bytes:
    return hashlib.blake2b(json.encode(step, order="sorted"), digest_size=8).digest()


class Seat:
    """What a client of one seat knows. `shown` has a fingerprint of every step that it saw, by version.

    Its device has its part in the dice: it anchors its chain by a command like others, and reveals links that are
    forgotten once they are said.
    """

    def __init__(self, cookie: str) -> None:
        self.cookie = cookie
        self.v = 0
        self.table: dict[str, Any] = {}
        self.game: dict[str, Any] | None = None
        self.asked: list[Asked] = []
        self.first: Asked | None = None
        self.shown: dict[int, bytes] = {}
        self.count = 0
        self.acknowledged = 0
        self.again = 0
        self._open: list[Asked] = []
        self._device = Participant()
        self._unsaid: list[str] = []
        self._falling = False

    @property
    def waits(self) -> bool:
        """Whether a command of this seat has no answer, or its effect was not shown yet."""
        self._open = [asked for asked in self._open if asked.answer is None or (asked.accepted or 0) > self.v]
        return bool(self._open)

    @property
    def unanswered(self) -> list[str]:
        """The frames of commands without an answer, to be sent again as they were."""
        return [asked.frame for asked in self._open if asked.answer is None]

    def greeting(self) -> list[str]:
        """What to send first over a new connection."""
        self._unsaid = []
        return self.unanswered + [self._frame(link) for link in self._device.repeat()]

    def reaction(self) -> list[str]:
        """What its device has to say to what came last, for the dice."""
        said, self._unsaid = self._unsaid, []
        return said

    def hear(self, text: str) -> None:
        said = json.decode(text)
        if said == 0:
            return
        match said["m"]:
            case "snapshot":
                if said["v"] >= self.v:  # one that comes late tells nothing new
                    self.v, self.table, self.game = said["v"], said["table"], said["game"]
                    self._falling = False  # the game says it then
                    self._take_part(said)
            case "steps":
                for step in said["steps"]:
                    self.see(step)
            case "ok" | "no":
                self.answered(said["id"], text)

    def expect(self, step: dict[str, Any]) -> None:
        """A step that was or will be shown to this seat; from now on it may not change."""
        v, print_ = step["v"], fingerprint(step)
        assert self.shown.setdefault(v, print_) == print_, f"entry {v} is not what was shown before: {step}"

    def see(self, step: dict[str, Any]) -> None:
        """Take the next step; nothing may be missing, and what was shown before may not have changed."""
        self.expect(step)
        v = step["v"]
        if v > self.v + 1:
            raise Missing(f"entries between {self.v} and {v} are missing")
        if v == self.v + 1:
            self.v, self.table, self.game = v, step.get("table", self.table), step.get("game", self.game)
            self._falling = (self._falling or step["e"]["t"] == "wanted") and step["e"]["t"] != "played"
            if self.table:
                self._take_part({"m": "steps", "steps": [step]})

    def _take_part(self, frame: dict[str, Any]) -> None:
        for what in self._device.receive(self.table["you"], frame):
            self._unsaid.append(self._ask(what) if what["c"] == "anchor" else self._frame(what))

    def answered(self, command: str, text: str) -> None:
        if command.startswith("reveal-"):
            return
        asked = next((asked for asked in reversed(self.asked) if asked.id == command), None)
        assert asked is not None, f"an answer to {command}, which was never asked: {text}"
        if asked.answer is None:
            self.acknowledged += 1
        else:
            self.again += 1
        asked.hear(text)

    def next(self, mind: random.Random) -> str | None:
        """The frame of this seat's next command, if it has one to give."""
        if self.table["phase"] == "over":
            return None if self.table["seats"][self.table["you"]].get("again") else self._ask({"c": "rematch"})
        pending = (self.game or {}).get("pending", {})
        if self._falling or pending.get("seat") != self.table["you"]:
            return None
        match pending["kind"]:
            case "throw":
                return self._ask({"c": "throw"})
            case "decision":
                return self._ask({"c": "move", "move": mind.choice(pending["moves"])})
            case _:
                return None

    def wave(self) -> str:
        """The frame of a greeting, which may go out beside another command."""
        return self._ask({"c": "emote", "emote": "hello"})

    def _ask(self, what: dict[str, Any]) -> str:
        frame = self._frame(what)
        asked = Asked(f"{what['c']}-{self.count:06}", frame, what["c"])
        self.asked.append(asked)
        self._open.append(asked)
        return frame

    def _frame(self, what: dict[str, Any]) -> str:
        self.count += 1
        return json.encode({"id": f"{what['c']}-{self.count:06}", "v": self.v, "do": what}).decode()
