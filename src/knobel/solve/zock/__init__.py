"""ZOCK solved by backward induction: exact values of games and matches."""
