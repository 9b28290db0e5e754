"""Third-party bots in the arena: they lose turns to `casual` for errors, illegal moves and the time limit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from knobel.arena.book import Book
from knobel.arena.contest import Contest, Deal, play_deals
from knobel.arena.verdict import judge
from knobel.bots.third_party.guard import LostTurns, process_of
from knobel.rules.errors import BadOptions

BOTS = "tests.bots.third_party_bots"


@pytest.fixture(autouse=True)
def stopped_processes() -> Iterator[None]:
    yield
    for name in _used:
        process_of(*name).stop()
    _used.clear()


_used = set[tuple[str, float]]()


def contest(bot: str, other: str = "casual", game: str = "zock", players: int = 2, seconds: float = 30) -> Contest:
    name = f"{BOTS}:{bot}"
    _used.add((name, seconds))
    options: dict[str, object] = {"games": 1} if game == "zock" else {}
    return Contest(game, (name, other), players, options=options, seconds=seconds).checked()


def lost_turns(played: Contest, deals: int = 1) -> LostTurns:
    verdict = judge(played, dict(play_deals(played, range(deals))))
    [lost] = [each.lost for each in verdict.standings if each.bot in played.third_party]
    assert all(each.lost == LostTurns() for each in verdict.standings if each.bot not in played.third_party)
    return lost


@pytest.mark.parametrize("bot", ["first", "mixed", "prints"])
def test_a_good_bot_loses_no_turn(bot: str) -> None:
    lost = lost_turns(contest(bot))
    assert lost.turns > 5
    assert lost.lost == 0


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("fails", "failed"),
        ("exits", "failed"),
        ("says_nothing", "failed"),
        ("says_nan", "failed"),
        ("says_less_than_nothing", "failed"),
        ("says_zero", "failed"),
        ("cheats", "illegal"),
    ],
)
def test_a_bad_bot_loses_every_turn_and_casual_plays_it(bot: str, reason: str) -> None:
    """`casual` draws from the same source, so the games are those of `casual` at that seat."""
    bad, deals = contest(bot, "random"), range(2)
    played = dict(play_deals(bad, deals))
    lost = lost_turns(bad, 2)
    assert lost.turns > 5
    assert getattr(lost, reason) == lost.lost == lost.turns
    casual = Contest("zock", ("casual", "random"), 2, options={"games": 1}).checked()
    assert _results(played) == _results(dict(play_deals(casual, deals)))


def _results(deals: dict[int, Deal]) -> list[tuple[tuple[float, ...], ...]]:
    return [tuple(game.points for game in deals[number]) for number in sorted(deals)]


def test_an_error_costs_one_turn_only() -> None:
    lost = lost_turns(contest("fails_once"))
    assert (lost.failed, lost.lost) == (1, 1)
    assert lost.turns > 5


@pytest.mark.parametrize(("bot", "reason", "seconds"), [("hangs", "late", 0.05), ("dies", "failed", 30)])
def test_a_bot_that_hangs_or_dies_loses_the_turn_and_is_started_again(bot: str, reason: str, seconds: float) -> None:
    played = contest(bot, "casual", seconds=seconds)
    process = process_of(f"{BOTS}:{bot}", seconds)
    rules = played.rules
    view = rules.play(rules.start(played.chosen, 2), rules.events[0](((6, 5), (2, 1))))
    view = rules.play(view, rules.events[1](0, (3, 4)))
    for _ in range(2):
        process.games()
        running = process.running
        assert process.ask("zock", view).fault == reason
        assert running is not None
        assert running.returncode is not None, "it is ended"


def test_a_bot_sees_the_view_of_its_seat_only() -> None:
    lost = lost_turns(contest("peeks", "casual", "zocknroll", 4))
    assert lost.turns > 5
    assert lost.lost == 0


def test_a_bot_may_play_some_games_only() -> None:
    assert lost_turns(contest("only_zock")).lost == 0
    with pytest.raises(BadOptions, match="only_zock plays only zock"):
        contest("only_zock", game="schocken", players=3)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no_such_package.bots:clever", "there is no module no_such_package: install it"),
        ("tests.bots.no_such_module:clever", "there is no module tests.bots.no_such_module"),
        (f"{BOTS}:clever", f"the module {BOTS} has no clever"),
        (f"{BOTS}:not_a_bot", "is no bot: it must be a function of view and moves"),
        (f"{BOTS}:of_no_game", "is no bot: it must be a function of view and moves"),
        (f"{BOTS}:", "names no bot"),
        (":clever", "names no bot"),
        ("../bots:clever", "names no bot"),
        ("no-such-entry-point", "a bot must be one of"),
    ],
)
def test_what_is_no_bot_is_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(BadOptions, match=sentence):
        Contest("zock", (name, "casual"), 2).checked()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 / 0", "fails while it is imported: ZeroDivisionError"),
        ("import sys; sys.exit()", "fails while it is imported: SystemExit"),
        ("import no_such_library", "fails while it is imported: ModuleNotFoundError"),
        ("import os; os._exit(0)", "ends its process"),
    ],
)
def test_a_module_that_cannot_be_imported_is_one_sentence(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_bot.py").write_text(text)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path('src').absolute()}")
    with pytest.raises(BadOptions, match=sentence):
        Contest("zock", ("broken_bot:clever", "casual"), 2).checked()


def test_an_entry_point_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "my_bots-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(f"[knobel.bots]\nclever = {BOTS}:first\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path('src').absolute()}:{Path.cwd()}")
    _used.add(("clever", 30))
    played = Contest("zock", ("clever", "casual"), 2, options={"games": 1}, seconds=30).checked()
    assert lost_turns(played).lost == 0


def test_lost_turns_are_saved_and_resumed(tmp_path: Path) -> None:
    played = contest("cheats")
    book = Book.begin(tmp_path / "contest.jsonl", played)
    for deal, outcomes in play_deals(played, range(2)):
        book.write(deal, outcomes)
    again = Book.open(book.path)
    assert judge(again.contest, again.deals) == judge(played, book.deals)
    assert judge(played, book.deals).standings[0].lost.illegal + judge(played, book.deals).standings[1].lost.illegal > 5
