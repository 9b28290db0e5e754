"""The games in OpenSpiel, and parts of them as games of their own; importing this module registers them.

>>> import pyspiel
>>> game = pyspiel.load_game("python_knobel_zock(variant=B,games=1)")
>>> game.num_distinct_actions(), game.max_chance_outcomes()
(515, 56)
>>> small = pyspiel.load_game("python_knobel_zock_game(fields=3)")
>>> small.information_state_tensor_size()
11
"""

from . import games, parts

__all__ = ["games", "parts"]
