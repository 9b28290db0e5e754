"""LAN address of this machine, and QR codes of addresses."""

from __future__ import annotations

import io
import socket
from functools import lru_cache

import segno

from ..documents import Drawn


def lan_address() -> str | None:
    """The address of this machine in its local network; None if it has no network. No packet is sent."""
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((elsewhere, 9))
            except OSError:
                continue
            address = str(probe.getsockname()[0])
            if not address.startswith(("127.", "0.")) and address != "::1":
                return f"[{address}]" if ":" in address else address
    return None


def qr_terminal(address: str) -> str:
    """A QR code of an address, drawn with half blocks."""
    drawing = io.StringIO()
    segno.make(address, error="l").terminal(drawing, compact=True, border=2)
    return drawing.getvalue()


@lru_cache(maxsize=64)
def qr_svg(address: str) -> bytes:
    """A QR code of an address as SVG, dark on white so that every camera reads it."""
    drawing = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawing, kind="svg", border=2, dark="#1d1610", light="#ffffff", xmldecl=False, svgclass=None, lineclass=None
    )
    return drawing.getvalue()


def qr_path(address: str) -> Drawn:
    """A QR code as an SVG path, for pages that draw it. It is not cached: the address may be secret."""
    rows = tuple(segno.make(address, error="m", micro=False).matrix_iter(border=2))
    dark = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, bit in enumerate(row) if bit]
    return Drawn(len(rows), "".join(dark))
