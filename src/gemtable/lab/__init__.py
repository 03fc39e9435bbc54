"""Many matches at once: run, measure, compare."""

MOST_MATCHES = 10**12
DEEPEST = 60  # events that `perft` counts
