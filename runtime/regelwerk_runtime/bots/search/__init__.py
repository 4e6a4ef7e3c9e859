"""Bots that search: trees of playouts over positions, and over what one player can tell apart."""
