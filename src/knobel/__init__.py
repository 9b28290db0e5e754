"""Three German dice games, exactly: Zock'n'Roll, ZOCK and Schocken."""

__version__ = "0.1.0"
