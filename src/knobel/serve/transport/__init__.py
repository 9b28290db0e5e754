"""Sockets, HTTP and WebSocket connections: what touches the network."""
