"""Rows of clubs: members, games, books and the penalty box. The functions run in a transaction of the store."""
