"""Starting points of games: the texts of the files that `regelwerk new` writes."""
