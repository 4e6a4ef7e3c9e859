"""Comparison of two sets of rules over the same seeds, with its statistics."""
