"""Fault injection: how many small faults in the rules the tests of a game notice."""
