"""`knobel club`: list, export, import, backup and links."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from knobel.serve.instance import STORE
from knobel.store import Store
from knobel.store.clubs.box import book, reverse
from knobel.store.clubs.deletion import delete_member
from knobel.store.clubs.seasons import add_season
from tests.club.clubs import CLUB, FOUNDER, add_games, make_club, random_games

from .test_commands import run_main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store with a club of 20 games, bookings, a season and a deleted member."""
    with Store(tmp_path / STORE) as store:
        make_club(store)
        store.write(lambda connection: add_games(connection, random_games(Random(1), 20))).result()
        store.write(lambda connection: add_season(connection, FOUNDER, "2020", 0, None)).result()
        store.write(lambda connection: book(connection, FOUNDER, "fine", 2, 50, "late", "a", 1)).result()
        store.write(lambda connection: book(connection, FOUNDER, "payment", 2, 20, "", "b", 2)).result()
        store.write(lambda connection: reverse(connection, FOUNDER, 1, 3)).result()
        store.write(lambda connection: delete_member(connection, FOUNDER, 6)).result()
    return tmp_path


def _run(folder: Path, *arguments: str, code: int = 0) -> str:
    out, err, ended = run_main(["club", *arguments, "--data", str(folder)])
    assert ended == code, err
    return out if code == 0 else err


def _exported(folder: Path, club: str) -> Any:
    return json.loads(_run(folder, "export", club, "-"))


def test_clubs_are_listed(folder: Path) -> None:
    assert json.loads(_run(folder, "list", "--json")) == [
        {"club": CLUB, "name": "Stammtisch", "members": 5, "games": 20}
    ]
    assert CLUB in _run(folder, "list")


def test_an_export_makes_the_same_club_again(folder: Path) -> None:
    before = _exported(folder, "Stammtisch")
    assert [each["name"] for each in before["members"]] == ["Anna", "Ben", "Carla", "Dora", "Emil", None]
    _run(folder, "export", CLUB[:6], str(folder / "club.json"))
    assert "exists already" in _run(folder, "export", CLUB, str(folder / "club.json"), code=2)
    said = _run(folder, "import", str(folder / "club.json"))
    assert "/club/join#" in said
    made = next(club["club"] for club in json.loads(_run(folder, "list", "--json")) if club["club"] != CLUB)
    assert _exported(folder, made) == before


def test_a_csv_export_can_be_added_to_another_club(folder: Path, tmp_path: Path) -> None:
    _run(folder, "export", CLUB, str(folder / "club.csv"))
    with Store(tmp_path / "other" / STORE) as store:
        make_club(store, ("Anna",))
    other, csv = tmp_path / "other", str(folder / "club.csv")
    seats = [seat for game in _exported(folder, CLUB)["games"] for seat in game["seats"]]
    new = len({seat["name"] for seat in seats} - {"Anna", None})
    assert _run(other, "import", csv, "--club", "Stammtisch", "--check") == "Games: 20, members: 0.\n"
    assert _run(other, "import", csv, "--club", "Stammtisch") == f"Games: 20, members: {new}.\n"
    assert _run(other, "import", csv, "--club", CLUB) == "Games: 20, members: 0.\n"


def test_a_backup_has_every_club(folder: Path) -> None:
    assert "One club" in _run(folder, "backup", str(folder / "safe"))
    (file,) = (folder / "safe").iterdir()
    assert json.loads(file.read_text()) == _exported(folder, CLUB)
    assert file.stat().st_mode & 0o77 == 0, "it holds names"


def test_a_link_is_made_for_a_member(folder: Path) -> None:
    assert "/club/join#" in _run(folder, "link", "Stammtisch", "ben")
    assert "no member Zoe" in _run(folder, "link", "Stammtisch", "Zoe", code=2)


def test_errors_are_one_sentence(folder: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("date,game,names,places\nx,zock,Anna/Ben,1/2\n")
    assert _run(folder, "import", str(bad), "--club", CLUB, code=2).startswith(
        "knobel: line 2: the date must look like"
    )
    _, err, _ = run_main(["club", "import", str(bad), "--club", CLUB, "--data", str(folder), "--lang", "de"])
    assert err.startswith("knobel: Zeile 2: Das Datum muss aussehen wie")
    assert "--club" in _run(folder, "import", str(bad), code=2)
    assert "no club" in _run(folder, "export", "nothing", "-", code=2)
    assert "must end in" in _run(folder, "export", CLUB, str(tmp_path / "club.txt"), code=2)
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    assert "no export" in _run(folder, "import", str(broken), code=2)
    assert "no store" in _run(tmp_path / "empty", "list", code=2)
    assert "cannot be read" in _run(folder, "import", str(tmp_path / "missing.csv"), code=2)


def test_reading_works_beside_a_running_server_and_writing_does_not(folder: Path) -> None:
    (folder / "list.csv").write_text("date,game,names,places\n2024-01-01,zock,Anna/Ben,1/2\n")
    with Store(folder / STORE):
        assert CLUB in _run(folder, "list")
        assert "is using the store" in _run(folder, "import", str(folder / "list.csv"), "--club", CLUB, code=2)
