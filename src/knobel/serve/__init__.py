"""The game server: HTTP and WebSocket API, bots and clocks around `table` and `store`.

Rooms from top to bottom: api, live, then fairness, transport and workers, then limits.
"""
