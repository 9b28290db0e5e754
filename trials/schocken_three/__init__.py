"""Schocken rounds of three players, solver against exact arithmetic."""
