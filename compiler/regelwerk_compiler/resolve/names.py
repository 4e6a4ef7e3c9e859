"""What a name means: a local, a member, a variable of the state with its indices, a pile or place, a card."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..model import tree
from ..model.symbols import StateSymbol
from ..model.types import (
    ERROR,
    CardType,
    ErrorType,
    MemberType,
    OptionalType,
    PerType,
    PileType,
    PlaceType,
    SetType,
    Type,
    describe,
    strip_optional,
)
from .arguments import call_define
from .coerce import part_offset
from .descend import error_at, expr_of, resolve_expr, resolves
from .scope import Scope, known_type


def is_bare_member(scope: Scope, node: syn.Expr) -> bool:
    """Whether this is a plain name that can only be a member, so that its meaning may depend on the other side."""
    return (
        isinstance(node, syn.Name)
        and scope.find_local(node.name) is None
        and node.name not in scope.game.state
        and node.name not in scope.game.defines
    )


def names_member(scope: Scope, node: syn.Expr) -> bool:
    """Whether some enum has a member of this name."""
    return isinstance(node, syn.Name) and any(enum.find(node.name) is not None for enum in scope.game.enums.values())


@resolves(syn.Name)
def resolve_name(scope: Scope, node: syn.Name, wanted: Type | None) -> tree.TExpr:
    """Locals first, then a member of the wanted enum, state, defines, then a member of any enum."""
    game, name = scope.game, node.name
    local = scope.find_local(name)
    if local is not None:
        return tree.LocalRef(local, type=known_type(scope, tree.LocalRef(local, type=local.type)), span=node.span)
    target = strip_optional(wanted) if wanted is not None else None
    if isinstance(target, SetType):
        target = target.member
    if isinstance(target, MemberType) and target.enum in game.enums and name not in game.state:
        value = game.enums[target.enum].find(name)
        if value is not None:
            return tree.Const(value, type=target, span=node.span)
    card = find_card(scope, name)
    if card is not None and (isinstance(target, CardType) or name not in game.state):
        return tree.Const(card[0], type=card[1], span=node.span)
    if name in game.state:
        return read_state(scope, node, game.state[name], ())
    if name in game.defines:
        return call_define(scope, node, game.defines[name], ())
    if name == "box":
        everything = PileType(CardType(None))
        return tree.PileCards(tree.ZoneRef(None, [], type=everything, span=node.span), type=everything, span=node.span)
    if name in game.state_names:
        return _not_yet(scope, node, name)
    return _member(scope, node, target)


def _not_yet(scope: Scope, node: syn.Expr, name: str) -> tree.TExpr:
    scope.diagnostics.report(
        "E0306", node.span, f"`{name}` is not known before play begins", help="only fixed values stand here"
    )
    return error_at(node)


def _member(scope: Scope, node: syn.Name, target: Type | None) -> tree.TExpr:
    game, name = scope.game, node.name
    owners = [
        enum for enum in game.enums.values() if enum.kind not in ("range", "product") and enum.find(name) is not None
    ]
    narrow = [
        enum for enum in owners if not any(enum is not o and part_offset(enum, o.name) is not None for o in owners)
    ]
    if len(narrow) == 1:
        value = narrow[0].find(name)
        assert value is not None
        return tree.Const(value, type=narrow[0].type, span=node.span)
    if len(narrow) > 1 and isinstance(target, MemberType) and target.enum in game.enums and target.enum != "Player":
        scope.unknown(name, node.span, f"member of {target.enum}", game.enums[target.enum].keys)
        return error_at(node)
    if len(narrow) > 1:
        one = narrow[0].name
        scope.diagnostics.report(
            "E0205",
            node.span,
            f"`{name}` is a member of {' and of '.join(enum.name for enum in narrow)}",
            note="which one?",
            help=f"write `{one}.{name}`",
        )
        return error_at(node)
    if name in game.effects:
        scope.diagnostics.report(
            "E0309", node.span, f"`{name}` is an effect, not a value", help=f"write `do {name}(...)` as a statement"
        )
        return error_at(node)
    if name in game.enums or name in game.card_types:
        scope.diagnostics.report("E0301", node.span, f"`{name}` is the name of all its members, a value is wanted here")
        return error_at(node)
    candidates = [*game.state, *game.defines, *(key for frame in scope.frames for key in frame)]
    wanted_enum = game.enums.get(target.enum) if isinstance(target, MemberType) else None
    if scope.scenario:
        candidates += [member.key for _, _, member in game.members()]
    candidates += (
        wanted_enum.keys if wanted_enum else [k for e in game.enums.values() if e.kind != "product" for k in e.keys]
    )
    kind = f"member of {wanted_enum.name}" if wanted_enum else "name"
    scope.unknown(name, node.span, kind, candidates)
    return error_at(node)


def find_card(scope: Scope, key: str) -> tuple[int, CardType] | None:
    """The first copy of a card by its key, with or without its card type in front; only scenarios may name cards."""
    if not scope.scenario:
        return None
    head, _, rest = key.partition(".")
    for kind, _, member in scope.game.members():
        if member.key == key or (kind.name == head and member.key == rest):
            return member.first, kind.type
    return None


def read_state(scope: Scope, node: syn.Expr, var: StateSymbol, indices: tuple[syn.Expr, ...]) -> tree.TExpr:
    if isinstance(var.type, ErrorType):
        return error_at(node)
    dims: list[Type] = list(var.dims)
    per = isinstance(var.type, PerType)
    row = per and len(indices) == len(dims)
    if per and not row:
        assert isinstance(var.type, PerType)
        dims.append(var.type.key)
    if len(indices) != len(dims):
        have, want = len(indices), len(dims)
        words = ", ".join(describe(dim) for dim in dims)
        scope.diagnostics.report(
            "E0310",
            node.span,
            f"`{var.name}` takes {want} {'index' if want == 1 else 'indices'}, not {have}",
            labels=(Label(var.span, "declared here"),),
            help=f"write `{var.name}[{words}]`" if want else f"write `{var.name}` alone",
        )
        return error_at(node)
    values = [expr_of(scope, index, dim, fit=True) for index, dim in zip(indices, dims, strict=True)]
    if any(isinstance(value.type, ErrorType) for value in values):
        return error_at(node)
    if var.zone:
        zone = tree.ZoneRef(var, values, type=var.type, span=node.span)
        if isinstance(var.type, PlaceType):
            return tree.PlaceRead(zone, type=OptionalType(var.type.card), span=node.span)
        assert isinstance(var.type, PileType)
        return tree.PileCards(zone, type=var.type, span=node.span)
    if row:
        return tree.StateRow(var, values, type=var.type, span=node.span)
    type_ = var.type.value if isinstance(var.type, PerType) else var.type
    return tree.StateRead(var, values, type=type_, span=node.span)


def find_zone(scope: Scope, node: syn.Expr) -> tree.ZoneRef | None:
    """The pile or place that an expression names, or None when it names something else."""
    if isinstance(node, syn.Name) and scope.find_local(node.name) is None:
        if node.name == "box":
            return tree.ZoneRef(None, [], type=PileType(CardType(None)), span=node.span)
        indices: tuple[syn.Expr, ...] = ()
        name = node.name
    elif isinstance(node, syn.Index) and isinstance(node.base, syn.Name):
        name, indices = node.base.name, node.indices
    else:
        return None
    var = scope.game.state.get(name)
    if var is None or not var.zone or scope.find_local(name) is not None:
        return None
    value = read_state(scope, node, var, indices)
    if isinstance(value, tree.PileCards | tree.PlaceRead):
        return value.zone
    return tree.ZoneRef(None, [], type=ERROR, span=node.span)


def zone_card(zone: tree.ZoneRef) -> CardType:
    return zone.type.card if isinstance(zone.type, PileType | PlaceType) else CardType(None)


@resolves(syn.Index)
def resolve_index(scope: Scope, node: syn.Index, wanted: Type | None) -> tree.TExpr:
    base = node.base
    if isinstance(base, syn.Name) and scope.find_local(base.name) is None:
        if base.name in scope.game.state:
            return read_state(scope, node, scope.game.state[base.name], node.indices)
        if base.name in scope.game.state_names:
            return _not_yet(scope, node, base.name)
        if base.name not in scope.game.defines:
            scope.unknown(base.name, base.span, "state variable", [*scope.game.state])
            return error_at(node)
    value = resolve_expr(scope, base)
    found = known_type(scope, value)
    if isinstance(found, ErrorType):
        return error_at(node)
    if not isinstance(found, PerType) or len(node.indices) != 1:
        scope.diagnostics.report("E0310", node.span, f"{describe(found)} takes no index")
        return error_at(node)
    key = expr_of(scope, node.indices[0], found.key, fit=True)
    if isinstance(key.type, ErrorType):
        return error_at(node)
    return tree.PerRead(value, key, type=found.value, span=node.span)
