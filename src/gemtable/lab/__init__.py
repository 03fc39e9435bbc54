"""Many matches at once: run, measure, compare."""
