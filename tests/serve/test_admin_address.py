"""The address for the operator: metrics there and nowhere else, and the file that names it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from knobel.serve.instance import STORE, running_admin

from .test_server_process import _program


def _get(address: str) -> str:
    with urlopen(address, timeout=60) as answer:
        text: str = answer.read().decode()
        return text


async def test_metrics_are_served_on_the_address_for_the_operator_only(tmp_path: Path) -> None:
    async with _program(tmp_path) as (_, port):
        found = await asyncio.to_thread(running_admin, tmp_path / STORE)
        assert found is not None
        assert found.address.startswith("http://127.0.0.1:")
        assert len(found.token) == 32
        assert (tmp_path / f"{STORE}.address").stat().st_mode & 0o777 == 0o600
        assert "knobel_tables 0.0" in await asyncio.to_thread(_get, f"{found.address}metrics")
        assert await asyncio.to_thread(_get, f"{found.address}healthz") == '{"ok":true}'
        with pytest.raises(HTTPError, match="404"):
            await asyncio.to_thread(_get, f"http://127.0.0.1:{port}/metrics")
    assert running_admin(tmp_path / STORE) is None
