"""Fault injection: plants small faults in the rules of a game, and reports those that none of its tests notice."""
