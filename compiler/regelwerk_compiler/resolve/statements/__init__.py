"""Statements, resolved: one file a family of statements."""
