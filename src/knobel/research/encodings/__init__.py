"""Games in numbers: every move an action, every view a vector of integers, every result a payoff for each seat.

PettingZoo and OpenSpiel share these encodings. They are versioned: what `zock_v0` means never changes.
"""
