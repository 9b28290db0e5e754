"""Hostile player names in a browser."""
