"""Programs that write documentation pages and pictures, and that trace the code."""
