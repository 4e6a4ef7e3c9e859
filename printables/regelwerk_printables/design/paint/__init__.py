"""Painting: from layout elements to drawings."""
