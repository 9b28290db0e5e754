"""What knobel survives, shown: each module here is a trial that runs by itself, in a small and in its full size."""
