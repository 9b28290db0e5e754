"""The coach: what every decision cost, and how much was luck."""
