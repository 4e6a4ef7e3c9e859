"""Analyses of the typed game and the IR that all back ends use."""
