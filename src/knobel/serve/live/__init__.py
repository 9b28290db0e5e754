"""Tables in memory: commands, views, catch-up, presence and clocks."""
