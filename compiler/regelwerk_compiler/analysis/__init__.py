"""Analyses of the typed game and of the IR that every back end asks."""
