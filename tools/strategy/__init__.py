"""Generator of the strategy pages: `python -m tools.strategy GAME` computes every number on the page of a game.

Each game has a folder with a template and a module `page`. The template has `{{places}}` for computed text;
the module has `SECTIONS`, functions that each return some of the places by name, and `PICTURES`, functions that each
draw on a figure, by the name that its file has after `strategy-GAME-`.
"""
