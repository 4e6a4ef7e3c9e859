"""Loading of games: lookup, cache, compilation, records."""
