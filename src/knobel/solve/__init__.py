"""Exact play: solvers that know the value of every position, one module per game."""
