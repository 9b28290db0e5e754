"""The exact half of five players of Schocken, solved on a GPU.

1. `python -m tools.schocken_five.export` writes the inputs of the GPU program to `gpu/in.npz`, with test values.
2. `OUT=gpu/out python tools/schocken_five/gpu.py solve`, on a machine with NumPy, CuPy and a GPU with 12 GB, compares a
   round with the test values and solves the half. `SECONDS_LEFT` limits the time; `gpu/begun` resumes from its files.
3. `python -m tools.schocken_five.ship` writes the tables into the package.
"""
