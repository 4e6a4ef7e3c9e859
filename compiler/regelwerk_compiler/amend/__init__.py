"""Errata and variants: the chosen changes, applied to the table of declarations before names are resolved.

The declarations of a change are checked like those of the base. Every changed thing has a history.
"""

from __future__ import annotations

from .apply import Change, History, amend
from .select import Chosen, asked, request_key, select_changes, with_needs

__all__ = ["Change", "Chosen", "History", "amend", "asked", "request_key", "select_changes", "with_needs"]
