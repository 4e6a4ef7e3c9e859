"""Figures of a report, read from the tables of a simulation before any words or drawings."""
