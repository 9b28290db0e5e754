"""Faults planted into every loop, thread and child process of a running server."""
