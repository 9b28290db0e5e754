"""Random game records, replayed and corrupted."""
