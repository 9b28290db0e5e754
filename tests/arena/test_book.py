"""The log file of a contest: resuming after a crash, and refusing files of other contests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from knobel.arena.book import Book
from knobel.arena.contest import Contest
from knobel.rules.errors import KnobelError

CONTEST = Contest("schocken", ("casual", "random"), 2, 3, {"stones": 2})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A book with the deals 0 and 2."""
    path = tmp_path / "contest.jsonl"
    book = Book.begin(path, CONTEST)
    for deal in (0, 2):
        book.write(deal, CONTEST.play(deal))
    return path


def test_what_is_written_can_be_read(path: Path) -> None:
    book = Book.open(path)
    assert book.contest == CONTEST
    assert book.deals == {deal: CONTEST.play(deal) for deal in (0, 2)}


def test_a_line_that_was_cut_off_is_dropped(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"deal":3,"outco')
    book = Book.open(path)
    assert set(book.deals) == {0, 2}
    book.write(5, CONTEST.play(5))
    assert set(Book.open(path).deals) == {0, 2, 5}
    assert path.read_bytes().startswith(whole)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text[:0], "does not begin as"),
        (lambda text: text.replace("knobel-arena/1", "knobel-arena/0"), "does not begin as"),
        (lambda text: text.replace('"deal":2', '"deal":"two"'), "line 3 of .* is no deal"),
        (lambda text: text.replace('"players":2', '"players":3'), "line 2 of .* is a deal of another contest"),
        (lambda text: text.replace('"deal":2', '"deal":-2'), "line 3 of .* is no deal"),
        (lambda text: text.splitlines()[0], "does not begin as"),
        (lambda text: text.replace("casual", "genius"), "a bot must be one of"),
    ],
)
def test_what_does_not_fit_is_refused(path: Path, change: Callable[[str], str], sentence: str) -> None:
    path.write_text(change(path.read_text()))
    with pytest.raises(KnobelError, match=sentence):
        Book.open(path)


def test_an_existing_file_is_not_overwritten_and_a_missing_one_not_resumed(path: Path, tmp_path: Path) -> None:
    with pytest.raises(KnobelError, match="is there already"):
        Book.begin(path, CONTEST)
    with pytest.raises(KnobelError, match="cannot be used"):
        Book.open(tmp_path / "none.jsonl")
    with pytest.raises(KnobelError, match="cannot be used"):
        Book.begin(tmp_path / "no" / "folder.jsonl", CONTEST)
