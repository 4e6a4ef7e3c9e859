"""Batches: the games to play, the workers that play them, and the parts in which their rows are written."""
