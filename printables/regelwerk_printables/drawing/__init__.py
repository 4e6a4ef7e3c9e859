"""Drawings as data, in millimetres."""
