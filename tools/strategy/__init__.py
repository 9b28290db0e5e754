"""How to play well, written by the solvers: `python -m tools.strategy GAME` writes the page of a game.

Each game has a module and a template of the same name. The template is the page with `{{places}}` for everything that
is computed; the module has `SECTIONS`, functions that each return some of the places by name, and `PICTURES`, functions
that each draw on a figure, by the name that its file has after `strategy-GAME-`.
"""
