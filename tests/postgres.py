"""A PostgreSQL server for tests: started on a free port in a temporary folder, with a fresh database for each test."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Final

import psycopg

from knobel.store import Store
from tests.server_process import free_port

_SETTINGS: Final = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = 32MB
max_connections = 200
max_wal_size = 256MB
autovacuum = off
logging_collector = off
log_min_messages = fatal
"""


@cache
def binaries() -> Path | None:
    """The folder of PostgreSQL's programs: those in the path, or the newest ones of the system."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return installed[-1].parent if installed else None


class PostgresServer:
    """A server that runs until the end of the `with` block; the folder goes with it.

    Without `fsync` it is quicker, and commits still survive everything but a power failure. With `checksums` each page
    has one.
    """

    def __init__(self, fsync: bool = True, checksums: bool = False) -> None:
        self._fsync = fsync
        self._checksums = ("--data-checksums",) if checksums else ()
        self.port = free_port()
        self.host = "127.0.0.1"
        self._folder = Path(tempfile.mkdtemp(prefix="knobel-postgres-"))
        self._data = self._folder / "data"
        self._numbers = count(1)
        self._template: str | None = None

    def __enter__(self) -> PostgresServer:
        self._folder.chmod(0o755)
        user = _user()
        if user is not None:
            os.chown(self._folder, user.pw_uid, user.pw_gid)
        self._run(
            *("initdb", "-D", str(self._data), "-U", "knobel", "-A", "trust", "-E", "UTF8", "--locale=C"),
            *("--no-sync", "--no-instructions"),
            *self._checksums,
        )
        with (self._data / "postgresql.conf").open("a") as file:
            file.write(f"{_SETTINGS}port = {self.port}\nfsync = {'on' if self._fsync else 'off'}\n")
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop("immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-w", "-t", "30", "-l", str(self._folder / "log"), "start")

    def stop(self, mode: str = "fast") -> None:
        """`fast` disconnects all clients; `immediate` is a crash."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", mode, "stop")

    def file(self, path: str) -> Path:
        """A file of the server, for example that of a table."""
        return self._data / path

    @property
    def pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def url(self, database: str) -> str:
        return f"postgresql://knobel@{self.host}:{self.port}/{database}"

    def new_database(self, template: str = "template0") -> str:
        """The address of a new, empty database."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def new_store(self) -> str:
        """The address of a new store, copied from one that has all tables already."""
        if self._template is None:
            made = self.new_database()
            Store(made).close()
            self._template = made.rpartition("/")[2]
        return self.new_database(self._template)

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _run(self, program: str, *arguments: str) -> None:
        folder, user = binaries(), _user()
        assert folder is not None, "PostgreSQL is not installed"
        subprocess.run(
            [str(folder / program), *arguments],
            user=None if user is None else user.pw_uid,
            group=None if user is None else user.pw_gid,
            extra_groups=None if user is None else [],
            cwd=self._folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _user() -> pwd.struct_passwd | None:
    """The user to run as: PostgreSQL refuses to run as root."""
    return pwd.getpwnam("postgres") if os.geteuid() == 0 else None
