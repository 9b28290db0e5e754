"""The strategy page of ZOCK."""
