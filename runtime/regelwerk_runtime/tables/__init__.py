"""A compiled game's tables: state layout, dice keys, texts."""
