"""Limits of games that several packages observe."""

MOST_PLAYERS = 20
MOST_COPIES = 1_000  # of a card or a part
