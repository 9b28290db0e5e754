"""The proxies of `deploy/` as processes: the shipped configuration with other ports, paths and certificates."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
from websockets.asyncio.client import connect

from tests.server_process import PATIENCE, free_port

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
NAME: Final = "knobel.example"
"""The name of the server in all examples; the tests connect to 127.0.0.1 and ask for this name."""
PROXIES: Final = ("caddy", "nginx", "haproxy")
FILES: Final = {"caddy": "Caddyfile", "nginx": "nginx.conf", "haproxy": "haproxy.cfg"}
IDLE: Final = {
    "nginx": ("proxy_read_timeout 120s", "proxy_send_timeout 120s"),
    "haproxy": ("timeout tunnel 120s",),
}
"""Where the idle timeout of WebSockets is written. Caddy has none."""


class Authority:
    """A certificate authority of its own, and a certificate for the name of the examples."""

    def __init__(self, folder: Path) -> None:
        self.root, self.chain, self.key, self.bundle = (folder / each for each in ("ca", "chain", "key", "pem"))
        ca_key = folder / "ca-key"
        new = (
            "openssl",
            "req",
            "-x509",
            "-nodes",
            "-days",
            "2",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
        )
        _quiet(*new, "-subj", "/CN=test authority", "-keyout", ca_key, "-out", self.root)
        signed = ("-CA", self.root, "-CAkey", ca_key, "-addext", f"subjectAltName=DNS:{NAME}")
        _quiet(*new, "-subj", f"/CN={NAME}", *signed, "-addext", "basicConstraints=critical,CA:FALSE",
               "-keyout", self.key, "-out", self.chain)  # fmt: skip
        self.bundle.write_bytes(self.chain.read_bytes() + self.key.read_bytes())

    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.root))


def _quiet(*command: str | Path) -> None:
    subprocess.run(command, check=True, capture_output=True)


class _ByName(httpx.AsyncHTTPTransport):
    """Connects to this computer, whatever name the address has."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions["sni_hostname"] = request.url.host
        request.url = request.url.copy_with(host="127.0.0.1")
        return await super().handle_async_request(request)


class Proxy:
    """A running proxy; `said` is its output."""

    def __init__(self, name: str, authority: Authority, folder: Path) -> None:
        self.name, self.authority, self.said = name, authority, folder / "output"
        self.port, self.plain_port = free_port(), free_port()
        self.base = f"https://{NAME}:{self.port}"

    def client(self, address: str = "127.0.0.1") -> httpx.AsyncClient:
        """An HTTP client that connects from an address of this computer: all of 127.0.0.0/8 are."""
        transport = _ByName(verify=self.authority.trusted(), local_address=address)
        return httpx.AsyncClient(base_url=self.base, transport=transport, timeout=PATIENCE)

    def socket(self, code: str, cookie: str) -> connect:
        """A WebSocket to a table, as a page of this server opens it. It sends no pings of its own."""
        return connect(
            f"wss://{NAME}:{self.port}/api/tables/{code}/ws",
            host="127.0.0.1",
            ssl=self.authority.trusted(),
            origin=self.base,  # type: ignore[arg-type]  # an Origin is a string
            additional_headers={"cookie": f"knobel={cookie}"},
            ping_interval=None,
            proxy=None,
        )


@contextmanager
def running(name: str, authority: Authority, folder: Path, nodes: tuple[int, int], scale: float = 1) -> Iterator[Proxy]:
    """A proxy in front of two ports. For accelerated time its idle timeout is shorter by the factor `scale`."""
    folder.mkdir(parents=True)
    proxy = Proxy(name, authority, folder)
    config = folder / FILES[name]
    config.write_text(_configuration(proxy, folder, nodes, scale), "utf-8")
    command: dict[str, tuple[str | Path, ...]] = {
        "caddy": ("caddy", "run", "--adapter", "caddyfile", "--config", config),
        "nginx": ("nginx", "-c", config, "-e", proxy.said, "-g", "daemon off;"),
        "haproxy": ("haproxy", "-db", "-f", config),
    }
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    environment["PATH"] += ":/usr/sbin"  # where Debian has nginx and HAProxy
    with proxy.said.open("ab") as log:
        process = subprocess.Popen(command[name], stdout=log, stderr=log, env=environment)
    try:
        _wait(proxy, process)
        yield proxy
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _wait(proxy: Proxy, process: subprocess.Popen[bytes]) -> None:
    """Wait until it accepts connections with the certificate."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            plain = socket.create_connection(("127.0.0.1", proxy.port), timeout=5)
            with plain, proxy.authority.trusted().wrap_socket(plain, server_hostname=NAME):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{proxy.name} does not start:\n{proxy.said.read_text()[-2000:]}") from None
            time.sleep(0.05)


def _configuration(proxy: Proxy, folder: Path, nodes: tuple[int, int], scale: float) -> str:
    """The shipped file with what differs on this machine. Every replacement has to find its text."""
    authority, port, plain = proxy.authority, proxy.port, proxy.plain_port
    replacements = {
        "caddy": {
            "{\n\t# Addresses": f"{{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port {plain}\n\t# Addresses",
            f"{{$KNOBEL_NAME:{NAME}}} {{": f"{NAME}:{port} {{\n\ttls {authority.chain} {authority.key}",
        },
        "nginx": {
            "user www-data;": "user root;" if os.getuid() == 0 else "",
            "/run/nginx.pid": str(folder / "pid"),
            "/var/log/nginx/error.log": str(proxy.said),
            "listen 80": f"listen 127.0.0.1:{plain}",
            "listen 443": f"listen 127.0.0.1:{port}",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(authority.chain),
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(authority.key),
        },
        "haproxy": {
            "    user haproxy\n    group haproxy\n": "",
            "maxconn 40000": "maxconn 400",  # two open files each
            "bind :80": f"bind 127.0.0.1:{plain}",
            "bind :443": f"bind 127.0.0.1:{port}",
            "/etc/haproxy/knobel.pem": str(authority.bundle),
        },
    }[proxy.name]
    replacements |= {"127.0.0.1:8421": f"127.0.0.1:{nodes[0]}", "127.0.0.1:8422": f"127.0.0.1:{nodes[1]}"}
    for written in IDLE.get(proxy.name, ()):
        replacements[written] = re.sub(r"\d+s", f"{round(120_000 / scale)}ms", written)
    text = (DEPLOY / FILES[proxy.name]).read_text("utf-8")
    for old, new in replacements.items():
        assert old in text, f"{FILES[proxy.name]} does not contain {old!r}"
        text = text.replace(old, new)
    return text
