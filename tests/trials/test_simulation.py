"""Simulated sessions at a small size, and planted faults that they have to find."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial

import pytest
from trials.simulation import server
from trials.simulation.session import simulate

from knobel.serve.live import table
from knobel.serve.live.frames import steps_for
from knobel.store import Store, transaction
from tests.store.disk import Disk

SMALL = {"tables": 3, "mishaps": 3}

HASH = "from trials.simulation.session import simulate; print(simulate(7, tables=3, mishaps=3).trace)"


def test_the_same_seed_gives_the_same_session() -> None:
    """In another process, whose sets and dictionaries of texts lie otherwise in memory, it is the same to the bit."""
    here = simulate(7, **SMALL)
    assert here.acknowledged > 50
    assert here.events["crash"] + here.events["restart"] + here.events["disk"] == 3
    there = subprocess.run(
        [sys.executable, "-c", HASH],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.strip() == here.trace
    assert simulate(8, **SMALL).trace != here.trace


def _answer_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    submit = Store.submit

    def hasty(store: Store, new: transaction.Append, done: Callable[[Exception | None], object]) -> None:
        submit(store, new, lambda _: None)
        done(None)

    patch.setattr(Store, "submit", hasty)


def _never_sync(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(server, "Disk", partial(Disk, syncs=False))


def _know_no_repeats(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Store, "answer", lambda *_: None)
    patch.setattr(transaction, "check_new", lambda *_: None)


def _catch_up_one_short(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table, "steps_for", lambda pasts, device: steps_for(pasts[:-1], device))


@pytest.mark.parametrize("planted", [_answer_before_the_commit, _never_sync, _know_no_repeats, _catch_up_one_short])
def test_planted_faults_are_found(
    planted: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(monkeypatch)
    with pytest.raises(AssertionError, match=r"seed \d: "):  # noqa: PT012 - under one of them
        for seed in (1, 2, 3):  # a single session may happen to lose nothing
            simulate(seed, **SMALL)
