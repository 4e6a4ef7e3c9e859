"""Translations: what a game wants translated, and the gettext files that translators work on."""
