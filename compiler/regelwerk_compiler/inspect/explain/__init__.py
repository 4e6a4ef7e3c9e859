"""Explanations of names: origin, history, texts, handlers, places in print."""
