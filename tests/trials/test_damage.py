"""The trial of damaged stores, small; and that it sees what a store without page checksums would not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from trials.damage.trial import Case, Made, change_files, change_logs, change_rows, examine, fill, make, report

from knobel.store import Store, check, sqlite, sqlite_database
from tests.postgres import PostgresServer

SEED = 3


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(tmp_path_factory.mktemp("made"), tables=6, seed=SEED)


@pytest.mark.parametrize("longest", [1, 16384])
def test_changed_bytes(made: Made, tmp_path: Path, longest: int) -> None:
    assert report("changes", change_files(made, tmp_path, 25, longest, SEED, workers=1)) == 0


def test_changed_logs(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert report("changes", change_logs(made, tmp_path, 25, SEED, workers=1)) == 0
    monkeypatch.setattr(sqlite, "_damaged_frame", lambda _: None)
    assert report("changes", change_logs(made, tmp_path, 25, SEED, workers=1)) > 0


def test_without_page_checksums_changes_are_missed(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of a table stands in the rows of its log and of lists, and in the indexes that find them."""
    content, code = made.stopped[""], b"table-0001"
    places = [at for at in range(len(content)) if content.startswith(code, at)]

    def cases() -> list[Case]:
        changes = (content[:at] + b"-" + content[at + 1 :] for at in places)
        return [examine(made, {"": changed}, tmp_path / "changed.db") for changed in changes]

    assert all(case.checked and not case.silent for case in cases())
    for module in (sqlite, sqlite_database):
        monkeypatch.setattr(module, "has_checksums", lambda _: True)
    monkeypatch.setattr(sqlite, "checksum_vfs", lambda: "unix")
    monkeypatch.setattr(sqlite, "_changed_pages", lambda _: [])
    assert any(case.silent for case in cases()), "a list is shorter"


def test_changed_rows(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.new_store()
    with Store(url) as store:
        logs = fill(store, tables=6, seed=SEED)
    assert report("rows", change_rows(url, logs, 40, SEED)) == 0
    monkeypatch.setattr(check, "_contradictions", lambda *_: iter(()))
    assert report("rows", change_rows(url, logs, 40, SEED)) > 0


def test_the_report_counts_what_was_missed(capsys: pytest.CaptureFixture[str]) -> None:
    def cases() -> Iterator[tuple[str, Case]]:
        yield "one", Case("all read")
        yield "two", Case("all read", silent=["table-1"])
        yield "three", Case("all read", checked=False)

    assert report("changes", cases()) == 2
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "two: table-1 does not show it"
    assert said[-1] == "3 changes: all read 3; 0 reads refused; 2 silent"
