"""JSON schema of all messages and HTTP bodies; `python -m knobel.serve.schema` prints it for the browser client."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Any, Final

import msgspec

from ..club.box import Tariff
from ..coach.explorer import schocken, zock, zocknroll
from ..rules import GAMES
from . import club_documents, documents, messages

_ON_THE_WIRE: Final = (
    messages.ToClient,
    messages.Ask,
    messages.Choices,
    messages.Telling,
    messages.NewTable,
    messages.Made,
    documents.GameInfo,
    documents.TableLine,
    documents.GameLine,
    documents.PlayerStats,
    documents.Replay,
    documents.Lesson,
    documents.Problem,
    documents.RulesPage,
    documents.Address,
    documents.DoorCode,
    documents.ThisDevice,
    documents.TextPage,
    documents.CarryLink,
    documents.CarryToken,
    documents.Loaded,
    documents.AnalysisState,
    documents.PositionAsk,
    documents.PositionShown,
    documents.PositionValues,
    documents.OddsShown,
    documents.Hint,
    documents.WeighAsk,
    documents.Weighed,
    documents.Honesty,
    documents.PuzzleShown,
    documents.PuzzleAnswer,
    documents.PuzzleAnswered,
    documents.TrainingTally,
    club_documents.NewClub,
    club_documents.ClubChange,
    club_documents.ClubLine,
    club_documents.Club,
    club_documents.NewMember,
    club_documents.MemberChange,
    club_documents.Deleted,
    club_documents.JoinedClub,
    club_documents.NewClubTable,
    club_documents.NewSeason,
    club_documents.Standings,
    club_documents.Course,
    club_documents.Evenings,
    club_documents.Evening,
    club_documents.GameCorrection,
    club_documents.ClubLuck,
    club_documents.MemberProfile,
    club_documents.Box,
    club_documents.NewBooking,
    club_documents.NewPayment,
    club_documents.NewExpense,
    club_documents.Imported,
    Tariff,
    zock.Chart,
    zock.Openings,
    schocken.Chart,
    zocknroll.Chart,
)
_GAMES: Final = {"zocknroll": "Zocknroll", "zock": "Zock", "schocken": "Schocken"}


@cache
def schema() -> dict[str, Any]:
    """All messages as `$defs` of one schema; structs of a game carry its name: `ZockState`.

    `ZockEvent` is any event of ZOCK, and `GameEvent` any event of any game: in Python it is the base class `Event`,
    since two games may use the same tag.
    """
    events = {f"{_GAMES[game.name]}Event": reduce(or_, game.events) for game in GAMES.values()}
    unions, components = msgspec.json.schema_components(
        (*_ON_THE_WIRE, *events.values()), ref_template="#/$defs/{name}"
    )
    components.update(zip(events, unions[len(_ON_THE_WIRE) :], strict=True))
    components["Event"] = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in events]}
    names = {name: _short(name) for name in components}
    if len(set(names.values())) < len(names):
        raise AssertionError("two messages have the same short name")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "knobel",
        "$defs": {names[name]: _renamed(component, names) for name, component in components.items()},
    }


def _short(name: str) -> str:
    """`knobel.rules.zock.State` as `ZockState`, `Played[Event]` as `Played`, `Pending[zock.Event]` as `ZockPending`."""
    if name == "Event":
        return "GameEvent"
    generic, _, argument = name.removesuffix("_Event_").partition("_knobel.rules.")
    if argument:
        return _GAMES[argument.partition(".")[0]] + generic
    module, _, last = generic.rpartition(".")
    return _GAMES.get(module.rpartition(".")[2], "") + last


def _renamed(node: Any, names: dict[str, str]) -> Any:
    """The same schema with other names for its components."""
    if isinstance(node, list):
        return [_renamed(each, names) for each in node]
    if not isinstance(node, dict):
        return node
    renamed = {key: _renamed(value, names) for key, value in node.items()}
    if isinstance(reference := renamed.get("$ref"), str):
        renamed["$ref"] = _reference(reference, names)
        renamed.pop("type", None)  # of plain data that says by a reference what it holds
    if "mapping" in renamed.get("discriminator", {}):
        mapping = renamed["discriminator"]["mapping"]
        renamed["discriminator"]["mapping"] = {tag: _reference(to, names) for tag, to in mapping.items()}
    return renamed


def _reference(reference: str, names: dict[str, str]) -> str:
    return "#/$defs/" + names[reference.removeprefix("#/$defs/")]


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode())
