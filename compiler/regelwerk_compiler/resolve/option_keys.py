"""Choices in scenarios by the keys of options: how they are written, and whether the game has such an option."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.scenarios import Shapes, TypedScenario
from ..model.symbols import CallableSymbol, Game
from ..model.types import BoolType, CardType, IntType, MemberType, OptionalType, Type, describe, strip_optional
from ..model.walk import nodes_of
from .fields import dotted
from .names import card_of_key
from .scope import Scope


class Keys(NamedTuple):
    """The possible names in keys of scenarios: anything, and options with the types of the values in their keys."""

    names: frozenset[str]
    shapes: Shapes


def shapes_of(callables: Iterable[CallableSymbol]) -> Shapes:
    """The options by name, each with the types of the values in its keys."""
    found: dict[str, set[tuple[Type, ...]]] = {}
    for callee in callables:
        for node in nodes_of(callee):
            if isinstance(node, tree.TOption):
                parts = [value.type for value in node.arguments] or [loop.local.type for loop in node.loops]
                found.setdefault(node.name, set()).add(tuple(parts))
    return {name: tuple(sorted(shapes, key=repr)) for name, shapes in found.items()}


def keys_of(scenario: TypedScenario, node: syn.Expr) -> list[tuple[str, ...]]:
    """The possible keys: as written, and without the players among the arguments."""
    if not isinstance(node, syn.Call):
        return [(_key_part(scenario, node),)]
    rest = [one for one in node.arguments if not (isinstance(one, syn.Name) and one.name in scenario.players)]
    ways = [node.arguments] if len(rest) == len(node.arguments) else [node.arguments, rest]
    name = _key_part(scenario, node.function)
    return [(name, *(_key_part(scenario, argument) for argument in arguments)) for arguments in ways]


def _key_part(scenario: TypedScenario, node: syn.Expr) -> str:
    match node:
        case syn.NoneLiteral():
            return "none"
        case syn.Number(value):
            return str(value)
        case syn.BoolLiteral(value):
            return "yes" if value else "no"
        case syn.Unary("-", syn.Number(value)):
            return f"-{value}"
        case syn.Name(name) if name in scenario.players:
            return str(scenario.players.index(name))
        case syn.Call(function, arguments):
            return f"{dotted(function)}({', '.join(_key_part(scenario, argument) for argument in arguments)})"
        case _:
            return dotted(node) or node.span.text


def check_key(scope: Scope, scenario: TypedScenario, node: syn.Expr) -> None:
    """Checks that some option of the game can have a key. Errors: E0703."""
    if _are_known(scope, scenario, node):
        _check_shape(scope, scenario, node)


def _are_known(scope: Scope, scenario: TypedScenario, node: syn.Expr) -> bool:
    """True if a key is made of names of the game; one with another name is never offered. Errors: E0703."""
    options = scenario.shapes
    match node:
        case syn.Call(function, arguments):
            name = dotted(function) or ""
            if card_of_key(scope.game, dotted(node) or "") is not None:
                return True
            is_known = _is_option(name, options) or name in scope.game.enums
            if not is_known:
                scope.unknown(name, function.span, "option", sorted(options), "E0703")
            return all([is_known, *(_are_known(scope, scenario, argument) for argument in arguments)])
        case syn.Name() | syn.Field():
            name = dotted(node) or ""
            known = scenario.names.union(scenario.players)
            meant = (name, name.split(".", 1)[-1])
            is_known = not known.isdisjoint(meant) or any(_is_copy(scope.game, one) for one in meant)
            if is_known or _is_option(name, options):
                return True
            scope.unknown(name, node.span, "option", sorted(known), "E0703")
            return False
        case _:
            return True


def _is_copy(game: Game, name: str) -> bool:
    """True if a name tells a copy of a card from others on offer: `cook.2` for the second."""
    card, _, number = name.rpartition(".")
    copies = next((member.copies for _, _, member in game.members() if member.key == card), 0)
    return number.isdecimal() and 2 <= int(number[:9]) <= copies


def _is_option(name: str, options: Container[str]) -> bool:
    """True if a name is that of an option, perhaps with a number that tells equal keys apart: `take.2`."""
    before, _, number = name.partition(".")
    return name in options or (before in options and number.isdecimal() and int(number) > 1)


def _check_shape(scope: Scope, scenario: TypedScenario, node: syn.Expr) -> None:
    """Checks that an option of that name can have such arguments; an option with another key is never offered."""
    called = node.function if isinstance(node, syn.Call) else node
    written = node.arguments if isinstance(node, syn.Call) else ()
    name = (dotted(called) or "").partition(".")[0]
    shapes = scenario.shapes.get(name, ())
    if not shapes or scope.is_reported(name) or (not written and _is_value(scope, name)):
        return
    rest = [one for one in written if not (isinstance(one, syn.Name) and one.name in scenario.players)]
    for arguments in (written, rest):
        for types in shapes:
            if len(types) == len(arguments) and all(
                _fits(scope.game, scenario, argument, type_) for argument, type_ in zip(arguments, types, strict=True)
            ):
                return
    ways = [f"`{name}({', '.join(map(describe, types))})`" if types else f"`{name}`" for types in shapes]
    help_ = f"its key is {' or '.join(dict.fromkeys(ways))}"
    scope.error(node, "E0703", f"no option `{name}` can have the key `{node.span.text}`", help=help_)


def _is_value(scope: Scope, name: str) -> bool:
    """True if a member or a card has the name of an option."""
    is_member = any(name in enum.keys for enum in scope.game.enums.values())
    return is_member or any(member.key == name for _, _, member in scope.game.members())


def _fits(game: Game, scenario: TypedScenario, node: syn.Expr, type_: Type) -> bool:
    """True if an expression can be the key of a value of the type."""
    part = _key_part(scenario, node)
    if isinstance(type_, OptionalType) and part == "none":
        return True
    match strip_optional(type_):
        case IntType():
            return part.removeprefix("-").isdecimal()
        case BoolType():
            return part in ("yes", "no")
        case MemberType("Player"):
            return part.isdecimal()
        case MemberType(enum):
            symbol = game.enums[enum]
            if symbol.kind == "range":
                return part.isdecimal() and symbol.low <= int(part[:9]) <= symbol.high
            return part in symbol.keys
        case CardType(name):
            keys = {member.key for kind, _, member in game.members() if name in (None, kind.name)}
            return part in keys or (part.rpartition(".")[0] in keys and _is_copy(game, part))
        case _:
            return True
