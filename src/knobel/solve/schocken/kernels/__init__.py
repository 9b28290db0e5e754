"""The solver's compiled inner loops, by number of players."""
