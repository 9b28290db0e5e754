"""The games in OpenSpiel: `python_knobel_zocknroll`, `python_knobel_zock` and `python_knobel_schocken`.

Importing this module registers them; their parameters are the options of a record, `players` and `horizon`.

>>> import pyspiel
>>> game = pyspiel.load_game("python_knobel_zock(variant=B,games=1)")
>>> game.num_distinct_actions(), game.max_chance_outcomes()
(515, 56)
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from ..forms import position
from ..rules.game import option_specs, read_options
from .encodings import AnyEncoding, schocken, zock, zocknroll
from .tree import MOST_OUTCOMES, Node, Tree

HORIZON: Final = 100_000
"""Far more nodes than a game has, unless players prolong it on purpose."""

_SPELLING: Final[dict[object, object]] = {"fours_to_sixes": "456"}
"""Values of options that OpenSpiel would read as numbers, as they are written in a parameter."""


class KnobelGame(pyspiel.Game):
    """Base class of the three games; OpenSpiel registers one class per game."""

    encoding: ClassVar[AnyEncoding]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        encoding = self.encoding
        given = {**self.kind.parameter_specification, **(params or {})}
        players, horizon = given.pop("players"), given.pop("horizon")
        options = read_options(encoding.game, {name: _SPELLING.get(value, value) for name, value in given.items()})
        self.tree = Tree(encoding, options, players, horizon)
        self.slots = encoding.slots(options, players)
        self.root = self.tree.root()
        info = pyspiel.GameInfo(
            num_distinct_actions=len(encoding.actions(options)),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=players,
            min_utility=encoding.least,
            max_utility=1.0,
            utility_sum=encoding.total,
            max_game_length=horizon,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> KnobelState:
        return KnobelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"an observation takes no parameters, not {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class KnobelState(pyspiel.State):
    """A node of the tree, as OpenSpiel walks it."""

    def __init__(self, game: KnobelGame) -> None:
        super().__init__(game)
        self.node: Node = game.root

    @property
    def _tree(self) -> Tree:
        tree: Tree = self.get_game().tree
        return tree

    def current_player(self) -> Any:
        if self._tree.is_over(self.node):
            return pyspiel.PlayerId.TERMINAL
        seat = self._tree.mover(self.node)
        return pyspiel.PlayerId.CHANCE if seat is None else seat

    def is_terminal(self) -> bool:
        return self._tree.is_over(self.node)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel's signature
        return list(self._tree.moves(self.node))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._tree.chances(self.node)

    def _apply_action(self, action: int) -> None:
        self.node = self._tree.child(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - OpenSpiel's signature
        return self._tree.name(self.node, action)

    def returns(self) -> list[float]:
        return list(self._tree.payoffs(self.node))

    def __str__(self) -> str:
        """The position; while dice fall, also for what and which cups lie already."""
        falling = f" {self.node.asked} {self.node.cups}" if self.node.asked is not None else ""
        return position(self.node.state) + falling


class Observer:
    """The information of a player as tensor and string; with perfect recall, the whole information state."""

    def __init__(self, game: KnobelGame, kind: Any) -> None:
        self._tree = game.tree
        self._kind = kind
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER and not kind.perfect_recall:
            self.tensor = np.zeros(len(game.slots), np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: KnobelState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._tree.encoding.observe(self._tree.view(state.node, player), player)

    def string_from(self, state: KnobelState, player: int) -> str:
        public = position(self._tree.view(state.node, None))
        if self._kind.private_info == pyspiel.PrivateInfoType.NONE:
            return public
        own = position(self._tree.view(state.node, player))
        if not self._kind.public_info:
            return "" if own == public else own
        if self._kind.perfect_recall:
            return self._tree.memory(state.node, player)
        return f"seat {player}\n{own}"


def _kind(encoding: AnyEncoding, title: str, players: int, hidden: bool) -> Any:
    """The `GameType` of a game; `players` is its default."""
    game = encoding.game
    written = {value: text for text, value in _SPELLING.items()}
    plain = (spec for spec in option_specs(game) if spec.choices or spec.least)
    options = {spec.name: written.get(spec.default, spec.default) for spec in plain}
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"python_knobel_{game.name}",
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if encoding.total == 0 else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": players, **options, "horizon": HORIZON},
    )


class ZocknrollGame(KnobelGame):
    encoding = zocknroll.ENCODING
    kind = _kind(encoding, "Zock'n'Roll", players=4, hidden=True)


class ZockGame(KnobelGame):
    encoding = zock.ENCODING
    kind = _kind(encoding, "ZOCK", players=2, hidden=False)


class SchockenGame(KnobelGame):
    encoding = schocken.ENCODING
    kind = _kind(encoding, "Schocken", players=3, hidden=True)


for _game in (ZocknrollGame, ZockGame, SchockenGame):
    pyspiel.register_game(_game.kind, _game)
