"""`knobel serve` and `knobel backup`: the server for the browser and its store."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from threading import Thread
from typing import Final

import click
from msgspec.structs import replace

from ..terminal.saves import data_folder
from .commands import File, Number, command, lang, speech, usage_error
from .prepare import in_background

PORT: Final = 8421

data_option = click.option("--data", metavar="folder", type=File())


@command("serve")
@click.option("--host", metavar="address")
@click.option("--port", type=Number(0, 65535))
@data_option
@click.option("--lan", is_flag=True)
@click.option("--open/--no-open", "open_browser", default=False)
@click.option("--bots", type=Number(1, 64), default=1)
@click.option("--rate", type=Number(0), default=20)
@lang
def serve(
    host: str | None, port: int | None, data: Path | None, lan: bool, open_browser: bool, bots: int, rate: int
) -> None:
    """Run the server for the browser."""
    start(host, port, data, lan, open_browser, bots, rate)


def start(
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    lan: bool = False,
    open_browser: bool = True,
    bots: int = 1,
    rate: int = 20,
) -> None:
    if lan and host is not None and _is_loopback(host):
        raise usage_error("error-lan-host", host=host)
    from ..serve.instance import STORE, running_address  # loads quickly, unlike the server

    if address := running_address((data or data_folder()) / STORE):
        _open_running(address, open_browser)
        return
    from ..serve.transport.listener import listen  # first, because the imports below take half a second

    host = host or ("0.0.0.0" if lan else "127.0.0.1")
    listener = listen(host, PORT if port is None else port, or_any=port is None)

    from ..serve import logs  # loaded after the port is taken
    from ..serve.limits.rate_limit import Limits, RateLimit
    from ..serve.server import ServerConfig, run
    from ..serve.transport.lan import lan_address, qr_terminal

    say = speech()
    logs.configure(sys.stderr)
    chosen: int = listener.getsockname()[1]
    local = f"http://{_reachable(host)}:{chosen}/"
    limits = Limits()
    if rate != limits.commands.per_second:
        scaled = RateLimit(rate * 10, rate * 30)
        limits = replace(limits, commands=RateLimit(rate, rate * 3), commands_of_address=scaled)
    if rate == 0:
        free = RateLimit(0, 0)
        limits = replace(
            limits, requests_of_address=free, files_of_address=free, new_tables_of_address=free, emotes=free
        )

    address = lan_address() if lan else None
    public = f"http://{address}:{chosen}" if address else None

    def ready() -> None:
        print(say("serve-ready", address=local), flush=True)
        if public is not None:
            print(say("serve-lan", address=f"{public}/"), qr_terminal(f"{public}/"), sep="\n", flush=True)
        elif lan:
            print(say("serve-no-lan"), flush=True)
        print(say("serve-stop"), flush=True)
        in_background()
        if open_browser:  # at the address that works for all, because invitation links are made from it
            Thread(target=webbrowser.open, args=(f"{public}/" if public else local,), daemon=True).start()

    with listener:
        run(ServerConfig(data or data_folder(), limits, bots, public), listener, ready)
    print(say("serve-stopped"), file=sys.stderr)


def _open_running(address: str, open_browser: bool) -> None:
    """The store has a server already: open it in the browser instead of starting another."""
    if not open_browser:
        raise usage_error("error-running", address=address)
    print(speech()("serve-running", address=address), flush=True)
    webbrowser.open(address)


def _is_loopback(host: str) -> bool:
    """Whether only this computer reaches the address."""
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _reachable(host: str) -> str:
    """The name by which this computer reaches a server that listens at `host`."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


@command("backup")
@click.argument("file", type=File())
@data_option
@lang
def backup(file: Path, data: Path | None) -> None:
    """Copy the store to a new file, also while the server runs."""
    from ..serve.instance import STORE
    from ..store import backup as copy

    copy((data or data_folder()) / STORE, file)
    print(speech()("backup-done", file=str(file)))
