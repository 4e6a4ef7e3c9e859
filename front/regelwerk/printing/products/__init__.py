"""Products: modules whose `make` yields the files of cards, boards and parts, booklets, leaflets or tabletops."""
