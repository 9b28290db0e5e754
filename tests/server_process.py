"""The real server as a process of its own, which can be killed and started again on the same port and data."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

PATIENCE: Final = 60.0


_RESERVED: Final[list[socket.socket]] = []


def free_port() -> int:
    """A port that is reserved until this process ends: a server may listen there, and no other program is given it.

    It stays bound without listening. Servers set `SO_REUSEADDR`, as this does, so they may bind it as well, again after
    a restart; the kernel gives it neither to a program that asks for any port nor to an outgoing connection.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    _RESERVED.append(reserved)
    port: int = reserved.getsockname()[1]
    return port


PATIENT: Final = {"KNOBEL_LIMITS_HEADER_TIMEOUT": "60s"}
"""Clients that share a busy machine with their server have the longest time for a request."""


def _environment(options: Mapping[str, str]) -> dict[str, str]:
    """Like that of an installed server, which is not compiled anew at every start."""
    ours = {**options, **os.environ, "NO_COLOR": "1"}
    ours.pop("PYTHONDONTWRITEBYTECODE", None)
    return ours


class ServerProcess:
    """`knobel serve` on this machine; what it says goes to a file beside its data."""

    def __init__(self, data: Path, *options: str, environment: Mapping[str, str] = PATIENT) -> None:
        self.data = data
        self.options = options
        self.environment = environment
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    @property
    def said(self) -> Path:
        return self.data.with_suffix(".log")

    @property
    def pid(self) -> int:
        assert self._process is not None, "it does not run"
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until it is healthy."""
        knobel = Path(sys.executable).parent / "knobel"
        command: list[str | Path] = [knobel, "serve", "--port", str(self.port), "--data", self.data, *self.options]
        self._process = self.launch(command)
        deadline = time.monotonic() + PATIENCE
        while not self._healthy():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server does not start:\n{self.said.read_text()[-2000:]}")
            time.sleep(0.02)

    def launch(self, command: list[str | Path]) -> subprocess.Popen[bytes]:
        with self.said.open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env=_environment(self.environment))

    def _healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.base}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        """Ask it to end, and wait until it has; it has to do that without an error."""
        if self._process is not None:
            self._process.terminate()
            code = self._process.wait(PATIENCE)
            self._process = None
            assert code == 0, f"the server ended with {code}:\n{self.said.read_text()[-2000:]}"

    def kill(self) -> None:
        """kill -9: nothing is said, nothing is written any more."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None
