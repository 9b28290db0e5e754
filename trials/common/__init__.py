"""Helpers that several trials share."""
