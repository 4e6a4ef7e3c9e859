"""Functions that recall the answers of definitions, by all that these read."""

from __future__ import annotations

from ..analysis.recall import Index, Read
from ..model import tree
from ..model.ir import Handler
from ..model.symbols import CallableSymbol, StateSymbol
from ..model.types import PerType, Type
from .expressions import Expressions
from .writer import Writer, listed


class Recalling:
    """Writes the function that takes the place of a definition in calls."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer = expressions, writer
        self.tables = expressions.tables

    def write(self, handler: Handler, result: str) -> None:
        """Writes the function of a definition whose answers are recalled; nothing for others."""
        callee = handler.callee
        reads = self.expressions.recall.by(callee)
        if reads is None:
            return
        params = [local.python for local in handler.params]
        head = ", ".join(["s: State", *(f"{param}: int" for param in params)])
        with self.writer.function(f"def {self.tables.recalled(callee)}({head}) -> {result}:", callee.span, ""):
            for line in self._lines(callee, reads, params):
                self.writer.line(line, callee.span)

    def _lines(self, callee: CallableSymbol, reads: list[Read], params: list[str]) -> list[str]:
        """The body: the answer by what it depends on, with the steps that are counted if there are any."""
        run, number = self.tables.run, self.expressions.recall.in_state.get(id(callee))
        if number is None:
            table = self.tables.answers(callee)
        else:
            table = f"s.recalled[{number}]"
            reads = [read for read in reads if read.var and self.tables.game.state[read.var].zone]
        values = listed([*params, *map(self._read, reads)])
        key, found, begun, answer = map(self.expressions.free, ("key", "found", "begun", "answer"))
        worked_out = f"{self.tables.function(callee)}({', '.join(['s', *params])})"
        look = [f"{key} = {values}", f"{found} = {table}.get({key})", f"if {found} is None:"]
        if not self.expressions.recall.counts(callee):
            return [*look, f"    {found} = {run.keep}({table}, {key}, {worked_out})", f"return {found}"]
        return [
            *look,
            f"    {begun} = {run.counted}(s)",
            f"    {answer} = {worked_out}",
            f"    {run.keep}({table}, {key}, ({answer}, {run.counted}(s) - {begun}))",
            f"    return {answer}",
            f"{run.spend}(s, {found}[1])",
            f"return {found}[0]",
        ]

    def _read(self, read: Read) -> str:
        """A part of the state as an item of the key, or as several."""
        if not read.var:
            return "s.players"
        var = self.tables.game.state[read.var]
        if read.at is not None:
            return self._at(var, read.at)
        if not var.zone:
            return f"*s.{self.tables.state(var)}"
        count, cards = self.tables.zones_of(var), "piles" if var.zone == "pile" else "places"
        if not var.first:
            return f"*s.{cards}[:{count}]"
        first = self.tables.zone_first(var, place=True)
        return f"*s.{cards}[{first} : {first} + {count}]"

    def _at(self, var: StateSymbol, at: tuple[Index, ...]) -> str:
        dims = [*var.dims, *([var.type.key] if isinstance(var.type, PerType) else [])]
        indices = [_index(index, dim) for index, dim in zip(at, dims, strict=True)]
        fixed = [index for index in indices if index is not None]
        if len(fixed) < len(indices):
            return f"*{self.expressions.comprehensions.rows.slice(var, indices) or f's.{self.tables.state(var)}'}"
        zone = tree.ZoneRef(var, fixed)
        kinds: dict[str, tree.TExpr] = {"pile": tree.PileCards(zone), "place": tree.PlaceRead(zone)}
        return self.expressions.text(kinds.get(var.zone, tree.StateRead(var, fixed)))


def _index(index: Index, dim: Type) -> tree.TExpr | None:
    """An index as an expression; None for all members."""
    match index:
        case None:
            return None
        case int():
            return tree.Const(index, type=dim)
        case _:
            return tree.LocalRef(index, type=dim)
