"""The strategy page of Zock'n'Roll."""
