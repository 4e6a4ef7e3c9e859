"""Expansion of a family of cards into its members."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from regelwerk_dsl import syntax as syn

from ..declare.collect import Key
from ..model import tree
from ..model.symbols import LocalSymbol
from ..model.types import ErrorType, MemberType
from ..primitives.evaluate import Evaluator, NotConstantError, ReportedError
from .binders import resolve_domain
from .descend import condition
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
    locals_: list[LocalSymbol] = []
    domains: list[list[int]] = []
    with scope.block():
        for binder in decl.binders:
            domain, member = resolve_domain(scope, binder.domain)
            local = scope.bind(binder.name.name, member, binder.name.span)
            if not isinstance(member, MemberType) or member.enum == "Player":
                if not isinstance(member, ErrorType):
                    scope.diagnostics.report("E0318", binder.span, "a family has one card for each member of an enum")
                return None
            found.binders.append((binder.name.name, member))
            locals_.append(local)
            try:
                domains.append(list(Evaluator(scope.game).members(tree.Loop(local, domain), {})))
            except NotConstantError:
                scope.diagnostics.report("E0306", binder.span, "a family goes through fixed members")
                return None
        where = condition(scope, decl.where) if decl.where is not None else None
        for values in product(*domains):
            if len(found.members) > MOST_MEMBERS:
                scope.diagnostics.report("E0304", decl.span, f"a family has at most {MOST_MEMBERS:_} cards")
                break
            try:
                if where is not None and not Evaluator(scope.game).number(
                    where, dict(zip(locals_, values, strict=True))
                ):
                    continue
            except ReportedError:
                break
            except NotConstantError:
                scope.diagnostics.report(
                    "E0306", decl.where.span if decl.where else decl.span, "this condition is not fixed"
                )
                break
            symbols = [
                (scope.game.enums[type_.enum], value) for value, (_, type_) in zip(values, found.binders, strict=True)
            ]
            found.members[(decl.name.name, *(symbol.keys[value - symbol.low] for symbol, value in symbols))] = values
    return found
