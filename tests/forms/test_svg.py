"""Pictures are well-formed, self-contained, and show the state but nothing hidden."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from knobel.forms import parse, svg
from knobel.rules import GAMES, schocken, zock
from knobel.rules.game import FACE_DOWN

from .play import random_game, views

SVG = "{http://www.w3.org/2000/svg}"


def words(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_well_formed_and_depend_on_nothing(name: str) -> None:
    for state in list(random_game(name, seed=1))[::7]:
        for seen in views(name, state):
            root = ElementTree.fromstring(svg(seen))
            assert root.tag == f"{SVG}svg"
            left, top, width, height = map(float, root.attrib["viewBox"].split())
            assert (left, top) == (0, 0)
            assert (width, height) == (float(root.attrib["width"]), float(root.attrib["height"]))
            for element in root.iter():
                assert element.tag.removeprefix(SVG) not in ("style", "script", "image", "use", "a")
                assert not {"id", "class", "href", "style"} & set(element.attrib), "it would meet other pictures"


@pytest.mark.parametrize("name", GAMES)
def test_names_are_words_and_nothing_else(name: str) -> None:
    state = next(random_game(name, seed=1))
    names = ['<b>&"', "]]>\x00\x1b", "\ud800'"]
    shown = words(svg(state, names))
    assert '<b>&"' in shown
    assert "]]>\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}" in shown


def test_zocknroll_shows_points_and_dice() -> None:
    state = parse("zocknroll - decide 2 1 3 2356 33/44:1/25/44 ......21./1.....111/......1.1")
    root = ElementTree.fromstring(svg(state))
    assert {"8", "10", "4"} <= set(words(svg(state)))
    white = 2 + 3 + 5 + 6
    cups = 3 + 3 + 4 + 4 + 2 + 5 + 4 + 4
    printed = 3 * 9 * 7  # six circles in each of nine rows on three sheets, the last one ringed
    assert len(list(root.iter(f"{SVG}circle"))) == white + cups + printed


def test_zock_shows_the_fields_of_both_rows() -> None:
    shown = words(svg(parse("zock - throw 1 36 12.45.789/123456789 - - - -")))
    assert [shown.count(str(field)) for field in zock.ALL_FIELDS] == [2] * 9
    root = ElementTree.fromstring(svg(parse("zock - throw 1 36 12.45.789/123456789 - - - -")))
    sizes = [element.attrib["font-size"] for element in root.iter(f"{SVG}text") if element.text in ("3", "4")]
    assert sizes == ["40", "40", "22", "40"], "seat 1 above, seat 0 below with the 3 tipped over"


def test_schocken_shows_stones_and_hides_what_is_covered() -> None:
    state = parse("schocken - throw 1 0 3 - 4 9/0 1|26:3/-")
    assert isinstance(state, schocken.State)
    hidden = schocken.view(state, None)
    assert FACE_DOWN in hidden.hands[0].thrown
    dice = [len(list(ElementTree.fromstring(svg(shown)).iter(f"{SVG}circle"))) for shown in (state, hidden)]
    assert dice == [1 + 2 + 6, 1]
    assert {"9", "0", "4"} <= set(words(svg(hidden)))
    assert "?" not in words(svg(hidden)), "the cup itself says that something is under it"


def test_as_many_mats_as_stones() -> None:
    def ellipses(stones: int) -> int:
        state = schocken.start(schocken.Options(stones=stones), 2)
        return len(list(ElementTree.fromstring(svg(state)).iter(f"{SVG}ellipse")))

    mat = 4  # edge, top, and two printed rings
    assert ellipses(13) - ellipses(5) == 8 * mat
    assert ellipses(10**9) == ellipses(13), "a tower of a thousand million mats is a number"
