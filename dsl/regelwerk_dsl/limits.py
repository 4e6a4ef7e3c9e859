"""Limits of games that several packages hold to."""

MOST_PLAYERS = 20
MOST_COPIES = 1_000  # of a card or a part
