"""Catch-up of a client at a long table, from any version."""
