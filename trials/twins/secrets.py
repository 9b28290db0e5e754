"""Secrets while dice are hidden: their keys, the server's secret, and later links."""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from typing import Final

from tests.serve.memory_server import Socket

from .dice import Hiding

_SOON: Final = 6
"""Future throws whose keys are searched for."""

_LINKS: Final = re.compile(r'"links":\[([^]]*)]')


class Secrets:
    """All secrets at one moment, by viewer; `people` are the sockets of the seats."""

    def __init__(self, hiding: Hiding, people: Iterable[Socket]) -> None:
        decks, fair = hiding.server.services.key_pool, hiding.table.fair
        assert decks is not None
        assert fair is not None
        self._hiding = hiding
        self._keys = keys = decks.keys(fair)
        self._from_all = {
            "the secret of the server": _written(decks._server_secret),
            "the secret of the game": _written(bytes.fromhex(decks.secret(fair.game, fair.section))),
            **{
                f"the key of throw {throw}, which is not wanted yet": _written(keys.key(throw))
                for throw in range(fair.throws, fair.throws + _SOON)
            },
            **{f"the next link of seat {seat}": _written(_next_link(socket)) for seat, socket in enumerate(people)},
        }

    def found(self, texts: Sequence[str], seat: int | None) -> list[str]:
        """The secrets found in what a seat or spectator received."""
        text = "\n".join(texts)
        hidden = {
            f"the key of throw {throw}": _written(self._keys.key(throw)) for throw in self._hiding.hidden_from(seat)
        }
        secrets = {**self._from_all, **hidden}
        return [name for name, written in secrets.items() if any(each in text for each in written)]


def _next_link(socket: Socket) -> bytes:
    """The link that a device will reveal next."""
    device = socket.fair
    assert device._chain is not None
    assert device._since is not None
    return device._chain.link(device._next - device._since + 1)


def _written(secret: bytes) -> tuple[str, ...]:
    """The encodings in which a secret is searched for."""
    plain = secret.hex(), b64encode(secret).decode().rstrip("="), urlsafe_b64encode(secret).decode().rstrip("=")
    return *plain, plain[0].upper()


def revealed_early(frames: Iterable[str]) -> list[str]:
    """Links that were sent before the frame with their dice: they would allow a selective abort."""
    early, before = list[str](), ""
    for frame in frames:
        links = [link for links in _LINKS.findall(frame) for link in re.findall("[0-9a-f]{64}", links)]
        early += [f"the link {link} before its dice" for link in links if link in before]
        before += frame
    return early
