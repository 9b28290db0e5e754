"""Statistics of thrown dice: counts, hypothesis tests on them, and p-values. Plain Python, no I/O."""
