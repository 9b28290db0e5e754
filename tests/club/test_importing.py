"""Import of older lists: both forms, and errors that name the line."""

from __future__ import annotations

import pytest

from knobel.club.errors import BadList
from knobel.club.exporting import csv_lines
from knobel.club.importing import read_list
from knobel.club.results import ClubGame, SeatResult


def test_one_line_per_game_with_points_or_places() -> None:
    header, zock = "\ufeffDate;Game;Names;Points;Places", "01.05.2024;ZOCK;Anna/Ben;3/0;"
    text = f"{header}\r\n{zock}\r\n2024-05-01;schocken;Anna/Ben/Carla;;1/1/3\r\n\r\n"
    first, second = read_list(text)
    assert [(seat.name, seat.place, seat.points) for seat in first.seats] == [("Anna", 2, 3), ("Ben", 1, 0)]
    assert [(seat.name, seat.place, seat.points) for seat in second.seats] == [
        ("Anna", 1, None),
        ("Ben", 1, None),
        ("Carla", 3, None),
    ]
    assert first.at < second.at, "games of one date keep their order"


def test_an_export_can_be_imported_again() -> None:
    seats = (
        SeatResult(0, 1, "=SUM(A1)", 1, 0, {"schock_out": 2}),
        SeatResult(1, None, '\'Ben; "B"', 2, 1, {"lost_game": 1, "lost_half": 2}),
    )
    game = ClubGame(5, 1_700_000_000_123, "schocken", seats, "replay")
    text = "".join(csv_lines([game]))
    assert ",'=SUM(A1)," in text, "a spreadsheet must not take a name for a formula"
    (read,) = read_list(text)
    assert (read.at, read.game) == (game.at, game.game)
    assert [(seat.name, seat.place, seat.points, seat.facts) for seat in read.seats] == [
        (seat.name, seat.place, seat.points, seat.facts) for seat in seats
    ]


HEADER = "date,game,names,places\n2024-05-01,zock,Anna/Ben,1/2\n"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "no results"),
        ("name,points\nAnna,3", 1, "columns"),
        (HEADER + "2024-13-01,zock,Anna/Ben,1/2", 3, "date"),
        (HEADER + "1960-01-01,zock,Anna/Ben,1/2", 3, "1970"),
        (HEADER + "2024-05-01,poker,Anna/Ben,1/2", 3, "game must be"),
        (HEADER + "2024-05-01,zock,Anna,1", 3, "2 to 24"),
        (HEADER + "2024-05-01,zock,Anna/anna,1/2", 3, "twice"),
        (HEADER + "2024-05-01,zock,Anna/,1/2", 3, "name has 1 to"),
        (HEADER + "2024-05-01,zock,Anna/Ben,1", 3, "2 names, and 1"),
        (HEADER + "2024-05-01,zock,Anna/Ben,2/2", 3, "begin with 1"),
        (HEADER + "2024-05-01,zock,Anna/Ben,1/-2", 3, "whole numbers"),
        (HEADER + "2024-05-01,zock,Anna/Ben,", 3, "missing"),
        (HEADER + "2024-05-01,zock,Anna/Ben", 3, "3 cells"),
        (HEADER + '2024-05-01,zock,"Anna/Ben', 3, "CSV"),
        ("id,date,game,name,place\n1,2024-05-01,zock,A,1\n1,2024-05-02,zock,B,2", 3, "same date"),
    ],
)
def test_errors_name_the_line(text: str, line: int, why: str) -> None:
    with pytest.raises(BadList, match=why) as raised:
        read_list(text)
    assert raised.value.line == line
    assert raised.value.sentence.startswith(f"line {line}: ")
