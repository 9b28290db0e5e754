"""Games with real dice against their filled-in twins."""
