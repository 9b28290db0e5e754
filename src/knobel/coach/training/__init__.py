"""Training: positions from games in which the right move is not obvious, and what each answer would cost."""
