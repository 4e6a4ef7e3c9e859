"""Beginnings of games and variants: the texts of the files that `regelwerk new` writes."""
