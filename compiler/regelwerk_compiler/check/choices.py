"""Choices that may have nothing to offer, by interval analysis of their domains, and options without words."""

from __future__ import annotations

from functools import reduce

from regelwerk_dsl.diagnostics import Diagnostics

from ..model import tree
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import BOOL, IntType, range_intersection, range_union, strip_optional
from ..model.walk import all_callables, nodes_in
from ..primitives import table as prim
from ..primitives.evaluate import Evaluator, NotConstantError

ANY = IntType()
ZERO = IntType(0, 0)


def check_choices(game: Game, diagnostics: Diagnostics) -> None:
    """W0701 for a choice that can be empty and has no `otherwise`; E0608 for an option without words."""
    for callee in all_callables(game):
        ranges = Ranges(callee)
        for statement in callee.body or []:
            for node in nodes_in(statement):
                if isinstance(node, tree.ChooseOption):
                    _check_words(node, diagnostics)
                if isinstance(node, tree.ChooseValue | tree.ChooseOption) and not node.may and node.otherwise is None:
                    _check_offer(game, ranges, node, diagnostics)


def _check_words(node: tree.ChooseOption, diagnostics: Diagnostics) -> None:
    for option in node.options:
        if option.text is None and (option.offer_of is None or option.offer_of.offered is None):
            what = f"the option `{option.name}` has no words"
            help_ = f'give the effect an `offer "..."`, or write the option as `{option.name} "..."`'
            diagnostics.report("E0608", option.span, what, help=help_)


def _check_offer(
    game: Game, ranges: Ranges, node: tree.ChooseValue | tree.ChooseOption, diagnostics: Diagnostics
) -> None:
    if isinstance(node, tree.ChooseValue):
        empty = _may_be_empty(game, ranges, [node.loop], node.where)
        note = f"no `{node.loop.local.name}` may fit"
    else:
        empty = all(_may_be_empty(game, ranges, option.loops, option.condition) for option in node.options)
        note = "every option has a condition"
    if empty:
        help_ = "add `otherwise:` with what happens then, or above it `# allow W0701: why something always fits`"
        diagnostics.report("W0701", node.span, "there may be nothing to choose here", note=note, help=help_)


def _may_be_empty(game: Game, ranges: Ranges, loops: list[tree.Loop], condition: tree.TExpr | None) -> bool:
    """Whether possibly no member fits; a condition that reads no state is evaluated over fixed domains."""
    if condition is None:
        return not all(_always_has(game, ranges, loop) for loop in loops)
    try:
        return not Evaluator(game).number(tree.Quantify("any", loops, condition, None, type=BOOL), {})
    except NotConstantError:
        return True


def _always_has(game: Game, ranges: Ranges, loop: tree.Loop) -> bool:
    match loop.domain:
        case tree.EnumDomain():
            return True
        case tree.AllCardsDomain(card_type):
            return bool(card_type.name is None or game.card_types[card_type.name].cards)
        case tree.RangeDomain(low, high):
            first, last = ranges.of(low).high, ranges.of(high).low
            return first is not None and last is not None and first <= last
        case tree.SetDomain(tree.Op(prim.SET_OF, items)):
            return bool(items)
        case tree.SetDomain(tree.Const(value)):
            return bool(value)
        case _:
            return False


class Ranges:
    """The ranges of the numbers in one body.

    The type of a `let` has no bounds, since any number may be assigned later; here they come from what is assigned.
    """

    def __init__(self, callee: CallableSymbol) -> None:
        self._given: dict[LocalSymbol, list[tree.TExpr]] = {}
        self._under_way: set[object] = set()
        elsewhere = {*callee.param_locals, *callee.binders}  # what gets its value by other ways, such as a roll
        for statement in callee.body or []:
            for node in nodes_in(statement):
                local = getattr(node, "counter" if isinstance(node, tree.Repeat) else "local", None)
                if isinstance(node, tree.SetLocal):
                    self._given.setdefault(node.local, []).append(node.value)
                elif local is not None and not isinstance(node, tree.LocalRef):
                    elsewhere.add(local)
        for local in elsewhere:
            self._given.pop(local, None)

    def of(self, node: tree.TExpr) -> IntType:
        """The range of a number, open at an end that is not known."""
        declared = strip_optional(node.type)
        return range_intersection(declared if isinstance(declared, IntType) else ANY, self._found(node))

    def _found(self, node: tree.TExpr) -> IntType:
        match node:
            case tree.LocalRef(local) if local in self._given:
                return self._once(local, self._given[local])
            case tree.DefineCall(CallableSymbol(body=[tree.Return(value)]) as callee) if value is not None:
                return self._once(id(callee), [value])
            case tree.Op(row, operands) if row.interval is not None:
                return prim.interval(row, *map(self.of, operands))
            case tree.If(_, then, otherwise):
                return range_union(self.of(then), self.of(otherwise))
            case tree.Aggregate("count"):
                return IntType(0, None)
            case tree.Aggregate("sum", value) if value is not None:
                low = self.of(value).low
                return IntType(0 if low is not None and low >= 0 else None, None)
            case tree.Aggregate(_, value) if value is not None:  # the most or the least, which is 0 of none
                return range_union(self.of(value), ZERO)
            case _:
                return ANY

    def _once(self, owner: object, values: list[tree.TExpr]) -> IntType:
        """The union of the ranges of all values; unknown where one of them depends on itself."""
        if owner in self._under_way:
            return ANY
        self._under_way.add(owner)
        try:
            return reduce(range_union, map(self.of, values))
        finally:
            self._under_way.discard(owner)
