"""Verifiable dice: contributions of the devices and the commitments of the server."""
