"""Batches of Zock'n'Roll games as compiled kernels."""
