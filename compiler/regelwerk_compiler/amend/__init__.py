"""Errata and variants: the chosen changes, applied to the table of declarations before names are resolved.

The declarations of a change are checked like those of the base. Every changed thing has a history.
"""

from __future__ import annotations

from ..declare.collect import Key
from .apply import Change, History, amend
from .select import Chosen, asked, request_key, select_changes, with_needs

__all__ = ["Change", "Chosen", "History", "Key", "amend", "asked", "request_key", "select_changes", "with_needs"]
