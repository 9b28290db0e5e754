"""`knobel serve` and `knobel backup`: the server for the browser and its store."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from threading import Thread
from typing import Final
from urllib.parse import quote

import click
from msgspec.structs import replace

from ..serve.config import Config, load_configured, show, split_bot, split_endpoint
from ..terminal.saves import data_folder
from .commands import File, Number, command, lang, speech, usage_error
from .prepare import in_background
from .stores import store_options

PORT: Final = 8421
DRAW: Final = "draw"
"""The door code that stands for a new one, drawn at the start."""

_EVERYWHERE: Final = ("0.0.0.0", "::")
"""Addresses that stand for all networks of this computer."""

COMMAND_LINE: Final = click.core.ParameterSource.COMMANDLINE

data_option = click.option("--data", metavar="folder", type=File())


@command("serve")
@click.option("--config", metavar="file", type=File())
@click.option("--show-config", is_flag=True)
@click.option("--host", metavar="address")
@click.option("--port", type=Number(0, 65535))
@data_option
@click.option("--store", metavar="url")
@click.option("--nats", metavar="url")
@click.option("--node", metavar="name")
@click.option("--trusted-proxy", metavar="network", multiple=True)
@click.option("--admin", metavar="endpoint", default=Config().admin)
@click.option("--admin-open", is_flag=True)
@click.option("--lan", is_flag=True)
@click.option("--door-code", metavar="door", is_flag=False, flag_value=DRAW)
@click.option("--open/--no-open", default=False)
@click.option("--bots", type=Number(1, 64), default=Config().bots)
@click.option("--third-party-bot", metavar="bot", multiple=True)
@click.option("--rate", type=Number(0), default=Config().rate)
@lang
@click.pass_context
def serve(ctx: click.Context, /, config: Path | None, show_config: bool, **values: object) -> None:
    """Run the server for the browser."""
    given = {name: value for name, value in values.items() if ctx.get_parameter_source(name) is COMMAND_LINE}
    loaded = load_configured(config, given)
    if show_config:
        print(show(loaded), end="")
    else:
        start(loaded.config)


def start(config: Config) -> None:
    """Start the server, or open the one that runs already."""
    if config.lan and config.host is not None and _is_loopback(config.host):
        raise usage_error("error-lan-host", host=config.host)
    if config.door_code == DRAW and config.nats is not None:
        raise usage_error("error-door-nats")
    admin_host, admin_port = split_endpoint(config.admin)
    if not (_is_loopback(admin_host) or config.admin_open):
        raise usage_error("error-admin-host", host=admin_host)
    from ..serve.instance import running_address, store_file  # loads quickly, unlike the server

    data = config.data or data_folder()
    if address := running_address(store_file(data, config.store)):
        _open_running(address, config.open)
        return
    if config.third_party_bot:
        from ..serve.workers.third_party import allow

        allow(map(split_bot, config.third_party_bot))
    from ..serve.transport.listener import listen  # first, because the imports below take half a second

    host = config.host or ("0.0.0.0" if config.lan else "127.0.0.1")
    listener = listen(host, PORT if config.port is None else config.port, or_any=config.port is None)
    admin = listen(admin_host, admin_port, or_any=False)

    from ..serve import logs  # loaded after the port is taken
    from ..serve.server import ServerConfig, run
    from ..serve.supervised import FAULT_EXIT, Fault
    from ..serve.tokens import draw_door_code
    from ..serve.transport.lan import interface_addresses, lan_address, qr_terminal

    say = speech()
    if config.log.file is None:
        logs.configure(sys.stderr)
    else:
        logs.configure_file(config.log.file, config.log.size, config.log.keep, config.log.age)
    if config.door_code == DRAW:
        config = replace(config, door_code=draw_door_code())
    door = "" if config.door_code is None else f"#door={quote(config.door_code)}"
    chosen: int = listener.getsockname()[1]
    local = f"http://{_reachable(host)}:{chosen}/{door}"
    everywhere = host in _EVERYWHERE
    address = (lan_address() if everywhere else _reachable(host)) if config.lan else None
    public = f"http://{address}:{chosen}" if address else None

    def ready() -> None:
        print(say("serve-ready", address=local), flush=True)
        if public is not None:
            print(say("serve-lan", address=f"{public}/{door}"), qr_terminal(f"{public}/{door}"), sep="\n", flush=True)
        elif config.lan:
            print(say("serve-no-lan"), flush=True)
        if config.lan and everywhere:
            listed = ", ".join(f"{name} {each}" for name, each in interface_addresses())
            print(say("serve-listens", addresses=listed or host, port=str(chosen)), flush=True)
        if config.door_code is not None:
            print(say("serve-door", code=config.door_code), flush=True)
        print(say("serve-stop"), flush=True)
        in_background()
        if config.open:  # at the address that works for all, because invitation links are made from it
            Thread(target=webbrowser.open, args=(f"{public}/{door}" if public else local,), daemon=True).start()

    with listener, admin:
        try:
            run(ServerConfig(data, config, public), listener, ready, admin)
        except Fault:
            print(say("serve-fault"), file=sys.stderr)
            sys.exit(FAULT_EXIT)
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
    if host in _EVERYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host


@command("backup")
@click.argument("file", type=File())
@store_options
@lang
def backup(file: Path, where: Path | str) -> None:
    """Copy the store to a new file, also while the server runs."""
    from ..store import backup as copy

    if not isinstance(where, Path):
        raise usage_error("error-backup-database")
    copy(where, file)
    print(speech()("backup-done", file=str(file)))
