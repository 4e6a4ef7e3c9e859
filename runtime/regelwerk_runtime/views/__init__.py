"""Views of a state: declared names, hidden information, guesses."""
