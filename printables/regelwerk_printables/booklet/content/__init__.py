"""The content of a booklet as elements: chapters, cards, examples, lists."""
