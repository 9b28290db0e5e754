"""Third-party bots: found by import path or entry point, and run in a process of their own with a time limit."""
