"""Inspection of games for the commands: comparisons, traces, playable cards, places in print."""
