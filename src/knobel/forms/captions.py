"""Captions that drawings and pictures share: translatable labels, the heading, and remarks on each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ..rules import schocken, zock, zocknroll
from ..rules.boards import ROWS
from ..rules.game import FACE_DOWN

Label: TypeAlias = Callable[[str], str]
"""Translates a key of `LABELS`."""

LABELS: Final = (
    *("zocknroll", "zock", "schocken"),
    *("seat", "round", "over", "won", "tied"),
    *dict.fromkeys((*ROWS["basic"], *ROWS["pro"])),
    *("turn", "starter", "white_dice", "jorg", "in", "dropped", "points"),
    *("game", "claims", "chips", "red", "blue", "yellow", "green", "debt", "loss_points", "dice"),
    *("schock_out", "jule", "schock", "admiral", "strasse", "ordinary"),
    *("first_half", "second_half", "final", "middle", "stones", "throws", "out", "lost"),
)
"""All keys that drawings and pictures use: of all games, of Zock'n'Roll, ZOCK and Schocken."""

_SPELLED: Final = {
    "zocknroll": "Zock'n'Roll",
    "zock": "ZOCK",
    "jorg": "Jörg",
    "strasse": "Straße",
    "loss_points": "Penalty points",
}


def readable(key: str) -> str:
    """The English word that a key stands for.

    >>> readable("full_house"), readable("jorg")
    ('Full house', 'Jörg')
    """
    return _SPELLED.get(key, key.replace("_", " ").capitalize())


def seat_names(players: int, names: Sequence[str] | None, label: Label) -> tuple[str, ...]:
    """The names of all seats; a seat without a name is called by its number."""
    given = [on_one_line(name) for name in names or ()]
    return tuple(given[seat] if seat < len(given) else f"{label('seat')} {seat}" for seat in range(players))


def clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def on_one_line(name: str) -> str:
    """A name without characters that break a line, a terminal or XML."""
    return "".join(mark if mark.isprintable() else " " if mark.isspace() else "\ufffd" for mark in name)


Remarks: TypeAlias = tuple[tuple[str, ...], ...]
"""The remarks on each seat."""

_PARTS: Final = ("first_half", "second_half", "final")


def zocknroll_heading(state: zocknroll.State, label: Label) -> str:
    ended = state.phase in ("cups", "over") and bool(state.white)
    parts = [label("zocknroll"), f"{label('turn')} {state.turns + (not ended)}"]
    if state.white:
        parts.append(f"{label('round')} {len(state.white) - 2}")
    return _heading(parts, state.phase, label)


def zocknroll_remarks(state: zocknroll.State, label: Label) -> Remarks:
    """For each seat: starter, dropped or in, and the best row where the dice may be seen."""
    return tuple(
        (
            *[label("starter")] * (seat == state.starter and state.phase not in ("starter", "over")),
            *_turn_so_far(state, seat, label),
        )
        for seat in range(state.players)
    )


def zocknroll_winners(state: zocknroll.State, names: tuple[str, ...], label: Label) -> tuple[str, ...]:
    """A line with the winners of the game, apart from the remarks on the last turn, which others may have won."""
    winners = _winners(zocknroll.result(state))
    if not winners:
        return ()
    line = f"{_won(winners, label)} ({label('game')}): {', '.join(names[seat] for seat in winners)}"
    return (clipped(line, 80),)


def _turn_so_far(state: zocknroll.State, seat: int, label: Label) -> tuple[str, ...]:
    if not state.white:
        return ()
    if state.dropped[seat]:
        return (f"{label('dropped')} ({label('round')} {state.dropped[seat]})",)
    return label("in"), *(label(row) for row in zocknroll.hand(state, seat)[:1])


def zock_heading(state: zock.State, label: Label) -> str:
    ended = state.phase in ("roll_off", "over") and bool(state.dice)
    game = f"{label('game')} {len(state.games) + (not ended)}/{state.options.games}"
    return _heading([label("zock"), game], state.phase, label)


def zock_remarks(state: zock.State, label: Label) -> Remarks:
    """For each seat: loss points, debt, and whether the match is won or tied."""
    winners = _winners(zock.result(state))
    debts = state.debts or (0, 0)
    return tuple(
        (
            f"{label('loss_points')} {loss}",
            *[f"{label('debt')} {debts[seat]}"] * (debts[seat] > 0),
            *[_won(winners, label)] * (seat in winners),
        )
        for seat, loss in enumerate(zock.losses(state))
    )


def schocken_heading(state: schocken.State, label: Label) -> str:
    decided = len(state.lost) - (state.phase == "over")
    playing = not state.cups_up or not state.rounds
    part = [label(_PARTS[decided])] if state.options.length == "game" else []
    parts = [label("schocken"), *part, f"{label('round')} {state.rounds + playing}"]
    return _heading(parts, state.phase, label)


def schocken_lost(state: schocken.State, names: tuple[str, ...], label: Label) -> tuple[str, ...]:
    """One line for each half and final that is lost so far."""
    if state.options.length == "half":
        return tuple(f"{label('lost')}: {names[loser]}" for loser in state.lost)
    return tuple(f"{label('lost')} ({label(_PARTS[part])}): {names[loser]}" for part, loser in enumerate(state.lost))


def schocken_remarks(state: schocken.State, label: Label) -> Remarks:
    """For each seat: the rank of an open throw, and whether it is out."""
    return tuple((*_thrown(state, seat, label), *[label("out")] * is_out(state, seat)) for seat in range(state.players))


def is_out(state: schocken.State, seat: int) -> bool:
    """True for a seat that takes no part in the rest of this half, or in the final (S2, S9)."""
    in_final = len(set(state.lost)) == 2
    return (in_final and seat not in state.lost) or (state.middle == 0 and not state.stones[seat])


def _thrown(state: schocken.State, seat: int, label: Label) -> tuple[str, ...]:
    hand = state.hands[seat]
    if not hand.throws or FACE_DOWN in hand.thrown:
        return ()
    rank = schocken.hand_rank(state, seat)
    return (f"{label(rank.name)} {rank.stones}" if rank.name == "schock" else label(rank.name),)


def _winners(result: zocknroll.Result | zock.Result | None) -> tuple[int, ...]:
    return result.winners if result else ()


def _won(winners: tuple[int, ...], label: Label) -> str:
    return label("won" if len(winners) == 1 else "tied")


def _heading(parts: list[str], phase: str, label: Label) -> str:
    return " · ".join(parts + [label("over")] * (phase == "over"))
