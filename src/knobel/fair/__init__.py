"""Verifiable dice: a commit-reveal protocol, its verification, and statistics of dice.

Before a game the server commits to a key for every throw (the root of a Merkle tree), and each player's device commits
to a hash chain of secrets. A throw derives from its key and from the links that the devices reveal when the dice are
wanted. So no party can choose or predict a throw.
"""
