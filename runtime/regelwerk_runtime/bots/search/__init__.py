"""Bots that search: trees of playouts over positions, and over a player's information sets."""
