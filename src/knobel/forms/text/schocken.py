"""Positions of Schocken.

`limit` and `cups_up` are not written: they follow from the throws that lie on the table.
"""

from __future__ import annotations

from typing import Final, get_args

from msgspec.structs import replace

from ...rules.game import FACE_DOWN
from ...rules.schocken import (
    MOST_THROWS,
    Hand,
    Options,
    Phase,
    State,
    allowed,
    covered,
    hand_rank,
    in_round,
    is_lost,
    standings,
    start,
)
from .tokens import NONE, number, one_of, quoted, read_dice, refuse, write_dice

FIELDS: Final = ("phase", "seat", "beginner", "rounds", "lost", "middle", "stones", "hands")


def write(state: State) -> tuple[str, ...]:
    return (
        state.phase,
        str(state.seat),
        str(state.beginner),
        str(state.rounds),
        ",".join(map(str, state.lost)) or NONE,
        str(state.middle),
        "/".join(map(str, state.stones)),
        "/".join(map(_write_hand, state.hands)),
    )


def _write_hand(hand: Hand) -> str:
    if not hand.throws:
        return NONE
    kept = f"{write_dice(hand.kept)}|" if hand.kept else ""
    return f"{kept}{write_dice(hand.thrown)}:{hand.throws}"


def read(
    options: Options,
    phase: str,
    seat: str,
    beginner: str,
    rounds: str,
    lost: str,
    middle: str,
    stones: str,
    hands: str,
) -> State:
    fresh = start(options, stones.count("/") + 1)
    last_seat = fresh.players - 1
    state = replace(
        fresh,
        phase=one_of(phase, get_args(Phase), "the phase"),
        seat=number(seat, "the seat", last_seat, "S1"),
        beginner=number(beginner, "the beginner", last_seat, "S3"),
        rounds=number(rounds, "the number of rounds"),
        lost=tuple(number(loser, "a loser", last_seat, "S2") for loser in ([] if lost == NONE else lost.split(","))),
        middle=number(middle, "the middle", options.stones, "S1"),
        stones=tuple(number(count, "a number of stones", options.stones, "S1") for count in stones.split("/")),
        hands=_read_hands(hands, fresh.players),
    )
    if not any(hand.throws for hand in state.hands):
        return _check_first_round(state, fresh)
    _check_lost(state)
    _check_stones(state)
    state = _derived(state)
    if state.cups_up:
        _check_lifted(state)
    else:
        _check_playing(state)
    return state


def _read_hands(text: str, players: int) -> tuple[Hand, ...]:
    hands = tuple(Hand() if word == NONE else _read_hand(word) for word in text.split("/"))
    if len(hands) != players:
        refuse(f"{players} players have {players} hands, not {len(hands)}", "S1")
    return hands


def _read_hand(text: str) -> Hand:
    dice, _, count = text.partition(":")
    left, bar, right = dice.partition("|")
    kept = read_dice(left, "the kept dice") if bar else ()
    thrown = read_dice(right if bar else left, "the thrown dice")
    throws = number(count, "the number of throws", MOST_THROWS, "S4")
    if len(kept) + len(thrown) != 3 or not thrown or FACE_DOWN in kept or 0 < thrown.count(FACE_DOWN) < len(thrown):
        refuse(f"a hand is three dice, at most two of them kept and known, not {quoted(text)}", "S4")
    if not throws or (throws == 1 and kept):
        refuse("dice are kept after the first throw", "S4")
    return Hand(tuple(sorted(kept)), tuple(sorted(thrown)), throws)


def _check_first_round(state: State, fresh: State) -> State:
    """Before the first throw only the beginner may have been drawn (S3)."""
    seat = state.seat if state.phase == "throw" else 0
    if state != replace(fresh, phase=state.phase, seat=seat) or state.phase not in ("starter", "throw"):
        refuse("without any dice the game has just begun, with all stones in the middle", "S3")
    return state


def _check_lost(state: State) -> None:
    """S2, S11: one half, or two halves and a final of their losers."""
    lost, options = state.lost, state.options
    possible = not any(is_lost(options, lost[:part]) for part in range(1, len(lost))) and set(lost[2:]) <= set(lost[:2])
    if state.phase == "starter":
        refuse("there are no dice before the beginner is drawn", "S3")
    if not possible or is_lost(options, lost) != (state.phase == "over"):
        rule = "S11" if options.length == "half" else "S2"
        refuse(f"after the halves lost by {quoted(','.join(map(str, lost)))} the phase is not {state.phase}", rule)


def _check_stones(state: State) -> None:
    total, playing = state.options.stones, state.phase != "over"
    if sum(state.stones) + state.middle != total:
        refuse(f"{total} stones are in the middle and with the players, not {sum(state.stones) + state.middle}", "S1")
    if total in state.stones and (playing or state.stones[state.seat] < total):
        refuse("the player who holds all stones has lost the half", "S9")
    if any(stones and seat not in _contestants(state) for seat, stones in enumerate(state.stones)):
        refuse("only the losers of the halves have stones in the final", "S2")
    first_half = not state.lost and state.middle == total
    if (first_half and state.rounds) or state.rounds < len(state.lost) + (playing and state.middle < total):
        refuse(f"{state.rounds} rounds cannot have dealt the stones so", "S9")


def _contestants(state: State) -> tuple[int, ...]:
    """The seats that began the current half or final, or the one that ended the game."""
    half = state.lost[:2]
    if len(half) == 2 and half[0] != half[1]:
        return half
    return tuple(range(state.players))


def _derived(state: State) -> State:
    """Derive `cups_up` and `limit`: between rounds the next thrower, the loser, still has dice of the last round."""
    hands, seat, beginner = state.hands, state.seat, state.beginner
    cups_up = state.phase == "over" or (state.phase == "throw" and hands[seat].throws > 0)
    begins = not cups_up and seat == beginner and state.phase != "lift"
    return replace(state, cups_up=cups_up, limit=MOST_THROWS if begins else hands[beginner].throws)


def _check_lifted(state: State) -> None:
    """A finished round: all its dice lie open and its loser begins the next one (S3, S7)."""
    if not state.rounds:
        refuse("a round that lies open has been played", "S7")
    played = in_round(state)
    if state.beginner not in played or len(played) < 2:
        refuse("a round is begun by one of at least two players", "S6")
    for seat in played:
        _check_hand(state, seat)
        if FACE_DOWN in state.hands[seat].thrown:
            refuse("after a round all cups are lifted", "S7")
    order = standings(state)
    if order[-1] != state.seat:
        refuse(f"seat {order[-1]} has the lowest throw and begins", "S3")
    half_lost = state.phase == "over" or state.middle == state.options.stones
    if half_lost and state.lost[-1] != state.seat:
        refuse("the loser of the last round has lost the half", "S9")
    if not half_lost and not state.stones[state.seat]:
        refuse("the loser of the last round took stones", "S9")
    if state.phase == "over" or not half_lost:
        _check_dealt(state, order[0])


def _check_dealt(state: State, best: int) -> None:
    """The stones are as the last round dealt them (S9, S10)."""
    at_once = state.phase == "over" and state.options.stones not in state.stones
    if at_once != (hand_rank(state, best).name == "schock_out"):
        refuse("a Schock out ends the half and no other throw does while more than one has stones", "S10")
    holders = {seat for seat, stones in enumerate(state.stones) if stones}
    could_play = [set(_contestants(state))]
    if not state.middle:
        could_play += [holders, holders | {best}]
    if set(in_round(state)) not in could_play:
        refuse("while stones lie in the middle all take part in a round, then those who have some", "S9")


def _check_playing(state: State) -> None:
    """A round in which `seat` has its turn: those before it have finished, those after it have not thrown (S6)."""
    order = in_round(state)
    if state.seat not in order or state.beginner not in order:
        refuse("only players who take part in the half throw and begin", "S9")
    new_half = state.middle == state.options.stones
    if state.rounds and not (state.beginner == state.lost[-1] if new_half else state.stones[state.beginner]):
        refuse("the loser of the round before begins", "S3")
    turn = len(order) if state.phase == "lift" else order.index(state.seat)
    for seat in range(state.players):
        if seat in order[:turn]:
            _check_hand(state, seat)
        elif seat != state.seat and state.hands[seat].throws:
            refuse(f"seat {seat} cannot have thrown yet", "S6")
    if state.phase == "decide":
        _check_hand(state, state.seat, spare=1)
    thrown = replace(state, phase="throw")  # in the phase lift the cups are going up
    hidden = [seat for seat in order if FACE_DOWN in state.hands[seat].thrown]
    if not all(covered(thrown, seat) for seat in hidden):
        refuse("covered throws may be hidden, and no others", "S5")
    if state.phase == "lift" and hidden[:1] != [state.seat]:
        refuse("face-down dice are told in the order of throwing", "R3")


def _check_hand(state: State, seat: int, spare: int = 0) -> None:
    """A seat has thrown, and at least `spare` throws are left to it (S4, S6)."""
    if not 1 <= state.hands[seat].throws <= allowed(state, seat) - spare:
        refuse(f"seat {seat} may throw {allowed(state, seat)} times in this round", "S6")
