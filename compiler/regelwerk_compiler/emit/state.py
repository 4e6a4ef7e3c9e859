"""The emitted class `State`: a slot for each variable, its first value, and how it is copied and made a row."""

from __future__ import annotations

from math import prod

from ..model import tree
from ..model.defaults import default_value
from ..model.ir import Module
from ..model.symbols import Game, StateSymbol
from ..model.types import BoolType, OptionalType, Type, strip_optional
from ..primitives.evaluate import Evaluator, NotConstantError
from .tables import Tables, value_text
from .writer import listed


def state_class(module: Module, tables: Tables, recalled: int) -> list[str]:
    """The lines of the class: a slot for each variable, its first values, how it is copied, and as a row and back.

    Args:
        module: the module.
        tables: what stands at the top of it.
        recalled: how many definitions have answers that are kept in the state.
    """
    game = module.game
    own = [var for var in game.state.values() if not var.zone]
    slots = listed([f'"{tables.state(var)}"' for var in own])
    rolls = max((die.first + prod(die.sizes) for die in module.luck.values()), default=0)
    lines = [f"class State({tables.run.BaseState}):", f"    __slots__ = {slots}", ""]
    lines += ["    def __init__(self, players: int) -> None:"]
    lines.append(
        f"        super().__init__(players, fuel={game.fuel:_}, rolls={rolls}, cards={game.copies}, "
        f"piles={game.piles}, places={game.places}{f', recalled={recalled}' if recalled else ''})"
    )
    for var in own:
        lines.append(f"        self.{tables.state(var)} = {_first_value(tables, var)}")
    lines += [
        "",
        "    def copy(self) -> State:",
        "        other = object.__new__(State)",
        "        self.copy_base(other)",
    ]
    for var in own:
        name = tables.state(var)
        many = bool(tables.sizes(var))
        lines.append(f"        other.{name} = self.{name}{'[:]' if many else ''}")
    lines.append("        return other")
    return lines + _rows(tables, own)


def _rows(tables: Tables, own: list[StateSymbol]) -> list[str]:
    """The methods that give the values of all variables as one list, and make a state with such values."""
    values, lines, at = [], list[str](), 0
    for var in own:
        name, sizes = tables.state(var), tables.sizes(var)
        end = at + prod(sizes)
        values.append(f"*self.{name}" if sizes else f"self.{name}")
        lines.append(f"        other.{name} = row[{f'{at}:{end}' if sizes else at}]")
        at = end
    return [
        "",
        "    def as_row(self) -> list[int]:",
        f"        return [{', '.join(values)}]",
        "",
        "    def with_row(self, row: list[int]) -> State:",
        "        other = object.__new__(State)",
        *lines,
        "        return other",
    ]


def _first_value(tables: Tables, var: StateSymbol) -> str:
    value, sizes = _first_of_each(tables, var), tables.sizes(var)
    if not sizes:
        return _shown(tables, value, var.type)
    if isinstance(value, tuple):
        outer = prod(sizes[:-1])
        return f"list({value_text(value)}) * {outer}" if outer != 1 else f"list({value_text(value)})"
    return f"[{_shown(tables, value, var.type)}] * {prod(sizes)}"


def first_row(tables: Tables, var: StateSymbol) -> str:
    """The first values of what is under one value of the first index, as a tuple."""
    value, sizes = _first_of_each(tables, var), tables.sizes(var)[1:]
    if isinstance(value, tuple):
        text, times = value_text(value), prod(sizes[:-1])
    else:
        text, times = f"({_shown(tables, value, var.type)},)", prod(sizes)
    return f"{text} * {times}" if times != 1 else text


def _first_of_each(tables: Tables, var: StateSymbol) -> object:
    """The value with which each element begins; a tuple of a `per`."""
    if var.initial is not None:
        return _constant(tables.game, var.initial)
    return default_value(var.type, tables.game)


def _shown(tables: Tables, value: object, type_: Type) -> str:
    inner = strip_optional(type_)
    if isinstance(inner, BoolType):
        return str(bool(value))
    if value == -1 and isinstance(type_, OptionalType):
        return tables.run.NONE
    return value_text(value)  # type: ignore[arg-type]


def _constant(game: Game, value: tree.TExpr) -> object:
    if isinstance(value, tree.Const):
        return value.value
    try:
        return Evaluator(game).value(value)
    except NotConstantError:
        return 0
