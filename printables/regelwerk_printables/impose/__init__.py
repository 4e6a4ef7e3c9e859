"""Imposition: cards and drawings placed on paper."""
