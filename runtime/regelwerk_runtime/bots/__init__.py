"""Bots: their interface, those that come with the runtime, and the registry by name."""
