"""Descriptions of the amended values that statements of a game can read or that bound its variables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ..amend import History
from ..amend.edits import GONE
from ..declare.collect import Key
from ..model.types import IntType, strip_optional
from .graph import Graph, Kind

MOST_NAMED = 3  # amended values of one column and one amendment that a trace lists one by one


def amended_inputs(graph: Graph) -> dict[str, tuple[str, ...]]:
    """The amended values that the statements of a source line can read, in words, by `file:line`.

    Indirect reads count: through definitions, abilities, locals, and arguments of effects.
    """
    found: dict[str, dict[Key, None]] = defaultdict(dict)
    for key, changes in graph.history.changes.items():
        if changes[-1].new != GONE:
            for node in graph.dependents(graph.named(key)):
                if node.kind is Kind.LINE:
                    found[node.parts[0]][key] = None
    return {line: in_words(found[line], graph.history) for line in sorted(found)}


def amended_bounds(graph: Graph) -> dict[str, tuple[str, ...]]:
    """The amendments of the bounds of each variable and of its unit, in words, by variable."""
    found = {}
    for var in graph.game.state.values():
        type_ = strip_optional(var.type)
        owners = [var.name, *([type_.unit] if isinstance(type_, IntType) and type_.unit else [])]
        keys = [(owner, end) for owner in owners for end in ("low", "high") if graph.history.of(owner, end)]
        if keys:
            found[var.name] = in_words(keys, graph.history)
    return found


def in_words(keys: Iterable[Key], history: History) -> tuple[str, ...]:
    """Amended values with the erratum or variant that set them last and its place; many of one column as a count."""
    groups: dict[tuple[str, str], list[Key]] = defaultdict(list)
    for key in keys:
        groups[key[-1] if len(key) > 1 else "", history.changes[key][-1].by].append(key)
    words = []
    for (part, by), group in groups.items():
        if len(group) > MOST_NAMED:
            what = f"values of {part}" if part else "declarations"
            words.append(f"{len(group)} {what} by {by}")
        else:
            words += [f"{'.'.join(key)} by {by} ({history.changes[key][-1].span.where})" for key in group]
    return tuple(words)
