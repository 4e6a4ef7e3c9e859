"""Explanations of values, looked up by the path that an amendment gives them, and of what changes removed.

`Side.left.name`, `Row.high`, `Action.at_once`, `cook.copies`, `sell.says`, `chapter.selling.title`; `theft`, removed.
"""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ...amend import History, Key
from ...amend.cards import find_card_places
from ...amend.compare import shown
from ...amend.edits import GONE
from ...amend.paths import find_places
from ...amend.text_places import find_text_places
from ...checked.plain import where
from ...declare.collect import Declarations
from ...resolve.lookahead import Constants
from .explanation import Explanation, source_lines, step, value_history

LAST = {
    "copies": "number of copies",
    "initial": "first value",
    "label": "heading",
    "limit": "limit",
    "name": "name",
    "offer": "offer",
    "says": "report",
    "text": "text",
    "title": "title",
    "where": "condition of its members",
}


def explain_value(table: Declarations, history: History, name: str) -> tuple[Explanation, Key] | None:
    """What is known of a value by the path that an amendment gives it, and its full name; None where there is none."""
    path = tuple(name.split("."))
    road = _road(table, path)
    if road is not None:
        return road, path
    places = [
        *find_places(table, path),
        *(() if path[0] in table.enums else find_card_places(table, Constants(table), path)),
        *(place for place in find_text_places(table, path, None, None) if path[-1] == "title"),
    ]
    if not places:
        return None
    first = places[0]
    found = Explanation(
        name, _kind(path), where(first.span), shown(first.value), source_lines(first.span, only_line=True)
    )
    if len(places) > 1:  # a family with cards of their own
        found.facts = [(".".join(place.key), shown(place.value)) for place in places]
        return found, path
    found.history = value_history(history.of(*first.key), where(first.span), shown(first.value))
    return found, first.key


def _road(table: Declarations, path: Key) -> Explanation | None:
    """A road of a map: a row of its table, but no space."""
    decl = table.enums.get(path[0])
    for row in decl.rows if isinstance(decl, syn.MapDecl) and len(path) == 2 else ():
        if row.key.name == path[1]:
            lines = source_lines(row.span, only_line=True)
            return Explanation(".".join(path), f"road of {path[0]}", where(row.span), source=lines)
    return None


def _kind(path: Key) -> str:
    if path[-1] in ("low", "high"):
        return f"bound of {'.'.join(path[:-1])}"
    return LAST.get(path[-1], "default")


def explain_removed(history: History, name: str) -> Explanation | None:
    """What is known of something that a change has taken out of the game."""
    for key, changes in history.changes.items():
        plain = key[1:] if key[0] == "invariant" else key
        last = changes[-1]
        if last.new == GONE and name in (".".join(key), ".".join(plain)):
            found = Explanation(name, GONE, where(last.span), source=source_lines(last.old_span))
            found.history = [("base", where(last.old_span), last.old), (step(last), where(last.span), GONE)]
            return found
    return None
