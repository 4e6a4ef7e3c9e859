"""Names: locals, members, variables of the state with their indices, piles and places, cards."""

from __future__ import annotations

from itertools import chain
from string import ascii_lowercase

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..model import tree
from ..model import types as ty
from ..model.symbols import CardTypeSymbol, Game, MemberSymbol
from .coerce import call_define, expr_of, full_name, part_offset, resolve_expr, retyped
from .enums import enums_with, member_names
from .nodes import error_at, is_faulty, read
from .scope import Scope, known_type

ONLY_FIXED = "only constants are allowed here"
BOX = ty.PileType(ty.CardType(None))


def is_bare_member(scope: Scope, node: syn.Expr) -> bool:
    """True if this is a plain name that can only be a member, so that its meaning may depend on the other side."""
    return (
        isinstance(node, syn.Name)
        and scope.find_local(node.name) is None
        and not scope.is_state(node.name)
        and node.name not in scope.resolver.defines
    )


def names_member(scope: Scope, node: syn.Expr) -> bool:
    """True if some enum has a member of this name."""
    return isinstance(node, syn.Name) and bool(enums_with(scope.resolver, node.name))


def resolve_name(scope: Scope, node: syn.Name, wanted: ty.Type | None) -> tree.TExpr:
    """Locals first, then a member of the wanted enum, state, defines, then a member of any enum."""
    name, known = node.name, scope.resolver
    local = scope.find_local(name)
    if local is not None:
        value = read(local, node.span)
        if isinstance(local.type, ty.PileType):
            return tree.PileCards(given_zone(value), type=local.type, span=node.span)
        return retyped(value, known_type(scope, value))
    target = ty.strip_optional(wanted) if wanted is not None else None
    if isinstance(target, ty.SetType):
        target = target.member
    enum = scope.enum(target) if target is not None and not scope.is_state(name) else None
    member = enum.find(name) if enum is not None else None
    if member is not None:
        return tree.Const(member, type=target or ty.ERROR, span=node.span)
    card = find_card(scope, name)
    if card is not None and (isinstance(target, ty.CardType) or not scope.is_state(name)):
        return tree.Const(card[0], type=card[1], span=node.span)
    if scope.is_state(name):
        return read_state(scope, node, name, (), wanted)
    if name in known.defines:
        return call_define(scope, node, name, ())
    if name == "box":
        return tree.PileCards(box_at(node), type=BOX, span=node.span)
    if name in known.state:
        return scope.error(node, "E0306", f"`{name}` is known only during play", help=ONLY_FIXED)
    return _member(scope, node, target)


def _member(scope: Scope, node: syn.Name, target: ty.Type | None) -> tree.TExpr:
    """A member of the only enum that has one of this name."""
    name, known = node.name, scope.resolver
    wanted_enum = scope.enum(target) if target is not None else None
    owners = enums_with(known, name)
    narrow = [one for one in owners if not any(one is not o and part_offset(one, o.name) is not None for o in owners)]
    if len(narrow) == 1:
        return tree.Const(narrow[0].find(name) or 0, type=narrow[0].type, span=node.span)
    if len(narrow) > 1 and wanted_enum is not None and wanted_enum.kind != "player":
        return scope.unknown(name, node.span, f"member of {wanted_enum.name}", wanted_enum.keys)
    if len(narrow) > 1:
        what = f"`{name}` is a member of {' and of '.join(enum.name for enum in narrow)}"
        return scope.error(node, "E0205", what, note="which one?", help=f"write `{narrow[0].name}.{name}`")
    if name in known.effects:
        help_ = f"write `do {name}(...)` as a statement"
        return scope.error(node, "E0309", f"`{name}` is an effect, not a value", help=help_)
    if name in known.enums or name in known.card_types:
        return scope.error(node, "E0301", f"`{name}` is the name of the whole enum; expected one of its members")
    cards = (member.key for _, _, member in scope.game.members() if member.copies) if scope.scenario else ()
    keys = wanted_enum.keys if wanted_enum is not None else member_names(known)
    whole = (*known.enums, *known.card_types) if wanted_enum is None else ()
    candidates = chain(known.state, known.defines, chain.from_iterable(scope.frames), cards, keys, whole)
    kind = f"member of {wanted_enum.name}" if wanted_enum is not None else "name"
    return scope.unknown(name, node.span, kind, candidates)


def find_card(scope: Scope, key: str) -> tuple[int, ty.CardType] | None:
    """The first copy of a card by its key, with or without its card type in front; only scenarios may name cards.

    A card with 0 copies is left out.
    """
    found = card_of_key(scope.game, key) if scope.scenario else None
    return (found[1].first, found[0].type) if found is not None and found[1].copies else None


def card_of_key(game: Game, key: str) -> tuple[CardTypeSymbol, MemberSymbol] | None:
    """A card with its type by its key, with or without its card type in front."""
    head, _, rest = key.partition(".")
    for kind, _, member in game.members():
        if member.key == key or (kind.name == head and member.key == rest):
            return kind, member
    return None


def read_state(
    scope: Scope, node: syn.Expr, name: str, indices: tuple[syn.Expr, ...], wanted: ty.Type | None = None
) -> tree.TExpr:
    """A variable of the state: one value, the row of a `per`, a pile or a place. Errors: E0310."""
    var = scope.state(name)
    if var is None or isinstance(var.type, ty.ErrorType):
        return error_at(node)
    dims: list[ty.Type] = [*var.dims]
    row = isinstance(var.type, ty.PerType) and len(indices) == len(dims)
    if isinstance(var.type, ty.PerType) and not row:
        dims.append(var.type.key)
    if len(indices) != len(dims):
        have, want = len(indices), len(dims)
        kinds = [ty.describe(dim) for dim in dims]
        help_ = f"write `{var.name}[{', '.join(_letters(kinds))}]`, with {', '.join(kinds)}"
        help_ = full_name(scope, name, wanted) or (help_ if want else f"write `{var.name}` alone")
        why = f"`{var.name}` takes {want} {'index' if want == 1 else 'indices'}, not {have}"
        return scope.error(node, "E0310", why, labels=(Label(var.span, "declared here"),), help=help_)
    values = [expr_of(scope, index, dim, fit=True) for index, dim in zip(indices, dims, strict=True)]
    if is_faulty(*values):
        return error_at(node)
    if var.zone:
        zone = tree.ZoneRef(var, values, type=var.type, span=node.span)
        if isinstance(var.type, ty.PlaceType):
            return tree.PlaceRead(zone, type=ty.OptionalType(var.type.card), span=node.span)
        assert isinstance(var.type, ty.PileType)
        return tree.PileCards(zone, type=var.type, span=node.span)
    if row:
        return tree.StateRow(var, values, type=var.type, span=node.span)
    type_ = var.element_type
    return tree.StateRead(var, values, type=type_, span=node.span)


def _letters(kinds: list[str]) -> list[str]:
    """A letter for an index of each kind, as people choose them: `p` and `q` for two players."""
    letters: list[str] = []
    for kind in kinds:
        at = ascii_lowercase.find(kind[0].lower())
        letters.append(next(one for one in ascii_lowercase[at:] + ascii_lowercase if one not in letters))
    return letters


def find_zone(scope: Scope, node: syn.Expr) -> tree.ZoneRef | None:
    """The pile or place that an expression names, or None when it names something else."""
    local = scope.find_local(node.name) if isinstance(node, syn.Name) else None
    match node:
        case syn.Name() if local is not None:
            return given_zone(read(local, node.span)) if isinstance(local.type, ty.PileType) else None
        case syn.Name("box"):
            return box_at(node)
        case syn.Name(name):
            indices: tuple[syn.Expr, ...] = ()
        case syn.Index(syn.Name(name), indices):
            pass
        case _:
            return None
    var = scope.state(name)
    if var is None or not var.zone or scope.find_local(name) is not None:
        return None
    value = read_state(scope, node, name, indices)
    if isinstance(value, tree.PileCards | tree.PlaceRead):
        return value.zone
    return tree.ZoneRef(None, [], type=ty.ERROR, span=node.span)


def given_zone(param: tree.LocalRef) -> tree.ZoneRef:
    """The pile that a parameter is."""
    return tree.ZoneRef(None, [], param, type=param.type, span=param.span)


def box_at(node: syn.Expr) -> tree.ZoneRef:
    return tree.ZoneRef(None, [], type=BOX, span=node.span)


def zone_card(zone: tree.ZoneRef) -> ty.CardType:
    return zone.type.card if isinstance(zone.type, ty.PileType | ty.PlaceType) else ty.CardType(None)


def resolve_index(scope: Scope, node: syn.Index) -> tree.TExpr:
    """`money[p]`, and the value of a `per` for a member."""
    base, known = node.base, scope.resolver
    if isinstance(base, syn.Name) and scope.find_local(base.name) is None:
        if scope.is_state(base.name):
            return read_state(scope, node, base.name, node.indices)
        if base.name in known.state:
            return scope.error(node, "E0306", f"`{base.name}` is known only during play", help=ONLY_FIXED)
        if base.name not in known.defines:
            return scope.unknown(base.name, base.span, "state variable", [*known.state])
    value = resolve_expr(scope, base)
    found = known_type(scope, value)
    if isinstance(found, ty.ErrorType):
        return error_at(node)
    if not isinstance(found, ty.PerType) or len(node.indices) != 1:
        return scope.error(node, "E0310", f"{ty.describe(found)} takes no index")
    key = expr_of(scope, node.indices[0], found.key, fit=True)
    return tree.PerRead(value, key, type=found.value, span=node.span)
