"""Printing: orders and the files that are made for them. `run_order` is the entry point."""
