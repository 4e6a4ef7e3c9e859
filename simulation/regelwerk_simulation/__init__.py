"""Many games of compiled rules: played in batches, kept as tables, compared and reported."""
