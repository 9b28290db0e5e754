"""Environments for reinforcement learning and game solvers: PettingZoo, OpenSpiel and Gymnasium.

PettingZoo: `zocknroll_v0`, `zock_v0`, `schocken_v0`. OpenSpiel: `open_spiel`. Batches of games: `vector`. Importing one
of these modules needs `knobel[research]`; the package itself does not. `encodings` defines actions and observations.
"""
