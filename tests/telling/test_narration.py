"""Narration: the log has all public information and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from knobel.rules import schocken, zock, zocknroll
from knobel.rules.session import Session
from knobel.terminal.sentences import game_log, log_lines
from knobel.words import LANGUAGES, source, words

from ..terminal.games import NAMES, TABLES, played

EN = words("en")


def tell(session: Session, event: Any) -> list[str]:
    before = session.state
    return log_lines(EN, session.players, before, event, session.play(event))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_every_event_of_a_game_is_told(game: str, players: int, options: dict[str, object], language: str) -> None:
    seed = 11
    print("seed", seed)
    session = played(game, players, options, seed)
    say, told = words(language), []
    for count, event in enumerate(session.events):
        new = log_lines(say, session.players, session.state_at(count), event, session.state_at(count + 1))
        assert new
        assert all(line.strip() == line for line in new)
        told += new
    assert game_log(say, session.players, session) == told


def test_a_turn_of_zocknroll_in_words() -> None:
    session = Session("zocknroll", ["Anna", "Ben", "Cleo"])
    assert tell(session, zocknroll.Starter(1)) == ["Ben starts."]
    assert tell(session, zocknroll.Cups(((3, 5), (6, 6), (1, 2), (1, 1)))) == [
        "Turn 1: all cups are thrown. Ben starts."
    ]
    assert tell(session, zocknroll.White((3, 4, 5))) == ["White dice: 3 4 5."]
    assert tell(session, zocknroll.Stay(1)) == ["Ben stays in."]
    assert tell(session, zocknroll.Stay(2)) == ["Cleo stays in."]
    assert tell(session, zocknroll.Drop(0, "two_pairs")) == [
        "Anna drops with 3 5: Two pairs +3, Dropped in round 1 +1."
    ]
    assert tell(session, zocknroll.White((6,))) == ["Fourth white die: 6 (3 4 5 6)."]
    tell(session, zocknroll.Stay(1))
    tell(session, zocknroll.Stay(2))
    assert tell(session, zocknroll.White((6,))) == [
        "Fifth white die: 6 (3 4 5 6 6). All cups are lifted.",
        "Ben: 6 6, Four of a kind.",
        "Cleo: 1 2, Large straight.",
        "Jörg: 1 1, Two pairs.",
        "Best hand: Ben.",
    ]
    assert tell(session, zocknroll.Mark(1, "pair")) == ["Ben marks Pair +2, Round 3 won +4."]


LAST = "A row has its sixth mark: the game ends after this turn (N12)."


def last_drop(others: dict[str, int]) -> list[str]:
    """Anna drops with the sixth mark of a pair, which brings her 6 x 2 + 1 points; Ben has these marks."""
    rows = zocknroll.rows(zocknroll.Options())
    sheets: tuple[dict[str, int], ...] = ({"pair": 5}, others, {}, {})
    before = zocknroll.State(
        zocknroll.Options(),
        marks=tuple(tuple(sheet.get(row, 0) for row in rows) for sheet in sheets),
        phase="decide",
        cups=((1, 1), (2, 3), (2, 3), (2, 3)),
        white=(1, 4, 6),
        dropped=(0, 1, 1, 1),
        queue=(0,),
        turns=9,
    )
    drop = zocknroll.Drop(0, "pair")
    return log_lines(EN, NAMES[:4], before, drop, zocknroll.play(before, drop))[1:]


def test_the_end_of_zocknroll_is_announced_and_explained() -> None:
    assert last_drop({}) == [LAST, "After 10 turns Anna wins with 13 points."]
    assert last_drop({"won_third": 1, "four_of_a_kind": 1}) == [
        LAST,
        "After 10 turns Ben wins with 13 points; more marks in “Round 3 won” break the tie (N14).",
    ]
    assert last_drop({"four_of_a_kind": 1, "three_of_a_kind": 1}) == [
        LAST,
        "Anna and Ben share the victory after 10 turns: 13 points each, and equal in “Round 3 won” (N14).",
    ]


def test_the_last_turn_is_announced_once() -> None:
    for seed in range(5):
        print("seed", seed)
        assert game_log(EN, NAMES, played("zocknroll", 3, {}, seed)).count(LAST) == 1


def test_a_round_of_schocken_in_words() -> None:
    session = Session("schocken", ["Anna", "Ben"])
    tell(session, schocken.Starter(0))
    assert tell(session, schocken.Throw(0, (), (1, 1, 5))) == [
        "Round 1 · First half",
        "Anna, throw 1: Schock 5",
    ]
    assert tell(session, schocken.Stand(0)) == ["Anna stands with Schock 5.", "The others get one throw."]
    assert tell(session, schocken.Throw(1, (), (6, 4, 2))) == [
        "Ben, throw 1: 6-4-2",
        "All cups are lifted: Anna Schock 5, Ben 6-4-2.",
        "Anna has the best throw. Ben takes 5 stones from the middle (8 left).",
    ]


def test_the_only_half_is_not_numbered() -> None:
    session = Session("schocken", ["Anna", "Ben"], {"length": "half"})
    tell(session, schocken.Starter(0))
    assert tell(session, schocken.Throw(0, (), (1, 1, 1)))[0] == "Round 1"
    tell(session, schocken.Stand(0))
    assert tell(session, schocken.Throw(1, (), (6, 4, 2)))[2:] == [
        "Anna throws a Schock out! Ben is lowest and takes everything.",
        "After one round the game is over: Ben loses.",
    ]


def equal_throws(before: schocken.State, *, throws: tuple[int, ...]) -> list[str]:
    """The last seat throws 6-4-2 as everybody else; `throws` are those of the others."""
    hands = tuple(schocken.Hand((), (2, 4, 6), count) for count in throws)
    last = len(throws)
    state = replace(
        before, hands=(*hands, schocken.Hand()), phase="throw", seat=last, limit=1, cups_up=False, beginner=0
    )
    event = schocken.Throw(last, (), (2, 4, 6))
    return log_lines(EN, NAMES, state, event, schocken.play(state, event))


@pytest.mark.rule("S8")
def test_why_one_of_equal_throws_is_lower_is_told() -> None:
    options = schocken.Options(ties="throws_then_order", covered="none")
    for ties, throws, why in (
        (schocken.Options(covered="none"), (1,), "the later throw is lower (S8)."),
        (options, (1,), "the later throw is lower (S8)."),
        (options, (2,), "more throws is lower (S8)."),
    ):
        told = equal_throws(schocken.start(ties, 2), throws=throws)
        assert told[2] == f"{'Ben and Anna' if throws == (2,) else 'Anna and Ben'} threw the same: {why}"


@pytest.mark.rule("S8")
def test_equal_best_throws_are_explained() -> None:
    """Anna and Cleo throw equally well, and Ben lower: one of the two is named the best, wherever the stones lie."""
    for middle in (5, 0):
        low, equal = schocken.Hand((), (2, 2, 3), 1), schocken.Hand((), (4, 5, 6), 1)
        start = schocken.start(schocken.Options(), 3)
        before = replace(start, hands=(equal, low, schocken.Hand()), phase="throw", seat=2, limit=1, cups_up=False)
        before = replace(before, middle=middle, stones=(3, 3, 2) if middle else (5, 4, 4))
        event = schocken.Throw(2, (), (4, 5, 6))
        told = log_lines(EN, NAMES, before, event, schocken.play(before, event))
        assert "Anna and Cleo threw the same: the later throw is lower (S8)." in told


@pytest.mark.rule("N10")
def test_the_log_says_why_round_3_is_not_marked() -> None:
    session = Session("zocknroll", NAMES[:3])
    session.play(zocknroll.Starter(0))
    session.play(zocknroll.Cups(((1, 1), (2, 3), (2, 3), (1, 1))))
    session.play(zocknroll.White((1, 1, 4)))
    for seat, event in ((0, zocknroll.Stay), (1, zocknroll.Stay), (2, zocknroll.Stay)):
        session.play(event(seat))
    session.play(zocknroll.White((6,)))
    for seat in range(3):
        session.play(zocknroll.Stay(seat))
    assert tell(session, zocknroll.White((5,)))[-1] == "Anna and Jörg are equally good, so no one marks round 3 (N10)."


def test_an_objection_in_words() -> None:
    session = Session("zock", ["Anna", "Ben"], {"referee": "players", "games": 1})
    tell(session, zock.RollOff(((6, 6), (1, 1))))
    tell(session, zock.Throw(0, (3, 6)))
    tell(session, zock.Cover(0, (7,)))
    assert tell(session, zock.Object(1)) == ["Ben objects, and rightly so. Open again for Anna: 7."]
    assert session.state == replace(session.state, open=(zock.ALL_FIELDS, zock.ALL_FIELDS))


def test_cups_of_zocknroll_stay_secret_until_they_are_lifted() -> None:
    """Twins that differ only in dice that nobody has seen: every line is the same until the reveal."""
    told = []
    for secret in ((1, 2), (6, 6)):
        session = Session("zocknroll", NAMES[:3])
        said = tell(session, zocknroll.Starter(0)) + tell(session, zocknroll.Cups(((1, 2), secret, (3, 4), secret)))
        said += tell(session, zocknroll.White((2, 2, 5)))
        for seat in range(3):
            said += tell(session, zocknroll.Stay(seat))
        said += tell(session, zocknroll.White((3,)))
        told.append((said, tell(session, zocknroll.Drop(0, "pair")) + tell(session, zocknroll.Drop(1, "pair"))))
    (before, revealed), (twin_before, twin_revealed) = told
    assert before == twin_before
    assert revealed[0] == twin_revealed[0]
    assert revealed[1] != twin_revealed[1]


def test_covered_throws_of_schocken_stay_secret_until_the_cups_are_lifted() -> None:
    told = []
    for secret in (2, 6):
        session = Session("schocken", NAMES[:2])
        said = tell(session, schocken.Starter(0)) + tell(session, schocken.Throw(0, (), (1, 3, 4)))
        said += tell(session, schocken.Throw(0, (1,), (1, 5))) + tell(session, schocken.Throw(0, (1, 1), (secret,)))
        said += tell(session, schocken.Throw(1, (), (1, 1, 5)))
        told.append((said, tell(session, schocken.Stand(1))))
    (before, revealed), (twin_before, twin_revealed) = told
    assert before == twin_before
    assert revealed != twin_revealed


SECOND_PERSON = {
    "en": re.compile(r"\bYou (?:\w+s|has|was)\b|\b(?:by|for|to|of|with) You\b|\w\w You\b(?! \d)"),
    "de": re.compile(r"\bDu (?!kreuzt|setzt|sitzt)(?:\w*[^s\W]t|ist|will)\b|\b(?:von|für|an|bei|mit|gibt|und) Du\b"),
}
"""What is wrong when the reader is called by the word for "you": the third person, and the wrong case."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_the_log_speaks_to_you(game: str, players: int, options: dict[str, object], language: str) -> None:
    say, seed = words(language), 12
    print("seed", seed)
    session = played(game, players, options, seed)
    for reader in range(players):
        names = [say("ui-you") if seat == reader else name for seat, name in enumerate(session.players)]
        log = game_log(say, names, session)
        assert not any(session.players[reader] in line for line in log)
        assert [line for line in log if SECOND_PERSON[language].search(line)] == []


def _phrases(prefix: str) -> list[str]:
    return re.findall(rf"^({prefix}[\w-]+) =(?:.*\n)(?:[ }}].*\n)*", source("en"), re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [*_phrases("log-"), *_phrases("table-")])
def test_every_line_that_names_a_player_has_words_for_you(key: str, language: str) -> None:
    """Lines that are no sentences about the player, as in `Ben: Hello!`, are right for "you" as they are."""
    entry = re.search(rf"^{key} =(?:.*\n)(?:[ }}].*\n)*", source(language), re.MULTILINE)
    assert entry
    named = set(re.findall(r"\$(name|best|loser)\b", entry[0]))
    addressed = set(re.findall(rf"\$(\w+) ->\s+\[{words(language)('ui-you')}\]", entry[0]))
    plain = {"log-hand", "log-total", "log-hand-of", "table-bot-sat", "table-emoted"}
    assert key in plain or named <= addressed
