"""Exports for other programs: tabletop simulators, cutting machines, card lists."""
