"""Small games by hand in the form of emitted modules."""
