"""The coach: analyses, hints, values and puzzles, computed in a child process."""
