"""kill -9 of a server under load."""
