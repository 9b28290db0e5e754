"""`knobel serve` and `knobel backup`: the table for the browser."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from threading import Thread
from typing import Annotated, Final

import typer
from msgspec.structs import replace

from ..terminal.saves import data_folder
from .language import Lang, speech

PORT: Final = 8421

Data = Annotated[
    Path | None,
    typer.Option("--data", help="The folder of the store.", show_default="the user's data folder for knobel"),
]


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="The port.", show_default=f"{PORT}, or a free one")
    ] = None,
    data: Data = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Open it to the local network, with a QR code for phones.")
    ] = False,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
    bots: Annotated[int, typer.Option("--bots", min=1, max=64, help="Processes in which bots think.")] = 1,
    rate: Annotated[
        int, typer.Option("--rate", min=0, help="Commands a second from one connection; 0 for no limit.")
    ] = 20,
    lang: Lang = None,
) -> None:
    """Open the table in the browser: friends join by link or QR code."""
    start(host, port, data, lan, open_browser, bots, rate)


def start(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    lan: bool = False,
    open_browser: bool = True,
    bots: int = 1,
    rate: int = 20,
) -> None:
    from ..serve.transport.listener import listen  # alone, since all that comes below takes half a second to load

    everywhere = "0.0.0.0" if lan and host == "127.0.0.1" else host
    listener = listen(everywhere, PORT if port is None else port, or_any=port is None)

    from ..serve import logs  # other commands need not load a server
    from ..serve.limits.rate_limit import Limits, RateLimit
    from ..serve.server import ServerConfig, run
    from ..serve.transport.lan import lan_address, qr_terminal

    say = speech()
    logs.configure(sys.stderr)
    chosen: int = listener.getsockname()[1]
    local = f"http://{_reachable(everywhere)}:{chosen}/"
    limits = Limits()
    if rate != limits.commands.each_second:
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
        if open_browser:  # at the address that works for everybody, because links are made from it
            Thread(target=webbrowser.open, args=(f"{public}/" if public else local,), daemon=True).start()

    with listener:
        run(ServerConfig(data or data_folder(), limits, bots, public), listener, ready)
    print(say("serve-stopped"), file=sys.stderr)


def _reachable(host: str) -> str:
    """How this machine itself reaches what listens at `host`."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def backup(
    file: Annotated[Path, typer.Argument(help="The new file; one that exists is not overwritten.")],
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Copy the store of the table to a file, also while the server runs."""
    from ..serve.instance import STORE
    from ..store import backup as copy

    copy((data or data_folder()) / STORE, file)
    print(speech()("backup-done", file=str(file)))
