"""Figures of a report, read from the tables of a simulation and independent of words and drawings."""
