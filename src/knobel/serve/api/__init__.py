"""The HTTP API and the WebSocket endpoint."""
