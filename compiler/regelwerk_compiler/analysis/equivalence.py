"""Equivalence of copies of a card in a pile: when they are one option, and what may distinguish them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ..model import tree
from ..model.memo import Memo
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import BOOL, CardType, SetType, Type, strip_optional
from ..model.walk import ability_bodies, children, substituted
from ..primitives import table as prim

Tests = list[tree.TExpr]
Locals = Sequence[LocalSymbol]


class CopyEquivalence:
    """Decides for each binder over a pile when copies are compared.

    Copies that nothing can tell apart are left out before the conditions are tested, which is faster. All others are
    compared once the conditions hold.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.invariant_bodies = Memo(self._is_body_invariant, True)  # a recursive call adds nothing

    def has_copies(self, type_: Type) -> bool:
        """True if some card of a type has several copies."""
        return any(
            member.copies > 1
            for kind, _, member in self.game.members()
            if isinstance(type_, CardType) and type_.name in (None, kind.name)
        )

    def pile_binders(self, loops: list[tree.Loop]) -> list[LocalSymbol]:
        """The binders over a pile that may hold equal copies."""
        return [
            loop.local
            for loop in loops
            if isinstance(loop.domain, tree.CardsDomain) and self.has_copies(strip_optional(loop.local.type))
        ]

    def compared_in(self, choice: tree.ChooseValue | tree.ChooseOption, live: Locals) -> set[LocalSymbol]:
        """The binders of a choice whose copies are compared after the conditions.

        Args:
            choice: the choice.
            live: the locals that are read when an option is taken.
        """
        if isinstance(choice, tree.ChooseOption):
            found = [
                self._compared(one.loops, prim.conjuncts(one.condition), shown_values(one), live)
                for one in choice.options
            ]
            return set[LocalSymbol]().union(*found)
        if choice.chosen is not None and choice.least is not None:
            return {choice.loop.local} if self.has_copies(strip_optional(choice.loop.local.type)) else set()
        return self._compared([choice.loop], prim.conjuncts(choice.where), [], live)

    def _compared(self, loops: list[tree.Loop], tests: Tests, words: Tests, live: Locals) -> set[LocalSymbol]:
        """The same for one option: its binders, its conditions, and what its sentence and its key show."""
        found = self.pile_binders(loops)
        asked = [*tests, *words, *chain.from_iterable(map(children, loops))]
        return {
            local
            for local in found
            if self._has_state(local.type)
            or any(_overlap(local.type, other.type) for other in found if other is not local)
            or self.aliases(local, live, loops)
            or not all(self.is_copy_invariant(node, local) for node in asked)
        }

    def aliases(self, local: LocalSymbol, live: Locals, loops: list[tree.Loop]) -> list[LocalSymbol]:
        """The locals outside the option that may hold the card itself, in their order: cards, and sets of cards."""
        bound = {loop.local for loop in loops}
        return [other for other in live if other not in bound and _overlap(local.type, _card_in(other.type))]

    def alias_tests(
        self, card: LocalSymbol, loops: list[tree.Loop], compared: set[LocalSymbol], live: Locals
    ) -> list[tree.TExpr]:
        """Conditions that other locals are or hold a card that is compared: those of its option, then those outside.

        Of two binders that are compared, only the first is tested against the second.
        """
        binders = [loop.local for loop in loops]
        later = binders[binders.index(card) + 1 :]
        own = [other for other in binders if other not in compared or other in later]
        found = [*self.aliases(card, own, []), *self.aliases(card, live, loops)]
        return [refers_to(tree.LocalRef(other, type=other.type), card) for other in found]

    def distinguishing(self, words: Tests, local: LocalSymbol) -> Tests:
        """The values in a sentence or key that may differ between copies."""
        return [word for word in words if not self.is_copy_invariant(word, local)]

    def _has_state(self, type_: Type) -> bool:
        """True if the state keeps a value for each card of a type, or can refer to such a card."""
        return any(
            any(_overlap(type_, dim) for dim in var.dims) or _overlap(type_, _card_in(var.type))
            for var in self.game.state.values()
            if not var.zone
        )

    def traits(self, card: LocalSymbol) -> list[tree.TExpr] | None:
        """The state that belongs to a card, in declared order; None if it is more than single values."""
        found: list[tree.TExpr] = []
        for var in self.game.state.values():
            inner = var.element_type
            keeps, notes = any(_overlap(card.type, dim) for dim in var.dims), _overlap(card.type, _card_in(inner))
            if var.zone or not (keeps or notes):
                continue
            match var.dims:
                case [dim] if inner is var.type and not notes:
                    found.append(tree.StateRead(var, [tree.LocalRef(card, type=dim)], type=var.type))
                case [] if inner is var.type:
                    found.append(refers_to(tree.StateRead(var, [], type=var.type), card))
                case _:
                    return None
        named = isinstance(card.type, CardType) and card.type.name is not None
        return found if named or not found else None

    # ---- expressions

    def is_copy_invariant(self, node: object, card: LocalSymbol) -> bool:
        """True if a node reads nothing of a card but its fields, its abilities and the pile that it lies in."""
        match node:
            case tree.LocalRef(local):
                return local is not card
            case (
                tree.CardFieldRead(base=tree.LocalRef(local))
                | tree.InAnyOf(card=tree.LocalRef(local))
                | tree.ZonePosition(card=tree.LocalRef(local))
            ) if local is card:
                return True
            case tree.InZone(tree.LocalRef(local), zone) if local is card:
                return self.is_copy_invariant(zone, card)
            case tree.DefineCall(callee, arguments):
                return self._is_call_invariant(callee, callee.param_locals, arguments, card)
            case tree.AbilityRead(card_type, name, base, arguments):
                if not isinstance(base, tree.LocalRef) and not self.is_copy_invariant(base, card):
                    return False
                return all(
                    (not _is_local(base, card) or body.this is None or self.invariant_bodies[body, body.this])
                    and self._is_call_invariant(body, body.param_locals, arguments, card)
                    for body in ability_bodies(self.game, card_type, name)
                )
            case _:
                return all(self.is_copy_invariant(child, card) for child in children(node))

    def _is_call_invariant(
        self, callee: CallableSymbol, params: list[LocalSymbol], arguments: Tests, card: LocalSymbol
    ) -> bool:
        return all(
            self.invariant_bodies[callee, param]
            if _is_local(argument, card)
            else self.is_copy_invariant(argument, card)
            for param, argument in zip(params, arguments, strict=True)
        )

    def _is_body_invariant(self, body: tuple[CallableSymbol, LocalSymbol]) -> bool:
        callee, card = body
        return all(self.is_copy_invariant(statement, card) for statement in callee.body or [])


def shown_values(option: tree.TOption) -> Tests:
    """The values in the key and the sentence of an option besides its binders."""
    bound = [loop.local for loop in option.loops]
    shown_first = option.text.slots if option.text is not None else []
    found: Tests = [node for node in (*shown_first, *option.arguments) if not isinstance(node, tree.LocalRef)]
    if option.text is None and option.offer_of is not None and bound:
        callee = option.offer_of
        text = callee.offered
        given = callee.bound(option.offered_with())
        for slot in text.slots if text is not None else ():
            shown = substituted(slot, given)
            if not isinstance(shown, tree.LocalRef):
                found.append(shown)
    return found


def refers_to(value: tree.TExpr, card: LocalSymbol) -> tree.TExpr:
    """The condition that a value, a card or a set of cards, is or contains a card."""
    left = tree.LocalRef(card, type=card.type)
    if isinstance(strip_optional(value.type), SetType):
        return tree.Op(prim.IN_SET, [left, value], (0,), type=BOOL)
    return tree.Op(prim.EQUAL, [left, value], type=BOOL)


def _is_local(node: tree.TExpr, card: LocalSymbol) -> bool:
    return isinstance(node, tree.LocalRef) and node.local is card


def _card_in(type_: Type) -> Type:
    """The type of the card, or of the members of the set, that a value holds; for other values their own type."""
    inner = strip_optional(type_)
    return strip_optional(inner.member) if isinstance(inner, SetType) else inner


def _overlap(one: Type, other: Type) -> bool:
    """True if two types have cards in common."""
    return (
        isinstance(one, CardType)
        and isinstance(other, CardType)
        and (one.name is None or other.name is None or one.name == other.name)
    )
