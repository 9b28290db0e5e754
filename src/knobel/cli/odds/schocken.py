"""`knobel odds schocken`: the order of the throws, and how to reach one of them."""

from __future__ import annotations

import click
from msgspec import UNSET

from ...odds.schocken import Choice, Ranked, choices, optimal, ranked, ranking, reach
from ...rules.errors import BadDice
from ...rules.game import read_options
from ...rules.schocken import GAME, MOST_THROWS, Hand, Options
from ...words import Words
from ..commands import Number, as_json, command, lang, speech, usage_error
from ..options import any_dice, game_options
from ..output import add_bars, add_chance, as_data, bar, cell, joined, percent, print_json, show, table


@command("odds schocken")
@click.argument("throw", required=False)
@click.option("--throws", type=Number())
@click.option("--dice", metavar="dice")
@click.option("--kept", metavar="dice", default="")
@game_options("schocken", "kept_dice", "sixes", "hand_only", "general_beats_schock2", "jule")
@lang
@as_json
def schocken(
    throw: str | None,
    throws: int | None,
    dice: str | None,
    kept: str,
    options: dict[str, object],
    as_json: bool,
) -> None:
    """The order of all throws, or how to reach one of them."""
    chosen: Options = read_options(GAME, options)
    if throw is None:
        if throws is not None or dice is not None or kept:
            raise usage_error("error-target")
        _ranking(chosen, as_json)
        return
    target = ranked(chosen, any_dice(throw))
    if dice is None:
        if kept:
            raise usage_error("error-kept", "S4")
        _reach(chosen, target, throws, as_json)
    else:
        hand = _hand(any_dice(dice), any_dice(kept))
        most = MOST_THROWS - (2 if hand.kept else 1)
        _choices(chosen, target, hand, most if throws is None else throws, as_json)


def _hand(dice: tuple[int, ...], kept: tuple[int, ...]) -> Hand:
    thrown = list(dice)
    for die in kept:
        if die not in thrown:
            sentence = f"{joined(kept)} cannot have been kept of {joined(dice)}"
            raise BadDice(sentence, "S4", key="error-not-kept", kept=joined(kept), dice=joined(dice))
        thrown.remove(die)
    return Hand(kept, tuple(thrown))


def _ranking(options: Options, as_json: bool) -> None:
    counts = range(1, MOST_THROWS + 1)
    if as_json:
        data = [
            {**_data(each), "reach": [as_data(reach(options, each.dice, count)) for count in counts]}
            for each in ranking(options)
        ]
        print_json("schocken", options, throws=data)
        return
    say = speech()
    show(say("odds-schocken-title"), style="bold")
    chances = table()
    chances.add_column("", justify="right")
    chances.add_column(say("odds-throw"))
    chances.add_column("")
    chances.add_column(say("odds-stones"), justify="right")
    add_chance(chances, f"{say('odds-throws', count=1)}\n=")
    for count in counts:
        add_chance(chances, f"{say('odds-throws', count=count)}\n≥")
    for each in ranking(options):
        reached = [cell(say, reach(options, each.dice, count)) for count in counts]
        stones = str(each.rank.stones or say("odds-all-stones"))
        chances.add_row(str(each.place), joined(each.dice), _name(say, each), stones, cell(say, each.odds), *reached)
    show(chances)
    show(say("odds-throws-legend"), style="dim")


def _reach(options: Options, target: Ranked, throws: int | None, as_json: bool) -> None:
    counts = range(1, MOST_THROWS + 1) if throws is None else (throws,)
    found = {count: reach(options, target.dice, count) for count in counts}
    if as_json:
        data = [{"throws": count, **as_data(odds)} for count, odds in found.items()]
        print_json("schocken", options, target=_data(target), reach=data)
        return
    say = speech()
    show(_title(say, target), style="bold")
    chances = table()
    chances.add_column(say("odds-fresh-cup"))
    add_chance(chances, say("odds-chance"))
    add_bars(chances)
    for count, odds in found.items():
        chances.add_row(say("odds-throws", count=count), percent(say, odds), bar(odds))
    show(chances)


def _choices(options: Options, target: Ranked, hand: Hand, throws: int, as_json: bool) -> None:
    found = choices(options, target.dice, hand, throws)
    best = optimal(found)
    if as_json:
        data = [
            {
                "keep": choice.keep,
                "flip": 0 if choice.flip is UNSET else choice.flip,
                "stand": choice.stand,
                "best": choice in best,
                **as_data(choice.odds),
            }
            for choice in found
        ]
        dice = hand.kept + hand.thrown
        print_json("schocken", options, target=_data(target), dice=dice, kept=hand.kept, throws=throws, choices=data)
        return
    say = speech()
    show(_title(say, target), style="bold")
    chances = table()
    chances.add_column("")
    chances.add_column(say("odds-throws-left", dice=joined(hand.kept + hand.thrown), count=throws))
    add_chance(chances, say("odds-chance"))
    add_bars(chances)
    for choice in found:
        star, style = ("★", "bold") if choice in best else ("", None)
        chances.add_row(star, _choice(say, choice), percent(say, choice.odds), bar(choice.odds), style=style)
    show(chances)


def _data(throw: Ranked) -> dict[str, object]:
    """A throw for a machine; Schock out deals out all stones, which has no number."""
    stones = throw.rank.stones or None
    return {"place": throw.place, "dice": throw.dice, "name": throw.rank.name, "stones": stones, **as_data(throw.odds)}


def _name(say: Words, throw: Ranked) -> str:
    return say(f"rank-{throw.rank.name}", x=throw.rank.stones)


def _title(say: Words, target: Ranked) -> str:
    return say("odds-target", throw=joined(target.dice), name=_name(say, target), place=target.place)


def _choice(say: Words, choice: Choice) -> str:
    if choice.stand:
        return say("odds-stand")
    if choice.flip is not UNSET:
        return say("odds-flip", flip=choice.flip, keep=joined(choice.keep))
    return say("odds-keep", keep=joined(choice.keep)) if choice.keep else say("odds-throw-all")
