"""The emitted class `State`: a slot for each variable, its first value, and how it is copied and converted to a row."""

from __future__ import annotations

import ast
from math import prod

from ..model import tree
from ..model.defaults import default_value
from ..model.ir import Module
from ..model.symbols import Game, StateSymbol
from ..model.types import BoolType, OptionalType, Type, strip_optional
from ..primitives.evaluate import Evaluator, NotConstantError
from .tables import Tables
from .template import keywords, literal, name, py
from .writer import Writer


def write_state_class(writer: Writer, module: Module, tables: Tables, recalled: int) -> None:
    """Writes the class: a slot for each variable, its first values, how it is copied, and as a row and back.

    Args:
        writer: writes the class.
        module: the module.
        tables: what stands at the top of it.
        recalled: how many definitions have results that are kept in the state.
    """
    game, own = module.game, [var for var in module.game.state.values() if not var.zone]
    slots = {tables.state(var): bool(tables.sizes(var)) for var in own}
    counts = {
        "fuel": game.fuel,
        "rolls": max((die.first + prod(die.sizes) for die in module.luck.values()), default=0),
        "cards": game.copies,
        "piles": game.piles,
        "places": game.places,
        **({"recalled": recalled} if recalled else {}),
    }
    with writer.block("class State({}):", tables.run.BaseState):
        writer.add("__slots__ = {}", literal((*slots,)))
        with writer.function("__init__", [("self", ""), ("players", "int")], py("None"), None):
            begun = py("super().__init__")
            writer.add("{}", ast.Call(begun, [name("players")], keywords(counts)))
            for var in own:
                writer.add("self.{} = {}", tables.state(var), _first_value(tables, var))
        with writer.function("copy", [("self", "")], "State", None):
            writer.add("other = object.__new__(State)")
            writer.add("self.copy_base(other)")
            for slot, many in slots.items():
                writer.add("other.{0} = self.{0}[:]" if many else "other.{0} = self.{0}", slot)
            writer.add("return other")
        _write_rows(writer, tables, own)


def _write_rows(writer: Writer, tables: Tables, own: list[StateSymbol]) -> None:
    """Writes the methods that give the values of all variables as one list, and make a state with such values."""
    rows = py("list[int]")
    with writer.function("as_row", [("self", "")], rows, None):
        values = ((name(f"self.{tables.state(var)}"), tables.sizes(var)) for var in own)
        writer.add("return {}", ast.List([ast.Starred(value) if many else value for value, many in values]))
    with writer.function("with_row", [("self", ""), ("row", rows)], "State", None):
        writer.add("other = object.__new__(State)")
        at = 0
        for var in own:
            sizes = tables.sizes(var)
            end = at + prod(sizes)
            writer.add("other.{} = row[{}:{}]" if sizes else "other.{} = row[{}]", tables.state(var), at, end)
            at = end
        writer.add("return other")


def _first_value(tables: Tables, var: StateSymbol) -> ast.expr:
    value, sizes = _first_of_each(tables, var), tables.sizes(var)
    if not sizes:
        return _shown(tables, value, var.type)
    if isinstance(value, tuple):
        outer, row = prod(sizes[:-1]), py("list({})", literal(value))
        return py("{} * {}", row, outer) if outer != 1 else row
    return py("[{}] * {}", _shown(tables, value, var.type), prod(sizes))


def first_row(tables: Tables, var: StateSymbol) -> ast.expr:
    """The first values for one value of the first index, as a tuple."""
    value, sizes = _first_of_each(tables, var), tables.sizes(var)[1:]
    if isinstance(value, tuple):
        row, times = literal(value), prod(sizes[:-1])
    else:
        row, times = py("({},)", _shown(tables, value, var.type)), prod(sizes)
    return py("{} * {}", row, times) if times != 1 else row


def _first_of_each(tables: Tables, var: StateSymbol) -> object:
    """The value with which each element begins; for a `per`, a tuple."""
    if var.initial is not None:
        return _constant(tables.game, var.initial)
    return default_value(var.type, tables.game)


def _shown(tables: Tables, value: object, type_: Type) -> ast.expr:
    if value == -1 and isinstance(type_, OptionalType):
        return name(tables.run.NONE)
    if isinstance(strip_optional(type_), BoolType):
        return literal(bool(value))
    return literal(value)


def _constant(game: Game, value: tree.TExpr) -> object:
    if isinstance(value, tree.Const):
        return value.value
    try:
        return Evaluator(game).value(value)
    except NotConstantError:
        return 0
