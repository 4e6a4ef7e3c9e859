"""gettext catalogues: what a game wants translated, and the files that translators work on."""
