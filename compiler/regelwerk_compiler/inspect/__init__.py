"""Queries over checked games: explanations, differences, source reports."""
