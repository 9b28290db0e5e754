"""The games as environments of the field: PettingZoo (`zocknroll_v0`, `zock_v0`, `schocken_v0`) and OpenSpiel (`open_spiel`).

Importing one of these modules needs `knobel[research]`; this package by itself needs nothing. What a number means
to a learner, in both libraries, is fixed in `encodings`.
"""
