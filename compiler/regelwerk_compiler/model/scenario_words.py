"""The words of scenarios, which may call definitions and effects by name, and the arguments of these calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.syntax.nodes import field_names


def words_of(scenarios: list[syn.ScenarioDecl]) -> set[str]:
    """Every word in the steps of some scenarios, the names of what they call among them."""
    return {*arguments_in(scenarios)}


def arguments_in(scenarios: list[syn.ScenarioDecl]) -> dict[str, list[list[int | None]]]:
    """For every word in the steps of some scenarios, the arguments of the calls of what bears this name.

    Of arguments only written numbers are known; the others are None. A word that stands there in another way counts as
    a call without known arguments.
    """
    found: dict[str, list[list[int | None]]] = defaultdict(list)
    for scenario in scenarios:
        for part in _parts(scenario.steps):
            match part:
                case syn.Call(function=syn.Name(name=name), arguments=arguments):
                    found[name].append([one.value if isinstance(one, syn.Number) else None for one in arguments])
                case str():
                    found[part].append([])
                case _:
                    pass
    return dict(found)


def _parts(node: object) -> Iterator[str | syn.Call]:
    """Every call by a plain name in a syntax tree, and every other text, names among them."""
    match node:
        case str():
            yield node
        case tuple() | list():
            for item in node:
                yield from _parts(item)
        case syn.Call(function=syn.Name(), arguments=arguments):
            yield node
            yield from _parts(arguments)
        case syn.Node():
            for name in field_names(node.__class__):
                yield from _parts(getattr(node, name))
        case _:
            pass
