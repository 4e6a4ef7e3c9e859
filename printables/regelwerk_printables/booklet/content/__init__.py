"""The content of a booklet: chapters, cards, examples, lists, as elements."""
