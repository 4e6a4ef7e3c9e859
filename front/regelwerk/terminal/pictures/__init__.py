"""Positions in characters: grids, strips and roads, drawn from the families that index a game's state."""
