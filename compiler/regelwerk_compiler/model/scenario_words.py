"""The words of scenarios, which may call definitions and effects by name, with any arguments."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.syntax.nodes import field_names


def words_of(scenarios: list[syn.ScenarioDecl]) -> set[str]:
    """Every word in the steps of some scenarios, the names of what they call among them."""
    return {word for scenario in scenarios for word in _words(scenario.steps)}


def _words(node: object) -> Iterator[str]:
    """Every text in a syntax tree, names among them."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple | list):
        for item in node:
            yield from _words(item)
    elif isinstance(node, syn.Node):
        for name in field_names(node.__class__):
            yield from _words(getattr(node, name))
