"""The HTTP API: small JSON documents beside the WebSocket, on the same log."""
