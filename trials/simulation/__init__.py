"""Deterministic simulation: clock, network and disk from one seed."""
