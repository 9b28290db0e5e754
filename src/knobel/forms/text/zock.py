"""Positions of ZOCK."""

from __future__ import annotations

from typing import Final, get_args

from ...rules.chips import FIVE_EACH, Holding
from ...rules.game import FACE_DOWN
from ...rules.zock import ALL_FIELDS, Claim, Fields, GameScore, Options, Phase, State, covers, losses, offers
from .tokens import NONE, number, one_of, quoted, read_dice, refuse, write_dice

FIELDS: Final = ("phase", "seat", "dice", "open", "claims", "games", "chips", "debts")

_SEATS: Final = ("0", "1")


def write(state: State) -> tuple[str, ...]:
    return (
        state.phase,
        str(state.seat),
        write_dice(state.dice),
        "/".join("".join(str(field) if field in fields else "." for field in ALL_FIELDS) for fields in state.open),
        ",".join(f"{write_dice(claim.dice)}={''.join(map(str, claim.fields))}" for claim in state.claims) or NONE,
        ",".join(f"{game.winner}:{game.loss}" for game in state.games) or NONE,
        "/".join(":".join(map(str, holding)) for holding in state.chips) or NONE,
        "/".join(map(str, state.debts)) or NONE,
    )


def read(
    options: Options, phase: str, seat: str, dice: str, fields: str, claims: str, games: str, chips: str, debts: str
) -> State:
    state = State(
        options,
        open=_read_open(fields),
        phase=one_of(phase, get_args(Phase), "the phase"),
        seat=_SEATS.index(one_of(seat, _SEATS, "the seat")),
        dice=tuple(sorted(read_dice(dice, "the throw"))),
        claims=tuple(_read_claim(claim) for claim in _listed(claims)),
        games=tuple(_read_game(game) for game in _listed(games)),
        chips=tuple(_read_holding(holding) for holding in _listed(chips, "/")),
        debts=tuple(number(debt, "a debt") for debt in _listed(debts, "/")),
    )
    _check_dice(state)
    _check_games(state)
    _check_fields(state)
    if options.referee == "strict":
        _check_refereed(state)
    else:
        _check_claims(state)
    _check_chips(state)
    return state


def _listed(text: str, separator: str = ",") -> list[str]:
    return [] if text == NONE else text.split(separator)


def _read_open(text: str) -> tuple[Fields, Fields]:
    rows = text.split("/")
    shown = "123456789"
    if len(rows) != 2 or any(
        len(row) != 9 or any(mark not in (".", field) for mark, field in zip(row, shown, strict=True)) for row in rows
    ):
        refuse(f"the open fields are two rows of {shown} with dots for covered fields, not {quoted(text)}", "K1")
    first, second = (tuple(int(mark) for mark in row if mark != ".") for row in rows)
    return first, second


def _read_claim(text: str) -> Claim:
    dice, _, fields = text.partition("=")
    thrown = tuple(sorted(read_dice(dice, "the throw of a claim")))
    if len(thrown) != 2 or FACE_DOWN in thrown or not fields or not set(fields) <= set("123456789"):
        refuse(f"a claim is two dice and the fields covered with them, 36=45, not {quoted(text)}", "K9")
    return Claim(thrown, tuple(sorted(map(int, fields))))


def _read_game(text: str) -> GameScore:
    winner, _, loss = text.partition(":")
    finished = GameScore(
        _SEATS.index(one_of(winner, _SEATS, "the winner of a game")), number(loss, "a loss", sum(ALL_FIELDS), "K7")
    )
    if not finished.loss:
        refuse("the loser of a game has an open field and so a loss", "K7")
    return finished


def _read_holding(text: str) -> Holding:
    counts = [number(count, "a number of chips", 10, "K10") for count in text.split(":")]
    if len(counts) != 4:
        refuse(f"a player's chips are four numbers, red, blue, yellow and green, not {quoted(text)}", "K10")
    red, blue, yellow, green = counts
    return red, blue, yellow, green


def _check_dice(state: State) -> None:
    if FACE_DOWN in state.dice or len(state.dice) not in (0, 2):
        refuse(f"two dice are thrown in ZOCK, not {quoted(write_dice(state.dice))}", "K1")
    untouched = state.open == (ALL_FIELDS, ALL_FIELDS) and not state.claims
    if not state.dice and not (untouched and state.phase in ("roll_off", "throw")):
        refuse("without a throw since the roll-off all fields are open", "K2")


def _check_games(state: State) -> None:
    played, wanted = len(state.games), state.options.games
    if played > wanted or (played == wanted) != (state.phase == "over"):
        refuse(f"a match of {wanted} games is over after {wanted} games, {played} are noted", "K8")


def _check_fields(state: State) -> None:
    """A seat without open fields has won (K7); with players as referees that is a claim until accepted (K9)."""
    finished = [seat for seat in (0, 1) if not state.open[seat]]
    if state.phase in ("roll_off", "over"):
        _check_ended(state, finished)
    elif state.phase == "accept":
        if finished != [1 - state.seat]:
            refuse(f"seat {state.seat} answers when seat {1 - state.seat} has covered all nine fields", "K9")
    elif finished:
        refuse(f"seat {finished[0]} has covered all nine fields, so the game is over", "K7")


def _check_ended(state: State, finished: list[int]) -> None:
    """Between games the fields are as the last game left them, or all open for a repeated roll-off."""
    seat = 0
    if state.games:
        last = state.games[-1]
        seat = last.winner if state.options.referee == "strict" else 1 - last.winner
        if state.dice and (finished != [last.winner] or sum(state.open[1 - last.winner]) != last.loss):
            refuse("the fields left open must be those that the last game noted as a loss", "K7")
    elif state.dice:
        refuse("before the first game no dice lie in the box", "K2")
    if state.seat != seat:
        refuse(f"between games the seat is {seat}, the one that ended the last game", "K2")
    if state.claims:
        refuse("no claim outlasts its game", "K9")


def _check_refereed(state: State) -> None:
    """With a strict referee the last throw was used if it could be (K4)."""
    if state.claims or state.phase in ("object", "accept"):
        refuse("with a strict referee there are no claims, objections or acceptances", "K9")
    if not state.dice:
        return
    variant, two_digit, seat = state.options.variant, state.options.two_digit, state.seat
    offered = offers(variant, two_digit, state.dice)

    def used(mover: int) -> bool:
        return any(not set(cover) & set(state.open[mover]) for cover in offered)

    def usable(mover: int) -> bool:
        return bool(covers(variant, two_digit, state.dice, state.open[mover]))

    if state.phase == "cover":
        fits = usable(seat)
    elif state.phase != "throw":
        fits = used(seat)
    else:
        fits = not usable(1 - seat) or used(seat if variant == "A" else 1 - seat)  # K5
    if not fits:
        refuse(f"the throw {write_dice(state.dice)} does not fit the open fields", "K4")


def _check_claims(state: State) -> None:
    """The covers since the last hand-over: several in variant A, else that of the last throw only (K9)."""
    claims, in_turn = state.claims, state.options.variant != "A"
    mover = state.seat if state.phase in ("throw", "cover") else 1 - state.seat
    claimed = [field for claim in claims for field in claim.fields]
    if len(set(claimed)) != len(claimed) or set(claimed) & set(state.open[mover]):
        refuse(f"the fields that seat {mover} claims must be covered, each once", "K9")
    just_covered = state.phase == "accept" or (state.phase, in_turn) in (("throw", False), ("object", True))
    if just_covered and claims and claims[-1].dice != state.dice:
        refuse("the last claim was made with the dice in the box", "K9")
    if state.phase == "accept" and not claims:
        refuse("the cover that ends a game is a claim", "K9")
    if in_turn and len(claims) > (state.phase in ("object", "accept")):
        refuse("players who throw in turn claim one cover at a time", "K9")


def _check_chips(state: State) -> None:
    """Ten chips of each colour change hands and the noted debts make up the rest of the losses (K10)."""
    if state.options.chips is None:
        if state.chips or state.debts:
            refuse("this table plays without chips", "K10")
        return
    if len(state.chips) != 2 or len(state.debts) != 2:
        refuse("both players have chips and a debt, if only of 0", "K10")
    if any(sum(pair) != 10 for pair in zip(*state.chips, strict=True)):
        refuse("there are ten chips of each colour", "K10")
    values = state.options.chips.values()
    held, at_first = (sum(map(int.__mul__, values, holding)) for holding in (state.chips[0], FIVE_EACH))
    paid = [loss - debt for loss, debt in zip(losses(state), state.debts, strict=True)]
    if min(paid) < 0 or held != at_first - paid[0] + paid[1]:
        refuse("the chips and debts do not add up to the losses", "K10")
