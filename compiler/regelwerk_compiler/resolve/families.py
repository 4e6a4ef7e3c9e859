"""Expansion of a family of cards into its members."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from regelwerk_dsl import syntax as syn

from ..declare.collect import Key
from ..model import tree
from ..model.symbols import EnumSymbol, LocalSymbol
from ..model.types import BOOL, ErrorType, MemberType
from ..primitives.evaluate import NotConstantError
from .binders import resolve_domain
from .constants import ConstantEvaluator, evaluate
from .dispatch import condition
from .scope import Scope

MOST_MEMBERS = 20_000


@dataclass(slots=True)
class Expansion:
    """The members of a family.

    Attributes:
        binders: name and type of each binder.
        members: by the family's name and the keys of the binding, the values of the binders.
    """

    binders: list[tuple[str, MemberType]] = field(default_factory=list)
    members: dict[Key, tuple[int, ...]] = field(default_factory=dict)


def expand_family(scope: Scope, decl: syn.CardDecl) -> Expansion | None:
    """The members in the order of their enums; of a card without binders itself. None where a domain has an error.

    Errors: E0304 (too many), E0306 (not fixed), E0318 (no family of an enum's members).
    """
    found = Expansion()
    enums: list[EnumSymbol] = []
    locals_: list[LocalSymbol] = []
    domains: list[list[int]] = []
    with scope.block():
        for binder in decl.binders:
            domain, member = resolve_domain(scope, binder.domain)
            local = scope.bind(binder.name.name, member, binder.name.span)
            if not isinstance(member, MemberType) or member.enum == "Player":
                if not isinstance(member, ErrorType):
                    scope.error(binder, "E0318", "a family has one card for each member of an enum")
                return None
            found.binders.append((binder.name.name, member))
            enums.append(scope.game.enums[member.enum])
            locals_.append(local)
            try:
                domains.append(list(ConstantEvaluator(scope.resolver).members(tree.Loop(local, domain), {})))
            except NotConstantError:
                scope.error(binder, "E0306", "a family goes through fixed members")
                return None
        where = condition(scope, decl.where) if decl.where is not None else tree.Const(True, type=BOOL)
        for values in product(*domains):
            holds = evaluate(scope, where, "this condition is not fixed", env=dict(zip(locals_, values, strict=True)))
            if holds is None:
                break
            if holds and len(found.members) > MOST_MEMBERS:
                scope.error(decl, "E0304", f"a family has at most {MOST_MEMBERS:_} cards")
                break
            if holds:
                keys = (enum.keys[value - enum.low] for value, enum in zip(values, enums, strict=True))
                found.members[(decl.name.name, *keys)] = values
    return found
