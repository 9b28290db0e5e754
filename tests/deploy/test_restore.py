"""Backup and restore as the guide says: a copy by `deploy/backup.sh` in a fresh place, and the game goes on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.postgres import PostgresServer, binaries
from tests.serve.first_moves import new_table, play
from tests.server_process import PATIENCE, ServerProcess

from .proxies import DEPLOY

PATH = f"{binaries()}:{os.environ['PATH']}"


def _back_up(folder: Path, days: int = 14, **environment: str) -> list[Path]:
    """Run the script of the timer; returns all copies in the folder."""
    knobel = str(Path(sys.executable).parent / "knobel")
    settings = {**os.environ, "PATH": PATH, "KNOBEL": knobel, "KEEP_DAYS": str(days), **environment}
    subprocess.run([DEPLOY / "backup.sh", folder], env=settings, check=True, capture_output=True)
    return sorted(folder.iterdir())


async def _begin(server: ServerProcess) -> tuple[str, str]:
    """The code of a table at which a game has begun, and the cookie of its player."""
    async with httpx.AsyncClient(base_url=server.base, timeout=PATIENCE) as http:
        code = await new_table(http)
        return code, f"knobel={http.cookies['knobel']}"


async def _play(server: ServerProcess, code: str, cookie: str, acknowledged: dict[str, Any], most: int) -> None:
    address = f"{server.base.replace('http', 'ws')}/api/tables/{code}/ws"
    async with connect(address, additional_headers={"cookie": cookie}) as socket:
        await play(socket, 0, acknowledged, most)


async def _is_there(server: ServerProcess, code: str, cookie: str, acknowledged: dict[str, Any]) -> None:
    """Every command that was acknowledged before the backup is answered as before."""
    async with httpx.AsyncClient(base_url=server.base, headers={"cookie": cookie}, timeout=PATIENCE) as http:
        for sent in acknowledged.values():
            again = await http.post(f"/api/tables/{code}/commands", json=sent["command"])
            assert again.json() == sent["answer"]


async def test_sqlite(tmp_path: Path) -> None:
    copies, acknowledged = tmp_path / "copies", dict[str, Any]()
    copies.mkdir()
    with ServerProcess(tmp_path / "old") as server:
        code, cookie = await _begin(server)
        await _play(server, code, cookie, acknowledged, 5)
        [copy] = _back_up(copies, KNOBEL_DATA=str(tmp_path / "old"))
        assert copy.suffix == ".db"
        await _play(server, code, cookie, dict(acknowledged), 8)  # after the backup: these moves are lost
    (tmp_path / "new").mkdir()
    shutil.copy(copy, tmp_path / "new" / "tables.db")
    with ServerProcess(tmp_path / "new") as server:
        await _is_there(server, code, cookie, acknowledged)
        await _play(server, code, cookie, acknowledged, 10)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files to other users")
def test_a_restored_store_belongs_to_the_user_of_the_service(tmp_path: Path) -> None:
    """The commands of the guide, with the folder as systemd makes it for a dynamic user, who has no name by then."""
    guide = (DEPLOY.parent / "docs" / "host" / "public.md").read_text("utf-8")
    commands = guide.split("### Restore")[1].split("```")[1]
    user, private, folder = 61_234, tmp_path / "private", tmp_path / "knobel"
    private.mkdir(0o700)
    folder.symlink_to(private)
    for name in ("tables.db", "tables.db-wal", "tables.db-shm"):
        (private / name).write_text("old")
    for path in (private, *private.iterdir()):
        os.chown(path, user, user)
    copy, programs = tmp_path / "copy", tmp_path / "bin"
    copy.write_text("restored")
    programs.mkdir()
    (programs / "systemctl").symlink_to("/bin/true")
    script = commands.replace("/var/lib/knobel", str(folder)).replace("FILE", str(copy))
    subprocess.run(["sh", "-eu", "-c", script], env={"PATH": f"{programs}:/usr/bin:/bin"}, check=True)
    assert [path.name for path in private.iterdir()] == ["tables.db"]
    store = private / "tables.db"
    found = store.stat()
    assert (store.read_text(), found.st_uid, found.st_gid, found.st_mode & 0o777) == ("restored", user, user, 0o600)


async def test_postgresql(postgres: PostgresServer, tmp_path: Path) -> None:
    copies, acknowledged = tmp_path / "copies", dict[str, Any]()
    copies.mkdir()
    store = postgres.new_store()
    with ServerProcess(tmp_path / "old", "--store", store) as server:
        code, cookie = await _begin(server)
        await _play(server, code, cookie, acknowledged, 5)
        [copy] = _back_up(copies, KNOBEL_STORE=store)
        assert copy.suffix == ".dump"
        await _play(server, code, cookie, dict(acknowledged), 8)
    restored, program = postgres.new_database(), shutil.which("pg_restore", path=PATH)
    assert program is not None
    command = [program, "--no-owner", "--exit-on-error", "--dbname", restored, str(copy)]
    subprocess.run(command, check=True, capture_output=True)
    with ServerProcess(tmp_path / "new", "--store", restored) as server:
        await _is_there(server, code, cookie, acknowledged)
        await _play(server, code, cookie, acknowledged, 10)


def test_old_copies_are_deleted_and_broken_ones_are_not_kept(tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    old, other = copies / "knobel-2026-01-01T000000Z.db", copies / "notes"
    for path in (old, other):
        path.write_text("old")
        os.utime(path, (0, time.time() - 20 * 86_400))
    made = "from pathlib import Path; from knobel.store import Store; Store(Path('tables.db')).close()"
    subprocess.run((sys.executable, "-c", made), cwd=tmp_path, check=True)
    kept = _back_up(copies, KNOBEL_DATA=str(tmp_path))
    assert old not in kept
    assert other in kept
    assert len(kept) == 2
    assert oct(next(path for path in kept if path != other).stat().st_mode & 0o777) == "0o600"
    missing = {**os.environ, "KNOBEL": str(Path(sys.executable).parent / "knobel"), "KNOBEL_DATA": str(tmp_path / "no")}
    failed = subprocess.run([DEPLOY / "backup.sh", copies], env=missing, check=False, capture_output=True)
    assert failed.returncode != 0
    assert sorted(copies.iterdir()) == kept
