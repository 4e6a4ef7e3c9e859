"""Records and saved matches."""
