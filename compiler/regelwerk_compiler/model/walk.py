"""Traversal of typed games: callables, statements and expressions in source order, and the locals they read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from . import tree
from .symbols import CallableSymbol, Game, LocalSymbol

N = TypeVar("N", bound=tree.TNode)
NODES = (tree.TNode, tree.TStmtBase, tree.Loop, tree.TOption, tree.TypedText, *get_args(tree.TDomain))
BASES = (Struct, tree.TNode, tree.TStmtBase)
"""Classes whose own fields, type and span, hold no node."""

PLAIN = (
    *("str", "str | None", "int", "int | None", "bool", "MessageId"),
    *("LocalSymbol", "StateSymbol", "CallableSymbol"),
)
"""Types of fields, as written, that hold no node."""


def all_callables(game: Game) -> list[CallableSymbol]:
    """Every callable with a body; the default abilities of a card type come once."""
    found = [*game.defines.values(), *game.effects.values(), *game.events.values()]
    for kind in game.card_types.values():
        found += [ability.default for ability in kind.abilities.values() if ability.default is not None]
        for card in kind.cards:
            found += list(card.abilities.values())
            for listener in card.listeners:  # its test comes first: the two share their locals, and names for them
                found += [one for one in (listener.test, listener.callable) if one is not None]
    found += [callee for callee in (game.setup, game.play) if callee is not None]
    return [*found, *game.measures.values()]


def ability_bodies(game: Game, card_type: str, name: str) -> list[CallableSymbol]:
    """The bodies of an ability: those of cards, and the default of the type."""
    kind = game.card_types[card_type]
    found = [card.abilities[name] for card in kind.cards if name in card.abilities]
    default = kind.abilities[name].default
    return found + ([default] if default is not None else [])


def returned(body: tree.TBlock | None) -> tree.TExpr | None:
    """The value of a body that does nothing but return it."""
    match body:
        case [tree.Return(value)]:
            return value
        case _:
            return None


def statements_in(block: tree.TBlock) -> Iterator[tree.TStmt]:
    """Every statement of a block and of the blocks in it."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_in(inner)


def blocks_of(statement: tree.TStmt) -> Iterator[tree.TBlock]:
    """The blocks directly in a statement."""
    for slot in statement.__struct_fields__:
        value = getattr(statement, slot)
        if isinstance(value, list) and value and isinstance(value[0], tree.TStmtBase):
            yield value
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, tree.TOption):
                    yield item.body


def assigned_by(node: object) -> LocalSymbol | None:
    """The local to which a statement itself gives a value."""
    match node:
        case tree.SetLocal(local) | tree.RollDice(local) | tree.Draw(local=local) | tree.TakeUnseen(local=local):
            return local
        case tree.Do(local=local):
            return local
        case _:
            return None


def breaks_out(statement: tree.TStmt) -> bool:
    """True if a `stop` in it leaves a loop around it."""
    if isinstance(statement, tree.Stop):
        return True
    if isinstance(statement, tree.ForEach | tree.Repeat):
        return False
    return any(breaks_out(inner) for block in blocks_of(statement) for inner in block)


def children(node: object) -> list[object]:
    """The nodes directly in a node: expressions, loops, domains, options, statements."""
    kind: Any = node.__class__
    found: list[object] = []
    for name in _parts(kind):
        value = getattr(node, name)
        if value.__class__ is list:
            for item in value:
                if is_node(item.__class__):
                    found.append(item)
        elif is_node(value.__class__):
            found.append(value)
    return found


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes; cached, since it is called for every node of a game."""
    if not issubclass(kind, Struct):
        return ()
    own = [base.__annotations__ for base in reversed(kind.__mro__) if issubclass(base, Struct) and base not in BASES]
    return tuple(name for fields in own for name, type_ in fields.items() if name != "span" and type_ not in PLAIN)


@cache
def is_node(kind: type) -> bool:
    """True if objects of a class are nodes; faster than `isinstance` for each of them."""
    return issubclass(kind, NODES)


def nodes_in(*roots: object) -> Iterator[object]:
    """Every typed node in some nodes, themselves included: expressions, statements, loops, domains, options."""
    waiting = [*reversed(roots)]
    while waiting:
        item = waiting.pop()
        yield item
        found = children(item)
        found.reverse()
        waiting += found


def nodes_of(callee: CallableSymbol) -> list[object]:
    """Every typed node in a body that is complete; it is walked through once."""
    if callee.body and not callee.nodes:
        callee.nodes = [*nodes_in(*callee.body)]
    return callee.nodes


def free_locals(node: object) -> set[LocalSymbol]:
    """The locals that a node reads; those that it binds itself are left out."""
    bound: set[LocalSymbol] = set()
    found: set[LocalSymbol] = set()
    for inner in nodes_in(node):
        if isinstance(inner, tree.Loop):
            bound.add(inner.local)
        elif isinstance(inner, tree.LocalRef | tree.SetPer):
            found.add(inner.local)
    return found - bound


def hints_in(node: object) -> Iterator[tuple[tree.TExpr, set[LocalSymbol]]]:
    """The hints about the options in a node, each with the locals that it reads besides the binders."""
    for inner in nodes_in(node):
        hints = _hints_of(inner)
        if hints:
            bound = {loop.local for loop in children(inner) if isinstance(loop, tree.Loop)}
            yield from ((hint, free_locals(hint) - bound) for hint in hints)


def _hints_of(node: object) -> list[tree.TExpr]:
    """The hints of a choice or an option itself."""
    if not isinstance(node, tree.ChooseValue | tree.ChooseOption | tree.TOption) or node.hints is None:
        return []
    return [hint for hint in (node.hints.prefer, node.hints.skip, node.hints.skip_none) if hint is not None]


def hints_about(
    choice: tree.ChooseValue | tree.ChooseOption, kind: str
) -> tuple[tree.TExpr | None, list[tuple[list[tree.Loop], tree.TExpr | None]]]:
    """The hint of a kind, `skip` or `prefer`, to decline, and those about the other options, each with its loops."""
    declined = choice.hints.skip_none if choice.hints is not None and kind == "skip" else None
    hints = ((loops, one) for loops, _, one in choice.offers)
    return declined, [
        (loops, None if one is None else one.skip if kind == "skip" else one.prefer) for loops, one in hints
    ]


def acts_of(callee: CallableSymbol) -> list[object]:
    """Every typed node in a body and in its hints for bots."""
    nodes = nodes_of(callee)
    return [*nodes, *nodes_in(*(hint for node in nodes for hint in _hints_of(node)))]


def substituted(node: N, given: Mapping[LocalSymbol, tree.TExpr]) -> N | tree.TExpr:
    """The expression with others in place of some locals that it reads."""

    def other(inner: object) -> tree.TExpr | None:
        match inner:
            case tree.LocalRef(local) | tree.ZoneRef(given=tree.LocalRef(local)):
                return given.get(local)
            case _:
                return None

    found: N | tree.TExpr = rewritten(node, other)
    return found


def rewritten(node: Any, change: Callable[[Any], Any]) -> Any:
    """The node with all nodes replaced for which `change` returns another."""
    new = change(node)
    if new is not None:
        return new
    changed: dict[str, Any] = {}
    for slot in node.__struct_fields__:
        value = getattr(node, slot)
        if is_node(value.__class__):
            changed[slot] = rewritten(value, change)
        elif isinstance(value, list):
            changed[slot] = [rewritten(item, change) if is_node(item.__class__) else item for item in value]
    return replace(node, **changed)


def same_tree(one: object, other: object) -> bool:
    """True if two expressions are equal, apart from their places and types."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_tree, one, other))
    if not isinstance(one, tree.TNode):
        return one is other or one == other
    parts = [name for name in one.__struct_fields__ if name not in ("span", "type")]
    return type(one) is type(other) and all(same_tree(getattr(one, part), getattr(other, part)) for part in parts)
