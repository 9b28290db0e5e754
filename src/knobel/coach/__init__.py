"""The coach: the cost of every decision, luck, explanations, strategy charts and puzzles."""
