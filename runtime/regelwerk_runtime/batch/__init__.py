"""Many games: played on all cores, counted, and looked at closely."""
