"""Small games, written by hand in the form of emitted modules."""
