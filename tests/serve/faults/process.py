"""A server process, and its children, into whose tasks and threads errors can be thrown."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from knobel.serve.supervised import FAULT_EXIT
from tests.server_process import PATIENCE, ServerProcess

INJECTOR: Final = Path(__file__).parent / "injector"
_MODULES: Final = ("knobel.serve.workers", "knobel.bots.third_party")


class Target(Struct, frozen=True, order=True):
    """A task or thread by its name, in the server itself (`process` is "") or in the child that runs a module."""

    process: str
    kind: Literal["task", "thread"]
    name: str


class FaultyServer(ServerProcess):
    """`knobel serve` with the injector in its path."""

    def __init__(self, data: Path, *options: str) -> None:
        super().__init__(data, *options)
        self._folder = tempfile.TemporaryDirectory(prefix="faults-")
        self._faults = 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, trace)
        self._folder.cleanup()

    def launch(self, command: list[str | Path]) -> subprocess.Popen[bytes]:
        path = os.pathsep.join([str(INJECTOR), os.environ.get("PYTHONPATH", "")])
        ours = {**os.environ, "PYTHONPATH": path, "KNOBEL_FAULTS": self._folder.name}
        with self.said.open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env=ours)

    def restart_after_fault(self) -> bool:
        """Start it again, as a service manager does, if it has ended; it has to say so in its log and exit code."""
        assert self._process is not None
        said = self.said.read_text()
        faults = said.count("has failed: the server ends")
        if faults == self._faults and self._process.poll() is None:
            return False
        code = self._process.wait(PATIENCE)
        assert code == FAULT_EXIT, f"the server ended with {code}:\n{said[-3000:]}"
        assert faults == self._faults + 1, said[-3000:]
        self._faults = faults
        self.start()
        return True

    def targets(self) -> dict[Target, int]:
        """All tasks and threads, with the id of their process."""
        found = dict[Target, int]()
        for file in Path(self._folder.name).iterdir():
            pid = int(file.name)
            answer = self._ask(pid, "list")
            if answer is None:
                continue
            module = next((word for word in answer["argv"] if word.startswith(_MODULES)), None)
            if module is not None or pid == self.pid:
                found.update({Target(module or "", "task", name): pid for name in answer["task"]})
                found.update({Target(module or "", "thread", name): pid for name in answer["thread"]})
        return found

    def throw(self, target: Target, error: str) -> bool:
        """Whether the error was thrown; not if the target has just ended, or has no work."""
        pid = self.targets().get(target)
        return pid is not None and bool(self._ask(pid, "throw", error, target.kind, target.name))

    def _ask(self, pid: int, *request: str) -> Any:
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(f"{self._folder.name}/{pid}")
                line.sendall(msgspec.json.encode(request) + b"\n")
                with line.makefile("rb") as lines:
                    answer = lines.readline()
            except OSError:  # it has ended
                return None
        return msgspec.json.decode(answer) if answer else None
