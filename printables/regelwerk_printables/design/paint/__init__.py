"""Painting: layout elements to drawings."""
