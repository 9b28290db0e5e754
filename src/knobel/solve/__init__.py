"""Solvers: exact or near-equilibrium values of positions, in one folder per game."""
