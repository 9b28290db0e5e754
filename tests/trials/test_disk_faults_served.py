"""A failing disk under a server: clients get one sentence with the cause, reconnect, and go on."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from knobel.serve.transport import close_codes
from knobel.store import Store, StoreError
from tests.serve.memory_server import memory_server

WHY = "the disk failed while the store was read or written"


def _fail(*_: object) -> NoReturn:
    raise StoreError(WHY)


@pytest.mark.parametrize("reading", ["answer", "load"])
async def test_a_disk_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, reading: str
) -> None:
    """It is asked for the answer to a command that may be a repeat, and for a table that is not in memory."""
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        code = await anna.make()
        before = await anna.look(code)
        with monkeypatch.context() as broken:
            if reading == "load":
                server.hub._drop(server.hub.tables[code])
                broken.setattr(Store, "load", _fail)
                met = await anna.look(code)
            else:
                broken.setattr(Store, "answer", _fail)
                met = before
                met.send({"id": "late", "v": 1, "do": {"c": "emote", "emote": "luck"}})
            await met.until(lambda: met.closed is not None)
            assert met.closed == (close_codes.FAILED, WHY)
            assert (await anna.http.get(f"/api/tables/{code}")).status_code == (503 if reading == "load" else 200)
        assert [record.exc_info for record in caplog.records if "failed" in record.message] == [None]
        after = await anna.look(code)
        assert (await after.ask("emote", emote="luck"))["m"] == "ok"
