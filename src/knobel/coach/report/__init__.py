"""What the coach has found, for people: in the terminal, and as one page that needs nothing else."""
