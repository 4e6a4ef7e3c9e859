"""Loops and searches in emitted code, with conditions tested as early as possible."""
