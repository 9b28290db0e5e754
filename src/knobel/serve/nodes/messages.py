"""Messages between nodes, encoded as MessagePack. All nodes of a cluster run the same version of knobel."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from ..live.ownership import HttpAnswer, HttpMessage
from ..messages import Ask


class Subscribe(Struct, frozen=True, array_like=True, tag="s"):
    """A client connects to a table; `client` is its number on this link."""

    client: int
    code: str
    device: str
    since: int | None
    most: int | None
    address: str


class Unsubscribe(Struct, frozen=True, array_like=True, tag="u"):
    client: int


class Command(Struct, frozen=True, array_like=True, tag="c"):
    client: int
    ask: Ask


class Request(Struct, frozen=True, array_like=True, tag="r"):
    number: int
    http: HttpMessage


class Frame(Struct, frozen=True, array_like=True, tag="f"):
    """A frame with all clients that get it."""

    frame: bytes
    clients: list[int]


class Deferred(Struct, frozen=True, array_like=True, tag="d"):
    """An answer that is not urgent."""

    frame: bytes
    client: int


class Close(Struct, frozen=True, array_like=True, tag="x"):
    """Clients whose connection ends, with a WebSocket close code."""

    code: int
    clients: list[int]


class Response(Struct, frozen=True, array_like=True, tag="a"):
    """The answer to a request; None if the sender is not the owner of the table."""

    number: int
    http: HttpAnswer | None


ToOwner: TypeAlias = Subscribe | Unsubscribe | Command | Request
ToEdge: TypeAlias = Frame | Deferred | Close | Response


class Envelope(Struct, frozen=True, array_like=True):
    """One message on the bus.

    `up` goes from the node with the clients to the owner of their tables, `down` back; `reset` says that a link is
    broken. `reload` goes to all nodes. `link` is the random id of a link, `source` the subject for answers, `number`
    counts the messages of one direction from 0. With `more` the body continues in the next message.
    """

    kind: Literal["up", "down", "reset", "reload"]
    source: str
    link: str = ""
    number: int = 0
    more: bool = False
    body: bytes = b""


encode: Final = msgspec.msgpack.Encoder().encode
decode_envelope: Final = msgspec.msgpack.Decoder(Envelope).decode
decode_up: Final = msgspec.msgpack.Decoder(list[ToOwner]).decode
decode_down: Final = msgspec.msgpack.Decoder(list[ToEdge]).decode
decode_codes: Final = msgspec.msgpack.Decoder(list[str]).decode
