"""Inspection of games for the commands: comparisons, traces, moments, places in print."""
