"""Zock'n'Roll solved by regret matching: a stored policy near equilibrium."""
