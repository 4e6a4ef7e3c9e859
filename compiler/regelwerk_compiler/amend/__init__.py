"""Declarations and chosen changes go in; amended declarations with the history of every changed thing come out.

Amendments act on the table of declarations, before names are resolved: what they put there is checked like the base.
"""

from __future__ import annotations

from .applying import amend
from .history import Change, History, Key
from .select import Chosen, asked, select_changes, wish_key

__all__ = ["Change", "Chosen", "History", "Key", "amend", "asked", "select_changes", "wish_key"]
