"""Builds of shipped tables resume from checkpoints, and the shipped tables are correct."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from knobel.rules.game import read_options
from knobel.rules.schocken import GAME, Options
from knobel.solve import table_files
from knobel.solve.build import build_schocken
from knobel.solve.schocken.sources import Stage, known, packed, table_name, unpacked


def test_a_stopped_build_resumes(tmp_path: Path) -> None:
    options = Options(stones=3)
    name, version = table_name(options, 3, "half")
    path = build_schocken(options, 3, "half", tmp_path)
    table = table_files.unpack(path.read_bytes(), name, version)
    assert table is not None
    path.unlink()
    half = unpacked(options, 3, "half", table)
    begun = 2
    half.values = dict(list(half.values.items())[:begun])
    changed = np.full(3, 1 / 3)
    half.values[half.all_states()[begun - 1]] = changed
    (tmp_path / f"{name}.begun").write_bytes(table_files.pack(name, version, packed(half)))
    assert build_schocken(options, 3, "half", tmp_path) == path
    again = table_files.unpack(path.read_bytes(), name, version)
    assert again is not None
    values = np.frombuffer(again, dtype="<f8").reshape(-1, 3)
    assert values[begun - 1].tolist() == changed.tolist(), "finished states are not solved again"
    assert len(again) == len(table)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("asked", "players"), [({}, 3), ({"preset": "pub"}, 3), ({}, 4)], ids=["three", "three, pub", "four"]
)
@pytest.mark.parametrize("stage", ["half", "first"])
def test_shipped_tables_have_small_residuals(asked: dict[str, str], stage: Stage, players: int) -> None:
    """Each value equals that of a round under optimal play; checked for a sample of states."""
    half = known(read_options(GAME, asked), players, stage)
    assert half is not None
    states = half.all_states()
    assert len(half.values) == len(states)
    assert half.residual(states[:: len(states) // 2]) <= 1e-12
    assert all(value.sum() == pytest.approx(1, abs=1e-12) for value in half.values.values())
