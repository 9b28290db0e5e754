"""Dice nobody can doubt: the protocol "cup keys", and how anybody checks it.

The server commits to a key for every throw before the game; each player's device commits to a chain of secrets. A throw
is made of the key and of what the devices reveal when it is asked for, so nobody can steer it and nobody foresees it.
"""
