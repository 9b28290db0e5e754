"""The strategy page of Schocken."""
