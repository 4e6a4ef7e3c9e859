"""Differences between two checked games."""
