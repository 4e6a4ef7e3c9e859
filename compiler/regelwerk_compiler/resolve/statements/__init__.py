"""Resolution of statements, one file for each family of statements."""
