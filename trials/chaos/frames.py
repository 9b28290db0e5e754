"""Splits the bytes of one direction of a WebSocket into its handshake and its frames."""

from __future__ import annotations

from typing import Final

_END_OF_HANDSHAKE: Final = b"\r\n\r\n"
_WIDTHS: Final = {126: 2, 127: 8}
"""Bytes of a length that does not fit into the second byte (RFC 6455, 5.2)."""


class Frames:
    r"""Buffers bytes, and returns complete parts.

    >>> frames = Frames()
    >>> frames.add(b"GET / HTTP/1.1\r\n\r\n\x81\x02h")
    [b'GET / HTTP/1.1\r\n\r\n']
    >>> frames.add(b"i\x81\x80mask\x81")
    [b'\x81\x02hi', b'\x81\x80mask']
    """

    def __init__(self) -> None:
        self._bytes = b""
        self._shaken = False

    def add(self, data: bytes) -> list[bytes]:
        """The handshake, or the frames, that are complete with these bytes."""
        self._bytes += data
        whole = list[bytes]()
        while (end := self._end()) is not None:
            whole.append(self._bytes[:end])
            self._bytes = self._bytes[end:]
            self._shaken = True
        return whole

    def _end(self) -> int | None:
        """Where the first whole part ends; None while it is not all there."""
        if not self._shaken:
            found = self._bytes.find(_END_OF_HANDSHAKE)
            return None if found < 0 else found + len(_END_OF_HANDSHAKE)
        if len(self._bytes) < 2:
            return None
        masked, length = divmod(self._bytes[1], 128)
        width = _WIDTHS.get(length, 0)
        if width:
            length = int.from_bytes(self._bytes[2 : 2 + width], "big")
        end = 2 + width + 4 * masked + length
        return end if len(self._bytes) >= max(end, 2 + width) else None
