"""What every game is written with. Nothing above it; no third party in plain mode."""
