"""The web server. So far: its store."""
