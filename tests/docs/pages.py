"""Shared assertion of the tests of strategy pages."""

from __future__ import annotations

from tools.strategy.writing import Places, known_lines, page, template


def assert_on_page(game: str, places: Places) -> None:
    """The page contains every line that these places fill completely."""
    lines = known_lines(template(game), places)
    assert lines, "no line of the template can be filled"
    text = page(game).read_text("utf-8")
    assert [line for line in lines if line not in text] == [], "the page is out of date: make strategy"
