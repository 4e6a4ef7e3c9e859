"""Readers of a game's data files: YAML and CSV, every value with its place."""
