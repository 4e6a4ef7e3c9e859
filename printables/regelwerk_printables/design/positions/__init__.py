"""Pictures of positions: boards with the pieces that lie on them."""
