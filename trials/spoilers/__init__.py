"""Spoilers: nothing on the page reveals dice before they lie."""
