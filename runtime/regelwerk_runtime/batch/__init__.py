"""Batches of games, on all cores."""
