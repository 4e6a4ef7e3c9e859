"""The entries of the emitted LAYOUT: what each variable of the state holds and who sees it."""

from __future__ import annotations

import ast

from ..model import types as ty
from ..model.symbols import StateSymbol
from .tables import Tables
from .template import call_of, literal


def layout_entry(tables: Tables, var: StateSymbol) -> ast.expr:
    """The entry of a variable: its indices, its kind, and who sees it."""
    dims = [dim_name(dim) for dim in var.dims]
    seen, run = _seen(tables, var), tables.run
    if var.remembered:
        seen = call_of(run.Remembered, seen)
    if var.zone:
        card = var.type.card.name or "Card" if isinstance(var.type, ty.PileType | ty.PlaceType) else "Card"
        what = {"first": var.first, "place": var.zone == "place", "card_type": card, "seen": seen}
        return call_of(run.Zone, literal(var.name), literal((*dims,)), **what)
    type_ = var.type
    if isinstance(type_, ty.PerType):
        dims.append(type_.key.enum)
        type_ = type_.value
    slot, more = tables.state(var), dict[str, object](seen=seen)
    if var.while_in:
        more["while_in"] = var.while_in
    if slot != var.name:
        more["slot"] = slot
    return call_of(run.Var, literal(var.name), literal((*dims,)), _type(tables, type_), **more)


def _type(tables: Tables, type_: ty.Type) -> ast.expr:
    inner, run = ty.strip_optional(type_), tables.run
    maybe = isinstance(type_, ty.OptionalType)
    optional = {"optional": True} if maybe else {}
    match inner:
        case ty.BoolType():
            return call_of(run.Bool, **optional)
        case ty.IntType():
            return call_of(run.Int, *map(literal, (inner.low or 0, inner.high or 0, inner.unit or "")), **optional)
        case ty.MemberType(enum):
            return call_of(run.Member, literal(enum), optional=maybe)
        case ty.CardType(name):
            return call_of(run.CardRef, literal(name or "Card"), optional=maybe)
        case ty.SetType(member):
            return call_of(
                run.SetOf, literal(dim_name(member) if isinstance(member, ty.MemberType | ty.CardType) else "")
            )
        case ty.TextType():  # which no rule reads
            return call_of(run.Int, *map(literal, (0, 0, "")))
        case ty.OptionalType() | ty.PerType() | ty.PileType() | ty.PlaceType():
            raise AssertionError(f"{ty.describe(inner)} is no value of a variable")
        case ty.NoneType() | ty.EmptyType() | ty.ErrorType():
            raise AssertionError(f"{ty.describe(inner)} is no type of a variable")


def _seen(tables: Tables, var: StateSymbol) -> ast.expr:
    (who, name), run = var.seen, tables.run
    match who:
        case "nobody":
            return call_of(run.Nobody)
        case "others":
            return call_of(run.Others)
        case "index":
            return call_of(run.Index, literal(var.dims.index(ty.MemberType("Player"))))
        case "card":
            return call_of(run.WithCard, literal(var.seen_dims[0]))
        case "owner":
            return call_of(run.Owner, literal(name), literal(var.seen_dims))
        case "all":
            return call_of(run.All)
        case _:
            raise AssertionError(f"nobody is called {who}")


def dim_name(dim: ty.MemberType | ty.CardType) -> str:
    return dim.enum if isinstance(dim, ty.MemberType) else dim.name or "Card"
