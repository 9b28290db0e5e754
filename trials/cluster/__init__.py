"""Faults of nodes, NATS and PostgreSQL under load."""
