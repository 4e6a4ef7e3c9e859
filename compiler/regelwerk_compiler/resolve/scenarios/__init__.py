"""Scenarios, resolved: their steps, the positions that they begin with, cards by name."""
