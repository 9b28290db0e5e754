"""Batches of Schocken games as compiled kernels."""
