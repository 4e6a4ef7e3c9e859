"""Choices that may have nothing to offer, by interval analysis of their domains, and options without words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from regelwerk_dsl.diagnostics import Diagnostics

from ..analysis.ranges import Intervals
from ..model import tree
from ..model.phases import locals_given
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import BOOL, INT, IntType
from ..model.walk import nodes_in, nodes_of, same_tree
from ..primitives import table as prim
from ..primitives.evaluate import Evaluator, NotConstantError

ZERO = IntType(0, 0)
WAITS = (tree.ChooseValue, tree.ChooseOption, tree.Simultaneously, tree.Do, tree.DoAbility)
MOST_KEPT = 5_000  # locals of a body times its questions and calls, each of which keeps those that are read later


def check_choices(game: Game, callables: Iterable[CallableSymbol], diagnostics: Diagnostics) -> None:
    """W0701 for a choice that can be empty and has no `otherwise`; E0608 for an option without words.

    E0304 for a body that has to keep too much at its choices.
    """
    for callee in callables:
        _check_size(callee, diagnostics)
        offers = Offers(game, callee)
        for node in nodes_of(callee):
            if isinstance(node, tree.ChooseOption):
                _check_words(node, diagnostics)
            if isinstance(node, tree.ChooseValue | tree.ChooseOption) and not node.may and node.otherwise is None:
                _check_offer(offers, node, diagnostics)


def _check_size(callee: CallableSymbol, diagnostics: Diagnostics) -> None:
    waiting = sum(isinstance(node, WAITS) for node in nodes_of(callee))
    names = {local for node in nodes_of(callee) for local in locals_given(node)} if waiting else set()
    if waiting * len(names) > MOST_KEPT:
        what = f"the body of `{callee.label}` is too large: {waiting:_} questions and calls with {len(names):_} locals"
        help_ = f"divide it into several effects; one has at most {MOST_KEPT:_} of one times the other"
        diagnostics.report("E0304", callee.span, what, help=help_)


def _check_words(node: tree.ChooseOption, diagnostics: Diagnostics) -> None:
    for option in node.options:
        if option.text is None and (option.offer_of is None or option.offer_of.offered is None):
            what = f"the option `{option.name}` has no words"
            help_ = f'give the effect an `offer "..."`, or write the option as `{option.name} "..."`'
            diagnostics.report("E0608", option.span, what, help=help_)


def _check_offer(offers: Offers, node: tree.ChooseValue | tree.ChooseOption, diagnostics: Diagnostics) -> None:
    if offers.may_be_empty(node):
        note = (
            f"no `{node.loop.local.name}` may fit"
            if isinstance(node, tree.ChooseValue)
            else "every option has a condition"
        )
        help_ = "add `otherwise:` with what happens then, or above it `# allow W0701: why something always fits`"
        diagnostics.report("W0701", node.span, "there may be nothing to choose here", note=note, help=help_)


class Offers:
    """The offers of the choices of one body."""

    def __init__(self, game: Game, callee: CallableSymbol) -> None:
        self.game = game
        self.ranges = Intervals(game, _given_to_locals(callee))
        self._known: dict[int, list[tuple[tree.TExpr, bool]]] = {}  # the conditions tested just before a choice
        self._times: dict[int, tree.TExpr] = {}  # how often a choice of several members is made
        for node in nodes_of(callee):
            self._enter(node)

    def _enter(self, node: object) -> None:
        match node:
            case tree.Branch(condition, then, otherwise):
                self._learn(then, condition, True)
                self._learn(otherwise, condition, False)
            case tree.Repeat(_, until, body) if until is not None:
                self._learn(body, until, False)
            case tree.Repeat(times, None, body) if times is not None:
                self._times |= {id(one): times for one in body}

    def _learn(self, block: tree.TBlock, condition: tree.TExpr, holds: bool) -> None:
        for one in _beginning(block):
            self._known.setdefault(id(one), []).append((condition, holds))

    def may_be_empty(self, node: tree.ChooseValue | tree.ChooseOption) -> bool:
        """True if there may be nothing to choose."""
        if isinstance(node, tree.ChooseOption):
            return all(self._may_be_empty(node, option.loops, option.condition) for option in node.options)
        several = self._several(node)
        if several is None:
            return self._may_be_empty(node, [node.loop], node.where)
        times = self._times.get(id(node))
        if times is None:
            return True
        # The number is computed just before the set, in a local that the author did not name.
        numbers = self.ranges.given.get(times.local, []) if isinstance(times, tree.LocalRef) else []
        match several, numbers:
            case tree.Those(tree.Loop(domain=tree.SetDomain(of) | tree.CardsDomain(of)), None, rank=None), [number]:
                if self._has_as_many(of, number):
                    return False
            case _:
                pass
        most = self.ranges.of(times).high
        count = tree.Aggregate("count", None, [several.loop], several.where, type=INT)
        return most is None or self._number(count) < most

    def _has_as_many(self, of: tree.TExpr, number: tree.TExpr) -> bool:
        """True if a number is derived from the count of a set or pile so that it never exceeds that."""
        match number:
            case tree.Op(prim.CARD_COUNT | prim.MEMBER_COUNT, [inner]):
                return same_tree(inner, of)
            case tree.Op(prim.SUBTRACT, [count, less]):
                low = self.ranges.of(less).low
                return low is not None and low >= 0 and self._has_as_many(of, count)
            case tree.Op(prim.LEAST, numbers):
                return any(self._has_as_many(of, one) for one in numbers)
            case _:
                return False

    def _several(self, node: tree.ChooseValue) -> tree.Those | None:
        """The expression that several members are chosen from."""
        read = nodes_in(node.where) if node.chosen is not None else ()
        values = (
            value for one in read if isinstance(one, tree.LocalRef) for value in self.ranges.given.get(one.local, ())
        )
        return next((value for value in values if isinstance(value, tree.Those)), None)

    def _number(self, value: tree.TExpr) -> int:
        """The value of a number; 0 if it depends on the state."""
        try:
            return Evaluator(self.game).number(value, {})
        except NotConstantError:
            return 0

    def _may_be_empty(self, node: object, loops: list[tree.Loop], condition: tree.TExpr | None) -> bool:
        """True if perhaps no member fits; a condition that reads no state is evaluated over fixed domains."""
        if condition is not None:
            return not self._number(tree.Quantify("any", loops, condition, None, type=BOOL))
        return not all(self._always_has(node, loop) for loop in loops)

    def _always_has(self, node: object, loop: tree.Loop) -> bool:
        match loop.domain:
            case tree.EnumDomain():
                return True
            case tree.AllCardsDomain(card_type):
                return bool(card_type.name is None or self.game.card_types[card_type.name].cards)
            case tree.RangeDomain(low, high):
                first, last = self.ranges.of(low).high, self.ranges.of(high).low
                return first is not None and last is not None and first <= last
            case tree.SetDomain(tree.Op(prim.SET_OF, items)):
                return bool(items)
            case tree.SetDomain(tree.Const(value)):
                return bool(value)
            case tree.SetDomain(of) | tree.CardsDomain(of):
                return any(self._has_members(test, holds, of) for test, holds in self._known.get(id(node), ()))

    def _has_members(self, test: tree.TExpr, holds: bool, of: tree.TExpr) -> bool:
        """True if a set or pile has members whenever a condition holds, or does not hold."""
        match test:
            case tree.Op(prim.NOT, [inner]):
                return self._has_members(inner, not holds, of)
            case tree.Op(prim.AND | prim.OR as row, parts) if (row is prim.AND) is holds:
                return any(self._has_members(one, holds, of) for one in parts)
            case tree.Op(prim.NO_CARDS | prim.NO_MEMBERS, [inner]):
                return not holds and same_tree(inner, of)
            case tree.Op(row, [tree.Op(prim.CARD_COUNT | prim.MEMBER_COUNT, [inner]), number]) if same_tree(inner, of):
                known = self.ranges.of(number)
                match row if holds else prim.ROWS.get(row.opposite):
                    case prim.GREATER:
                        return known.low is not None and known.low >= 0
                    case prim.AT_LEAST | prim.EQUAL:
                        return known.low is not None and known.low > 0
                    case prim.NOT_EQUAL:
                        return known == ZERO
                    case _:
                        return False
            case _:
                return False


def _beginning(block: tree.TBlock) -> Iterator[tree.TStmt]:
    """The statements of a block before which nothing changes."""
    for one in block:
        yield one
        if isinstance(one, tree.Branch):
            yield from _beginning(one.then)
            yield from _beginning(one.otherwise)
        if not isinstance(one, tree.Say):
            return


def _given_to_locals(callee: CallableSymbol) -> dict[LocalSymbol, list[tree.TExpr]]:
    """The values that the locals of a body get, except those that get values in other ways too, such as by a roll.

    The type of a `let` has no bounds, since any number may be assigned later; its values have.
    """
    given: dict[LocalSymbol, list[tree.TExpr]] = {}
    elsewhere = {*callee.param_locals, *callee.binders}
    for node in nodes_of(callee):
        local = getattr(node, "counter" if isinstance(node, tree.Repeat) else "local", None)
        if isinstance(node, tree.SetLocal):
            given.setdefault(node.local, []).append(node.value)
        elif local is not None and not isinstance(node, tree.LocalRef):
            elsewhere.add(local)
    return {local: values for local, values in given.items() if local not in elsewhere}
