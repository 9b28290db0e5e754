"""All clients reconnect at once after a restart."""
