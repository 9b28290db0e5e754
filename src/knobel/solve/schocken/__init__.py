"""Schocken solved: exact for two to four players, approximate for more."""
