"""The log of a game, read for what it says about the dice."""

from __future__ import annotations

from ..fair.transcript import Anchor, Section, Transcript
from .events import Anchored, Bond, BotSat, Disclosed, Played, Rooted, TableEvent, Wanted

_UNKNOWN = "0" * 64
"""In place of a secret that is not disclosed yet."""


class Account:
    """Collects entry by entry what was promised and revealed since a game began."""

    def __init__(self, bond: Bond, taken: int) -> None:
        self._bond = bond
        self._taken = taken
        self._roots = [bond.root]
        self._anchors = [list[Anchor]()]
        self._wants = [list[tuple[str | None, ...]]()]
        self._secrets: tuple[str, ...] = ()
        self._open = False

    def add(self, entry: TableEvent) -> None:
        match entry:
            case Rooted(root=root):
                self._roots.append(root)
                self._anchors.append([])
                self._wants.append([])
            case Anchored(seat=seat, anchor=anchor):
                self._anchors[-1].append(Anchor(seat, anchor, self._since))
            case BotSat(seat=seat):
                self._anchors[-1].append(Anchor(seat, None, self._since))
            case Wanted():
                self._open = True
            case Played(links=links):
                self._open = False
                if links is not None:
                    self._wants[-1].append(links)
            case Disclosed(secrets=secrets):
                self._secrets = secrets

    @property
    def _since(self) -> int:
        """The next want: what is promised while one is open does not count for it."""
        return len(self._wants[-1]) + self._open

    def transcript(self) -> Transcript:
        secrets = self._secrets or (_UNKNOWN,) * len(self._roots)
        sections = zip(self._roots, secrets, self._anchors, self._wants, strict=True)
        return Transcript(
            self._bond.game,
            self._bond.table,
            tuple([Section(root, secret, tuple(anchors), tuple(wants)) for root, secret, anchors, wants in sections]),
            self._taken,
        )
