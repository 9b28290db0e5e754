"""Mutation-based fuzzing of WebSocket frames and HTTP requests."""
