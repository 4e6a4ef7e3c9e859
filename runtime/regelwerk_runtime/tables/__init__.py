"""Tables of a compiled game: state layout, keys of dice, texts."""
