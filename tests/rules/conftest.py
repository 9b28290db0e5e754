"""Tests of the rules that run without tracing when coverage is measured."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

UNTRACED: Final = frozenset(
    Path(__file__).parent / name
    for name in (
        *("zock/test_perft.py", "zocknroll/test_perft.py", "schocken/test_perft.py"),
        *("zock/test_properties.py", "zocknroll/test_properties.py", "schocken/test_machine.py"),
        "schocken/test_views.py",
    )
)
"""Tracing these exhaustive tests takes minutes; every branch has another test of its own."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path in UNTRACED:
            item.add_marker(pytest.mark.no_cover)
