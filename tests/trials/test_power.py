"""Power failures, small; and faults of a store that they have to bring to light."""

from __future__ import annotations

from random import Random

import pytest
from trials.power.images import Broken, fail_between
from trials.power.record import record
from trials.power.trial import fail_everywhere

from tests.store.damage import DAMAGES, KILLED, Op, Platter


def test_the_power_fails_at_every_moment() -> None:
    """From the first moment of a store on, over several copies of the write-ahead log into the file."""
    workload = record(40, seed=2, checkpoint=15)
    copied = [op for op in workload.ops if op.file == "store.db" and op.kind == "sync"]
    assert len(copied) > 3
    assert fail_everywhere(workload).images == len(workload.ops) * len(DAMAGES)


@pytest.mark.parametrize(
    ("planted", "what"),
    [
        ({"synchronous": "NORMAL"}, "was lost"),
        ({"synchronous": "OFF"}, "was lost"),
        ({"early": True}, "was lost"),
        ({"syncs": False}, "operation"),
    ],
    ids=["synchronous=NORMAL", "synchronous=OFF", "answers before the commit", "a disk that does not sync"],
)
def test_less_than_that_loses_what_was_acknowledged(planted: dict[str, object], what: str) -> None:
    """A disk that does not sync does worse: what is left of the store need not be one."""
    workload = record(15, 3, checkpoint=15, **planted)  # type: ignore[arg-type]  # one of the planted faults
    with pytest.raises(Broken, match=what):
        fail_between(workload, len(workload.ops) // 2, len(workload.ops))


def _after(damage: str, ops: tuple[Op, ...], seed: int = 1) -> dict[str, bytes]:
    platter = Platter({"a": b"certain"})
    for op in ops:
        platter.take(op)
    return platter.after(damage, Random(seed))


WRITTEN = Op("write", "a", 10, b"more"), Op("write", "a", 0, b"C")


def test_what_each_damage_may_leave() -> None:
    """All that happens in a thousand power failures, derived by hand."""
    more = {b"certain" + bytes(3) + b"more"[:length] for length in range(1, 5)} | {b"certain"}
    whole = b"certain\0\0\0more"
    left = {damage: {_after(damage, WRITTEN, seed)["a"] for seed in range(1000)} for damage in (KILLED, *DAMAGES)}
    assert left[KILLED] == {b"C" + whole[1:]}
    assert left["dropped"] == {b"certain"}
    assert left["torn"] == more | {b"C" + whole[1:]}
    assert left["reordered"] == {b"certain", b"Certain", whole, b"C" + whole[1:]}
    assert left["grown"] == {b"certain" + bytes(7)}
    assert {text[1:10] for text in left["garbage"]} == {b"ertain", b"ertain\0\0\0"}
    assert {len(text) for text in left["garbage"]} == {7, 14}
    assert len(left["garbage"]) > 500


def test_what_is_synced_survives_everything() -> None:
    for damage in (KILLED, *DAMAGES):
        assert _after(damage, (*WRITTEN, Op("sync", "a"))) == {"a": b"Certain\0\0\0more"}


def test_a_sync_that_failed_does_not_happen_later() -> None:
    failed = (WRITTEN[0], Op("failed sync", "a"), WRITTEN[1], Op("sync", "a"))
    assert _after("dropped", failed) == {"a": b"Certain"}
    assert _after("dropped", (*failed, WRITTEN[0], Op("sync", "a"))) == {"a": b"Certain\0\0\0more"}


def test_names_are_certain_when_their_folder_is_synced() -> None:
    new = (Op("create", "a-wal"), Op("write", "a-wal", 0, b"frame"))
    assert _after("dropped", new) == {"a": b"certain"}
    assert _after("dropped", (*new, Op("sync", "a-wal"))) == {"a": b"certain", "a-wal": b"frame"}
    gone = (*new, Op("sync", "a-wal"), Op("delete", "a-wal"))
    assert _after("dropped", gone) == {"a": b"certain", "a-wal": b"frame"}
    assert _after("dropped", (*gone, Op("sync folder", "a-wal"))) == _after(KILLED, gone) == {"a": b"certain"}
