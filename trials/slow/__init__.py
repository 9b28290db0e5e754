"""Slow-reader and flooding attacks while others play."""
