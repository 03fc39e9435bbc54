"""Bots think in processes of their own. `pool.Workers` is asked; `thoughts` says what."""
