"""The middle between rules and people: the match and its file."""
