"""LAN address of this machine, and QR codes of addresses."""

from __future__ import annotations

import io
import socket
from functools import lru_cache
from typing import Final

import segno

from ..documents import Drawn

_SIOCGIFADDR: Final = 0x8915
"""Linux's request for the IPv4 address of an interface; others refuse it."""

_IFREQ: Final = 256


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


def interface_addresses() -> list[tuple[str, str]]:
    """The IPv4 addresses of this machine by network interface, without loopback; empty on systems but Linux."""
    try:
        from fcntl import ioctl
    except ImportError:  # Windows
        return []
    found = list[tuple[str, str]]()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = ioctl(probe.fileno(), _SIOCGIFADDR, name.encode()[:15].ljust(_IFREQ, b"\0"))
            except OSError:  # no address, or a system that numbers the request otherwise
                continue
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith("127."):
                found.append((name, address))
    return found


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
