"""Simulated power failures after every disk operation."""
