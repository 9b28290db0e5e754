"""The games as environments of the field, for learners and solvers that speak no other language.

PettingZoo: `zocknroll_v0`, `zock_v0`, `schocken_v0`. OpenSpiel: `open_spiel`. Importing one of these modules needs
`knobel[research]`; this package by itself needs nothing. What every number means is fixed in `encodings`.
"""
