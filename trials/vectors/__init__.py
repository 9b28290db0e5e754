"""Test vectors: three implementations of the dice protocol agree."""
