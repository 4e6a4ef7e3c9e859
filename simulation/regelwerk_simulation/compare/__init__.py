"""Comparison of two sets of rules over the same seeds, with the statistics that it needs."""
