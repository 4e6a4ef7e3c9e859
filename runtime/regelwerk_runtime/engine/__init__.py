"""The engine: execution of handlers over state, zones and chance."""
