"""Sections of the strategy page of Zock'n'Roll."""

from __future__ import annotations

from typing import Final

import numpy as np

from knobel.rules.zocknroll import END, rows
from knobel.simulate import simulate
from knobel.simulate.zocknroll.games import ZocknrollBatch
from knobel.solve.zocknroll.turn import TRIPLES

from ..drawing import Drawing
from ..writing import Places, Section, percent, table
from .charts import draw_boldness, draw_first_basic, draw_first_pro, draw_leads, draw_seats, draw_second
from .game import CLOCK, HANDS, PLAYERS, RIVALS, TIMES, ask_with_lead
from .rows import first_by_place, first_by_stayed, first_by_table, second_chart, spoken
from .rules import BOLDNESS, GAMES, bold_wins, chart, thumbs, wins
from .study import Board, study

TABLES: Final = (3, 4, 5, 6)


def rules_of_thumb() -> Places:
    """Cost of rules of thumb on the basic board, in points of a turn and in games won."""
    rules = {players: thumbs(study("basic", players)) for players in TABLES}
    costs = {
        (players, name): study("basic", players).cost(rule.first, rule.second)
        for players, known in rules.items()
        for name, rule in known.items()
    }
    won = {name: wins(study("basic", PLAYERS), rule) for name, rule in rules[PLAYERS].items()}
    lines = [
        [rule.words, *(f"{costs[players, name]:.3f}" for players in TABLES), percent(won[name])]
        for name, rule in rules[PLAYERS].items()
    ]
    head = ["one player's rule", *(f"{players} players" for players in TABLES), f"wins among {PLAYERS}"]
    places = {f"cost-{name}": f"{costs[PLAYERS, name]:.3f}" for name in _TOLD}
    places |= {f"wins-{name}": percent(won[name]) for name in _WON}
    fair = 1 / PLAYERS
    return {
        "thumbs": table(head, lines),
        "games": f"{GAMES:,}",
        "error": percent((fair * (1 - fair) / GAMES) ** 0.5),
        "turn-points": f"{float(study('basic', PLAYERS).values.mean()):.2f}",
        **places,
    }


_TOLD: Final = ("row-first", "stay-first", "three", "pairs", "row", "before", "white", "pocket", "stay")
_WON: Final = ("stay", "three", "row-first", "stay-first")


def rules_of_thumb_pro() -> Places:
    """The same on the pro board, for four players."""
    one = study("pro", PLAYERS)
    lines = [
        [rule.words, f"{one.cost(rule.first, rule.second):.3f}", percent(wins(one, rule))]
        for rule in thumbs(one).values()
    ]
    return {"thumbs-pro": table(["one player's rule", "points a turn", f"wins among {PLAYERS}"], lines)}


def first_round() -> Places:
    """How often each row is dropped with in round 1."""
    basic, pro = study("basic", PLAYERS), study("pro", PLAYERS)
    return {
        "first-table": first_by_table([study("basic", players) for players in TABLES]),
        "first-place": first_by_place(basic),
        "first-stayed": first_by_stayed(basic),
        "first-pro": first_by_place(pro),
        "first-drops": _dropped_rows("basic"),
        "first-drops-pro": _dropped_rows("pro"),
    }


def _dropped_rows(board: Board) -> str:
    """The rows to drop with in round 1 for a player who looks at the row only."""
    one = study(board, PLAYERS)
    first, _ = one.rounds
    stay = chart(first, "row")(first)
    dropped = [name for nth, name in enumerate(one.names) if np.any((first.row == nth) & ~stay)]
    return " and ".join(map(spoken, dropped))


def second_round() -> Places:
    """When to stay in round 2."""
    return {
        "second-3": second_chart(study("basic", 3)),
        "second-4": second_chart(study("basic", 4)),
        "second-6": second_chart(study("basic", 6)),
        "second-pro": second_chart(study("pro", 4)),
    }


def surprises() -> Places:
    """Hands with which a better row drops and a worse one stays."""
    one = study("basic", PLAYERS)
    first, second = one.rounds

    pairs, pair = one.names.index("two_pairs"), one.names.index("pair")
    late = (second.before == 1) & (second.behind == 0)
    straight = first.row == one.names.index("large_straight")
    ends = np.array([{1, 6} <= set(white) for white in TRIPLES])[:, None, None]
    two_pairs = (first.row == pairs) & (first.player == 0)
    return {
        "house-on-three": percent(one.stays((3, 3, 3), (1, 1), 1), 0),
        "three-on-three": percent(one.stays((3, 3, 3), (1, 2), 1), 0),
        "second-pair": percent(second.staying(second.row == pair), 0),
        "second-two-pairs": percent(second.staying(second.row == pairs), 0),
        "late-four-white": percent(second.staying(late & second.shared & (second.row == 1)), 0),
        "pairs-ends": percent(first.staying(two_pairs & ends), 0),
        "pairs-else": percent(first.staying(two_pairs & ~ends), 0),
        "straight-first": percent(first.staying(straight & (first.player == 0)), 0),
        "straight-last": percent(first.staying(straight & (first.player == PLAYERS - 1)), 0),
    }


def seats() -> Places:
    """Points of a turn by place, and the value of starting the game."""
    lines = [_values("basic", players) for players in range(3, 9)]
    lines += [_values("pro", players) for players in TABLES]
    head = ["board", "players", *(f"{nth}." for nth in range(1, 9)), "first − last"]
    places: Places = {"seats": table(head, lines, left=2)}
    for players in (3, 4, 6):
        batch = simulate("zocknroll", ["best"] * players, games=GAMES, seed=1)
        shares = batch.winners / batch.winners.sum(axis=1, keepdims=True)
        places[f"starter-{players}"] = percent(float(shares[np.arange(len(batch)), batch.starter].mean()))
    return places


def _values(board: Board, players: int) -> list[str]:
    found = study(board, players).values.tolist()
    shown = [f"{value:.2f}" for value in found] + [""] * (8 - players)
    return [board, str(players), *shown, f"{found[0] - found[-1]:.2f}"]


def jorg() -> Places:
    """Effect of Jörg's cup at a table of three."""
    with_him, silent = study("basic", 3), study("basic", 3, jorg_counts=False)
    taken = with_him.values_without_jorg() - with_him.values
    _, second = with_him.rounds
    _, fourth = study("basic", 4).rounds
    alone, alone_of_four = (some.staying((some.before == 0) & (some.behind == 0)) for some in (second, fourth))
    pairs = second.row == with_him.names.index("two_pairs")
    return {
        "jorg-takes": f"{float(taken.mean()):.2f}",
        "jorg-alone": percent(alone, 0),
        "alone-of-four": percent(alone_of_four, 0),
        "jorg-alone-pairs": percent(second.staying(pairs & (second.before == 0) & (second.behind == 0)), 0),
        "jorg-counts": ", ".join(f"{value:.2f}" for value in with_him.values),
        "jorg-silent": ", ".join(f"{value:.2f}" for value in silent.values),
        "jorg-silent-first": percent(silent.rounds[0].staying(), 0),
        "jorg-counts-first": percent(with_him.rounds[0].staying(), 0),
        "four-first": percent(study("basic", 4).rounds[0].staying(), 0),
    }


def game() -> Places:
    """What wins the game: positions near its end, and how bold to be."""
    lines = list[list[str]]()
    for lead in (-10, 0, 10, 20):
        for hand in HANDS:
            stay, best, *_, lowest = (answer.wins for answer in ask_with_lead(lead, hand))
            most = max(stay, best, lowest)
            cells = [f"**{percent(won)}**" if won == most else percent(won) for won in (stay, best, lowest)]
            lines.append([_told(lead), hand, *cells])
    batch = simulate("zocknroll", ["best"] * PLAYERS, games=GAMES, seed=1)
    assert isinstance(batch, ZocknrollBatch)
    one = study("basic", PLAYERS)
    clock = batch.marks[:, :, rows(one.options).index(CLOCK)].max(axis=1) >= END
    bolder = {points: bold_wins("basic", PLAYERS, points) for points in BOLDNESS}
    boldest = max(bolder, key=lambda points: bolder[points])
    return {
        "leads": table(["lead", "hand", "stay", "drop with it", "drop, mark a pair"], lines, left=2),
        "rivals": str(RIVALS),
        "times": f"{TIMES:,}",
        "clock": percent(float(clock.mean()), 0),
        "turns": f"{float(batch.turns.mean()):.1f}",
        "score": f"{float(batch.scores.mean()):.0f}",
        "winning": f"{float(batch.scores.max(axis=1).mean()):.0f}",
        "bold": f"{boldest:g}",
        "bold-wins": percent(bolder[boldest]),
    }


def _told(lead: int) -> str:
    return "even" if lead == 0 else f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}"


SECTIONS: Final[tuple[Section, ...]] = (
    rules_of_thumb,
    rules_of_thumb_pro,
    first_round,
    second_round,
    surprises,
    seats,
    jorg,
    game,
)

PICTURES: Final[dict[str, Drawing]] = {
    "round-1-basic": draw_first_basic,
    "round-1-pro": draw_first_pro,
    "round-2": draw_second,
    "seats": draw_seats,
    "boldness": draw_boldness,
    "leads": draw_leads,
}
