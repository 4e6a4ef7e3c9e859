"""Names and texts of a game in its languages: patterns, composed card texts, catalogues."""
