"""The source formatter."""
