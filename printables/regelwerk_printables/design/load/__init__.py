"""Readers of layout files."""
