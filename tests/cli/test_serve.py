"""`knobel serve`: what it prints, and what it refuses before it starts."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from knobel.cli import app
from knobel.rules.errors import KnobelError
from knobel.serve.server import ServerConfig


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., ServerConfig]:
    """Run the command up to the server, whose socket is on loopback whatever the host."""
    seen = list[ServerConfig]()

    def run(setup: ServerConfig, _: socket.socket, ready: Callable[[], None], __: socket.socket) -> None:
        seen.append(setup)
        ready()

    def listen(_: str, __: int, *, or_any: bool) -> socket.socket:
        del or_any
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        return listener

    monkeypatch.setattr("knobel.serve.server.run", run)
    monkeypatch.setattr("knobel.serve.transport.listener.listen", listen)
    monkeypatch.setattr("knobel.serve.transport.lan.lan_address", lambda: "192.168.1.2")
    monkeypatch.setattr("knobel.serve.logs.configure", lambda _: None)
    monkeypatch.setattr("knobel.cli.serve.in_background", lambda: None)

    def start(*arguments: str) -> ServerConfig:
        command = ["serve", "--data", str(tmp_path), "--lang", "en", *arguments]
        app.main(command, standalone_mode=False)
        return seen[-1]

    return start


@pytest.mark.parametrize(
    ("host", "address", "everywhere"),
    [
        (None, "http://192.168.1.2:", True),
        ("0.0.0.0", "http://192.168.1.2:", True),
        ("10.0.0.5", "http://10.0.0.5:", False),
        ("fd00::5", "http://[fd00::5]:", False),
    ],
)
def test_the_address_for_the_network_is_that_of_the_host(
    started: Callable[..., ServerConfig],
    capsys: pytest.CaptureFixture[str],
    host: str | None,
    address: str,
    everywhere: bool,
) -> None:
    setup = started("--lan", *(["--host", host] if host else []))
    assert setup.public is not None
    assert setup.public.startswith(address)
    printed = capsys.readouterr().out
    assert f"In this network: {setup.public}/" in printed
    assert ("Listens in all networks" in printed) is everywhere


def test_nodes_do_not_draw_a_door_code_each(started: Callable[..., ServerConfig]) -> None:
    nats = ("--nats", "nats://127.0.0.1:4222")
    with pytest.raises(KnobelError, match="with --nats, give --door-code a value"):
        started("--door-code", *nats)
    assert started("--door-code", "kila-bomu", *nats).options.door_code == "kila-bomu"
