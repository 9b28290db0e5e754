"""Clubs: members, roles, evenings, seasons, standings, ratings, records, luck and the penalty box. No I/O.

The store keeps the rows, and the server asks for permission here before it reads or writes them.
"""
