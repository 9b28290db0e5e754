"""Verifiable dice: the protocol, honest games, cheating parties, and statistics of dice."""
