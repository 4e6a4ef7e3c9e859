"""Products: for each of `PRODUCTS` a module of the same name, whose `make` yields its files."""
