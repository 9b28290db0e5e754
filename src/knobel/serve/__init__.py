"""The table on the network: HTTP, WebSocket, bots and clocks around `table` and `store`."""
