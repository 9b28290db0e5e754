"""The trials at their small size, and tests that the trials notice planted faults."""
