"""Typed expressions as C, in brackets where they could bind wrongly."""

from __future__ import annotations

from typing import assert_never

from ..analysis.costs import Costs
from ..model import tree
from ..model import types as ty
from ..model.ir import Module
from ..model.symbols import CallableSymbol
from ..primitives import table as prim
from .kinds import INT, ROWS, SEQUENCE, SET, NotNativeError, cell, kind_of, per, width
from .operations import Operations
from .searches import Searches
from .state_access import StateAccess
from .tables import NativeTables


class Expressions(StateAccess):
    """Writes the expressions of one module.

    Attributes:
        this: the C name of the card whose ability is written.
    """

    def __init__(self, module: Module, tables: NativeTables) -> None:
        super().__init__(tables)
        self.module = module
        self.costs = Costs(module.game, module.tables)
        self.searches = Searches(self, self.costs)
        self.operations = Operations(self, self.searches)
        self.this = ""

    def kind_of(self, node: tree.TExpr) -> str:
        """The C type of an expression."""
        match node:
            case tree.LocalRef(local):
                return self.kind(local)
            case tree.StateRead(var):
                return cell(var, self.game)
            case tree.StateRow(var):
                return per(self.tables.sizes(var)[-1])
            case tree.MembersOf():
                return SEQUENCE
            case tree.Op(prim.NO_ROWS | prim.EXTENDED):
                return ROWS
            case tree.Op(prim.UNION | prim.INTERSECTION | prim.DIFFERENCE | prim.SET_OF | prim.SINGLETON | prim.LATER):
                return SET
            case tree.Op(prim.CARDS_AS_SET):
                return SET
            case tree.Op(prim.REACH) | tree.Those():
                return SET
            case tree.If(_, then, otherwise):
                kinds = {self.kind_of(then), self.kind_of(otherwise)}
                return (kinds - {INT} or kinds).pop()
            case tree.Const(tuple() as value):
                return per(len(value))
            case tree.DefineCall(callee) if callee.result is not None:
                return kind_of(callee.result, self.game)
            case tree.PileCards():
                raise NotNativeError("a pile as a value")
            case _:
                return kind_of(node.type, self.game)

    def text(self, node: tree.TExpr, wanted: str = "") -> str:
        """The expression; `wanted` is its C type if its own type does not determine it, as with `empty`."""
        match node:
            case tree.Const(value):
                return self.tables.literal(value, wanted or self.kind_of(node))
            case tree.LocalRef(local):
                return self.local(local)
            case tree.StateRead(var, indices):
                return self.cell(var, indices)
            case tree.StateRow(var, indices):
                return f"*({self.tables.kind(self.kind_of(node))} *)&{self.row(var, indices)}"
            case tree.PlaceRead(zone):
                return f"((i64)s->places[{self.place(zone)}])"
            case tree.Count(ty.MemberType(enum)):
                return "s->players" if enum == "Player" else str(self.game.enums[enum].size)
            case tree.Count():
                return str(self.game.copies)
            case tree.EnumFieldRead() | tree.CardFieldRead() | tree.PerRead() | tree.BinderValue():
                return self._field(node)
            case tree.DefineCall(callee, arguments):
                return self._define(callee, arguments)
            case tree.AbilityRead(card_type, name, base, arguments):
                return self.ability(card_type, name, base, arguments)
            case tree.Op():
                return self.operations.text(node)
            case tree.InZone():
                return self.in_zone(node)
            case tree.InAnyOf():
                return self.in_any_of(node)
            case tree.ZonePosition():
                return self.zone_position(node)
            case tree.ZoneRef():
                return self.zone(node)
            case tree.If(condition, then, otherwise):
                kind = wanted or self.kind_of(node)
                return f"({self.text(condition)} ? {self.text(then, kind)} : {self.text(otherwise, kind)})"
            case tree.Quantify() | tree.PickOne() | tree.Those() | tree.Aggregate():
                return self.searches.text(node)
            case tree.MembersOf(loop):
                return self.searches.members(loop)
            case tree.Answer(part, result):
                return self.result(kind_of(node.type, self.game)) if result else f"m->answer[{part or 0}]"
            case tree.PileCards():
                raise NotNativeError("a pile as a value")
            case tree.DrawnCard():
                raise NotNativeError("explicit chance")
            case _:
                assert_never(node)

    def result(self, kind: str) -> str:
        """The variable that holds the result of an effect that can stop."""
        return {INT: "m->result", SET: "m->result_set"}.get(kind) or f"*({self.tables.kind(kind)} *)m->result_row"

    # ---- fields and calls

    def _field(self, node: tree.EnumFieldRead | tree.CardFieldRead | tree.PerRead | tree.BinderValue) -> str:
        match node:
            case tree.EnumFieldRead(enum, name, base):
                symbol = self.game.enums[enum]
                table = self.tables.enum_field(enum, name, kind_of(node.type, self.game))
                return f"{table}[{self.index(base, symbol.size, symbol.low)}]"
            case tree.CardFieldRead(card_type, name, base):
                return f"{self.tables.card_field(card_type, name, kind_of(node.type, self.game))}[{self.card(base)}]"
            case tree.BinderValue(family, position):
                return f"{self.tables.binder(family, position)}[{self.this}]"
            case tree.PerRead(base, key):
                kind = self.kind_of(base)
                at = self.index(key, width(kind), self.tables.low(key.type))
                if isinstance(base, tree.LocalRef | tree.EnumFieldRead | tree.CardFieldRead):
                    return f"{self.text(base)}.at[{at}]"
                kept = self.name("row")
                return f"({{ {self.tables.kind(kind)} {kept} = {self.text(base, kind)}; {kept}.at[{at}]; }})"

    def _define(self, callee: CallableSymbol, arguments: list[tree.TExpr]) -> str:
        table = self.module.tables.get(callee.name)
        if table is None:
            return self.call(callee, arguments)
        kind = kind_of(callee.result or ty.INT, self.game)
        if not arguments:
            return self.tables.literal(table[0], kind)
        return f"{self.tables.define(callee.name, kind)}[{self.entry(callee, arguments)}]"

    def call(self, callee: CallableSymbol, arguments: list[tree.TExpr]) -> str:
        """The call of a function, which is a define or an effect that cannot stop."""
        return f"{self.tables.function(callee)}({', '.join(['m', *self.given(callee, arguments)])})"

    def given(self, callee: CallableSymbol, arguments: list[tree.TExpr]) -> list[str]:
        """The arguments of a call."""
        pairs = zip(callee.parameters, arguments, strict=True)
        return [self.text(value, self.kind(local)) for local, value in pairs]

    def ability(self, card_type: str, name: str, base: tree.TExpr, arguments: list[tree.TExpr]) -> str:
        """The call of an ability of a card that cannot stop."""
        card, table = self.name("card"), self.tables.ability(card_type, name)
        given = ", ".join(["m", card, *(text for text, _ in self.given_to_ability(card_type, name, arguments))])
        return f"({{ i64 {card} = {self.card(base)}; {table}[{card}]({given}); }})"

    def given_to_ability(self, card_type: str, name: str, arguments: list[tree.TExpr]) -> list[tuple[str, str]]:
        """The arguments of an ability besides its card, each with its C type."""
        symbol = self.game.card_types[card_type].abilities[name]
        kinds = [kind_of(param.type, self.game) for param in symbol.params]
        return [(self.text(one, kind), kind) for one, kind in zip(arguments, kinds, strict=True)]
