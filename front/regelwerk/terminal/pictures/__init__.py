"""Positions in characters: grids, strips and roads, drawn from what the state of any game is indexed by."""
