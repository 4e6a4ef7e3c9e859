"""The entries of the emitted LAYOUT: what each variable of the state holds and who sees it."""

from __future__ import annotations

from ..model import types as ty
from ..model.defaults import none_value
from ..model.symbols import StateSymbol
from .tables import Tables, int_bounds, value_text
from .writer import listed


def layout_line(tables: Tables, var: StateSymbol) -> str:
    """The entry of a variable: its indices, its kind, and who sees it."""
    dims = [dim_name(dim) for dim in var.dims]
    seen, run = _seen(tables, var), tables.run
    if var.remembered:
        seen = f"{run.Remembered}({seen})"
    if var.zone:
        card = var.type.card.name or "Card" if isinstance(var.type, ty.PileType | ty.PlaceType) else "Card"
        return (
            f"{run.Zone}({var.name!r}, {listed([repr(dim) for dim in dims])}, first={var.first}, "
            f"place={var.zone == 'place'}, card_type={card!r}, seen={seen})"
        )
    type_ = var.type
    if isinstance(type_, ty.PerType):
        dims.append(type_.key.enum)
        type_ = type_.value
    slot = tables.state(var)
    kept = f", while_in={var.while_in!r}" if var.while_in else ""
    renamed = f", slot={slot!r}" if slot != var.name else ""
    what = f"{var.name!r}, {listed([repr(dim) for dim in dims])}, {_type(tables, type_)}"
    return f"{run.Var}({what}, seen={seen}{kept}{renamed})"


def _type(tables: Tables, type_: ty.Type) -> str:
    inner, run = ty.strip_optional(type_), tables.run
    maybe = isinstance(type_, ty.OptionalType)
    match inner:
        case ty.BoolType():
            return f"{run.Bool}()"
        case ty.IntType():
            low, high = int_bounds(inner)
            if maybe:
                low = min(low, none_value(type_, tables.game))
            return f"{run.Int}({value_text(low)}, {value_text(high)}, {inner.unit or ''!r})"
        case ty.MemberType(enum):
            return f"{run.Member}({enum!r}, optional={maybe})"
        case ty.CardType(name):
            return f"{run.CardRef}({name or 'Card'!r}, optional={maybe})"
        case ty.SetType(member):
            name = (
                member.enum
                if isinstance(member, ty.MemberType)
                else member.name or "Card"
                if isinstance(member, ty.CardType)
                else ""
            )
            return f"{run.SetOf}({name!r})"
        case ty.TextType():  # which no rule reads
            return f"{run.Int}(0, 0, '')"
        case ty.OptionalType() | ty.PerType() | ty.PileType() | ty.PlaceType():
            raise AssertionError(f"{ty.describe(inner)} is no value of a variable")
        case ty.NoneType() | ty.EmptyType() | ty.ErrorType():
            raise AssertionError(f"{ty.describe(inner)} is no type of a variable")


def _seen(tables: Tables, var: StateSymbol) -> str:
    (who, name), run = var.seen, tables.run
    match who:
        case "nobody":
            return f"{run.Nobody}()"
        case "others":
            return f"{run.Others}()"
        case "index":
            return f"{run.Index}({var.dims.index(ty.MemberType('Player'))})"
        case "card":
            return f"{run.WithCard}({var.seen_dims[0]})"
        case "owner":
            return f"{run.Owner}({name!r}, {var.seen_dims!r})"
        case "all":
            return f"{run.All}()"
        case _:
            raise AssertionError(f"nobody is called {who}")


def dim_name(dim: ty.MemberType | ty.CardType) -> str:
    return dim.enum if isinstance(dim, ty.MemberType) else dim.name or "Card"
