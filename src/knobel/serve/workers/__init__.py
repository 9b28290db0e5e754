"""Computation outside the event loop, in child processes: bots and the coach."""
