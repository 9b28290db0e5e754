"""Batches of ZOCK games as compiled kernels."""
