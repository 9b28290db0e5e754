"""Statistical tests of the dice."""
