"""Games through a proxy that drops, delays, duplicates and reorders frames."""
