"""Environments for reinforcement learning and game solvers: PettingZoo and OpenSpiel.

PettingZoo: `zocknroll_v0`, `zock_v0`, `schocken_v0`. OpenSpiel: `open_spiel`. Importing one of these modules needs
`knobel[research]`; the package itself does not. `encodings` defines actions and observations.
"""
