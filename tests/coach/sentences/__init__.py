"""Checker of the coach's sentences: every number and every word of them, recomputed from the rules."""
