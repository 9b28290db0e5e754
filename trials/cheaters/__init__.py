"""Servers and players that cheat with the dice protocol are detected."""
