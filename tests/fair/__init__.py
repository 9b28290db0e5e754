"""Verifiable dice: the protocol, honest games, and everybody who cheats."""
