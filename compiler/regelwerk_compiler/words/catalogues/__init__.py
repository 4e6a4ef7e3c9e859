"""Catalogues of translations in the format of gettext: what a game wants translated, and the translators' files."""
