"""The terminal: options, messages, logs, interactive play."""
