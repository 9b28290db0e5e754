"""Programs that write parts of these pages."""
