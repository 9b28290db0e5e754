"""Mistakes in the reports of `knobel coach`: numbers, dice, kept dice and positions, in text, page and JSON."""

from __future__ import annotations

import json
import re
from html import unescape
from io import StringIO

import msgspec
import pytest
from rich.console import Console

import knobel
from knobel.bots import play_out
from knobel.cli.coach.figures import counted
from knobel.cli.coach.page import game_page
from knobel.cli.coach.terminal import show_game
from knobel.coach.analyse import analyse
from knobel.coach.analysis import Analysis
from knobel.coach.judges import judge_of
from knobel.rules import schocken, zock, zocknroll
from knobel.rules.game import State
from knobel.telling.phrase import Phrase, render
from knobel.words import LANGUAGES, words

RANDOM: dict[str, tuple[int, dict[str, object], range]] = {
    "zock": (2, {"games": 1}, range(12)),
    "schocken": (2, {"stones": 3}, range(12)),
    "zocknroll": (3, {}, range(1)),
}
"""Players, options and seeds of games of random moves."""


def shown(language: str, analysis: Analysis) -> list[str]:
    """The report in a wide terminal, where no line breaks."""
    out = StringIO()
    console = Console(width=1000, file=out)
    for part in show_game(words(language), analysis, range(len(analysis.names))):
        console.print(part)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def on_the_table(view: State, seat: int) -> list[str]:
    """The dice that a seat sees at its decision, from the rules alone: thrown, kept, white."""
    match view:
        case zock.State(dice=dice):
            parts = [dice]
        case schocken.State(hands=hands):
            parts = [hands[seat].kept + hands[seat].thrown, hands[seat].kept]
        case zocknroll.State(white=white, cups=cups):
            parts = [white, cups[seat]]
        case _:
            raise AssertionError(view)
    return [" ".join(map(str, part)) for part in parts if part]


@pytest.mark.parametrize("game", RANDOM)
def test_a_mistake_has_one_number_and_one_table_in_all_reports(game: str) -> None:
    """The number is the place in the record, counted from 1, as by `knobel replay`."""
    players, options, seeds = RANDOM[game]
    seen = 0
    for seed in seeds:
        session = play_out(game, ["Anna", "Ben", "Cleo"][:players], options, level="random", seed=seed)
        analysis = analyse(session, judge_of(session.game, session.options, players, "quick"))
        answer = json.loads(msgspec.json.encode(counted(analysis)))
        moments = {moment["event"]: moment for moment in answer["moments"]}
        assert list(moments) == list(range(1, len(session.events) + 1)), f"seed {seed}"
        for language in LANGUAGES:
            say, lines = words(language), shown(language, analysis)
            page = unescape(game_page(say, analysis, range(players))).replace("\N{NO-BREAK SPACE}", " ")
            heads = [re.match(r" *(\d+)  (?:Anna|Ben|Cleo)  .*−", line) for line in lines]
            at = {int(head[1]): place for place, head in enumerate(heads) if head}
            listed = re.findall(rf">{say('coach-event-number', event='(.*?)')}<", page)
            assert listed == [str(event) for event in (*(each.event + 1 for each in analysis.turning), *at)]
            for number in at:
                moment, seat = moments[number], moments[number]["verdict"]["seat"]
                view: State = session.game.view(session.state_at(number - 1), seat)
                assert session.events[number - 1].seat == seat
                assert moment["verdict"]["kind"] in ("inaccuracy", "mistake", "blunder")
                assert moment["position"] == knobel.position(view)
                told = " ".join(render(say, msgspec.convert(line, Phrase)) for line in moment["scene"])
                card = lines[at[number] + 1 : at[number] + 4]
                for dice in on_the_table(view, seat):
                    assert dice in told, f"seed {seed}, event {number}: {told}"
                    assert dice in card[0], f"seed {seed}, event {number}: {card}"
                assert card[2].strip() == moment["position"]
                assert f"<code>{moment['position']}</code>" in page
                assert f"<p>{card[0].strip()}</p>" in page
                seen += 1
        assert [each["event"] for each in answer["turning"]] == [each.event + 1 for each in analysis.turning]
    assert seen > 10
