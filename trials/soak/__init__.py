"""Memory growth of a server over an hour of games."""
