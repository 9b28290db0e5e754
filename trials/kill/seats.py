"""The client state of a seat: every command sent, every answer and every step received."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from typing import Any

from msgspec import Struct, json

from knobel.fair.participant import Participant


class Missing(AssertionError):
    """A gap in the received steps; it never happens over a good network."""


class Asked(Struct):
    """A sent command and the exact text of its answer; None while there is none.

    `accepted` is the version after it, if it was accepted. An anchor may arrive too late for its game.
    """

    id: str
    frame: str
    kind: str
    answer: str | None = None
    accepted: int | None = None

    def receive(self, answer: str) -> None:
        """Record an answer; repeated ones have to be identical."""
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
    """The state of a client. `shown` has a fingerprint of every received step, by version.

    Its device contributes to the dice: it sends its anchor as a normal command, and reveals links without keeping
    them. `refused` counts the refusals of its links by their sentence; that of a wrong link is a failure, and is raised
    by `check_links`. `last` is the last entry that it was shown.
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
        self.refused = Counter[str]()
        self.last: dict[str, Any] = {}
        self._wrong: list[str] = []
        self._open: list[Asked] = []
        self._device = Participant()
        self._unsent: list[str] = []
        self._falling = False

    @property
    def waits(self) -> bool:
        """Whether a command has no answer, or its effect was not received yet."""
        self._open = [asked for asked in self._open if asked.answer is None or (asked.accepted or 0) > self.v]
        return bool(self._open)

    @property
    def unanswered(self) -> list[str]:
        """The frames of commands without an answer, to be resent unchanged."""
        return [asked.frame for asked in self._open if asked.answer is None]

    def greeting(self) -> list[str]:
        """The frames to send first over a new connection."""
        self._unsent = []
        return self.unanswered + self.links()

    def reaction(self) -> list[str]:
        """The frames of the dice protocol that answer the last received frames."""
        said, self._unsent = self._unsent, []
        return said

    def receive(self, text: str) -> None:
        said = json.decode(text)
        if said == 0:
            return
        match said["m"]:
            case "snapshot":
                if said["v"] >= self.v:  # late snapshots are outdated
                    self.v, self.table, self.game = said["v"], said["table"], said["game"]
                    self.last, self._falling = {}, False  # the snapshot has what the game waits for
                    self._take_part(said)
            case "steps":
                for step in said["steps"]:
                    self.see(step)
            case "ok" | "no":
                self.answered(said["id"], text)

    def expect(self, step: dict[str, Any]) -> None:
        """Record the fingerprint of a step; an earlier one has to be identical."""
        v, print_ = step["v"], fingerprint(step)
        assert self.shown.setdefault(v, print_) == print_, f"entry {v} is not what was shown before: {step}"

    def see(self, step: dict[str, Any]) -> None:
        """Apply the next step; raises `Missing` at a gap."""
        self.expect(step)
        v = step["v"]
        if v > self.v + 1:
            raise Missing(f"entries between {self.v} and {v} are missing")
        if v == self.v + 1:
            self.v, self.table, self.game = v, step.get("table", self.table), step.get("game", self.game)
            self.last = step["e"]
            self._falling = (self._falling or step["e"]["t"] == "wanted") and step["e"]["t"] != "played"
            if self.table:
                self._take_part({"m": "steps", "steps": [step]})

    def _take_part(self, frame: dict[str, Any]) -> None:
        for what in self._device.receive(self.table["you"], frame):
            self._unsent.append(self._ask(what) if what["c"] == "anchor" else self._frame(what))

    def answered(self, command: str, text: str) -> None:
        if command.startswith("reveal-"):
            self._revealed(command, json.decode(text))
            return
        asked = next((asked for asked in reversed(self.asked) if asked.id == command), None)
        assert asked is not None, f"an answer to {command}, which was never asked: {text}"
        if asked.answer is None:
            self.acknowledged += 1
        else:
            self.again += 1
        asked.receive(text)

    def _revealed(self, command: str, said: dict[str, Any]) -> None:
        if said["m"] == "no":
            self.refused[said["sentence"]] += 1
            if said["why"] == "illegal":
                self._wrong.append(f"{command} at {self.v}: {said}, {self.device}")

    @property
    def device(self) -> str:
        """What its device knows of the dice, for reports."""
        known = self._device
        revealed = None if known._revealed is None else known._revealed[0]
        wants = f"{'waits for' if known._open else 'next'} want {known._wants}"
        return f"{wants}, chain since {known._since}, last link for {revealed}"

    def forget(self) -> None:
        """Lose the secrets of its device, as a page without storage that is loaded again."""
        self._device = Participant()

    @property
    def is_new(self) -> bool:
        """Whether its device has not seen a game yet, so that it needs a snapshot."""
        return self._device._root is None

    def check_links(self) -> None:
        """No link of an honest device is wrong."""
        assert not self._wrong, f"{len(self._wrong)} links were refused, first {self._wrong[0]}"

    @property
    def waits_for(self) -> tuple[str, int | None]:
        """What the table waits for, and the seat that has to act, if it is one."""
        if self.table.get("phase") == "over":
            return "rematch", None
        if self.hands:
            return "hand", None
        pending = (self.game or {}).get("pending", {})
        return ("dice", None) if self._falling else (pending.get("kind", "nothing"), pending.get("seat"))

    @property
    def hands(self) -> list[int]:
        """The seats whose people throw the wanted dice by hand, and reveal their links on release."""
        if not self._device._open or self.game is None or self.game["game"] != "zocknroll":
            return []
        view = self.game["view"]
        people = [seat for seat, shown in enumerate(self.table["seats"]) if shown["kind"] == "person"]
        return [
            seat for seat in people if view["phase"] == "cups" or (view["phase"], view["starter"]) == ("white", seat)
        ]

    @property
    def want(self) -> tuple[str | None, int]:
        """The dice that are wanted now or next."""
        return self._device._root, self._device._wants

    def links(self) -> list[str]:
        """The frame of the link for the open want, to be sent again."""
        return [self._frame(link) for link in self._device.repeat()]

    @property
    def due(self) -> str | None:
        """What this seat has to do: `rematch`, `throw`, `decision`, or nothing."""
        kind, seat = self.waits_for
        if kind == "rematch":
            return None if self.table["seats"][self.table["you"]].get("again") else kind
        return kind if kind in ("throw", "decision") and seat == self.table["you"] else None

    def next(self, rng: random.Random) -> str | None:
        """The frame of this seat's next command; None if it has nothing to do."""
        match self.due:
            case "rematch" | "throw" as kind:
                return self._ask({"c": kind})
            case "decision":
                assert self.game is not None
                return self._ask({"c": "move", "move": rng.choice(self.game["pending"]["moves"])})
            case _:
                return None

    def emote(self) -> str:
        """The frame of an emote, which may be sent at any time."""
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
