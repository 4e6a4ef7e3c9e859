"""The demand-driven resolver: how the symbols of each kind are made when they are first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import NO_SPAN, Span

from ..declare.collect import Declarations, EnumLike
from ..model import tree
from ..model.enums import EnumField, EnumSymbol
from ..model.symbols import Game
from .callables import declare_callable, resolve_pure
from .cards import declare_card_types, declare_cards, resolve_card_type
from .enums import declare_column, declare_enum, declare_players, declare_unit, fill_column
from .expressions import resolve_expression
from .maps import ROADS
from .scope import ALL, LONGEST_CHAIN, OnDemand, Resolver
from .state import declare_variable
from .statements.dispatch import resolve_statement
from .unchanged import NOTHING, Unchanged

S = TypeVar("S")


class _Declared(Protocol):
    @property
    def name(self) -> syn.Ident: ...


D = TypeVar("D", bound=_Declared)


def new_resolver(table: Declarations, game: Game, diagnostics: Diagnostics, unchanged: Unchanged = NOTHING) -> Resolver:
    """A resolver for the declarations of a game."""
    known = Resolver(table, game, diagnostics, unchanged)
    known.expression, known.statement = resolve_expression, resolve_statement
    game.enums.setdefault("Player", EnumSymbol("Player", "player", NO_SPAN, keys=["0", "1"]))
    declare_card_types(table, game)
    known.units = _symbols(known, table.units, game.units, declare_unit)
    enums = _with_roads(table.enums)
    report_cycle = _cycle_reporter(known, enums, "depends on itself")
    make = lambda name: _enum(known, name, enums[name])  # noqa: E731
    same = unchanged.enums(enums)
    game.enums |= same
    known.enums = OnDemand(enums, game.enums, make, report_cycle, _chain_reporter(known, enums))
    known.columns, known.cells = _columns(known, same)
    known.state = _symbols(known, table.state, game.state, declare_variable)
    game.defines |= unchanged.among(unchanged.game.defines, table.defines)
    game.effects |= unchanged.among(unchanged.game.effects, table.effects)
    game.events |= unchanged.among(unchanged.game.events, table.events)
    bodies = {name: define.body for name, define in game.defines.items() if define.body is not None}
    known.defines = _symbols(known, table.defines, game.defines, declare_callable)
    known.effects = _symbols(known, table.effects, game.effects, declare_callable)
    known.events = _symbols(known, table.events, game.events, declare_callable)
    known.bodies = _symbols(known, table.defines, bodies, _body, "depends on its own value")
    known.card_types = OnDemand(game.card_types, {}, lambda name: resolve_card_type(known, name), lambda name: None)
    known.players = _whole(known, table.players, declare_players, "the number of players depends on itself")
    cards = next(iter((*table.cards.values(), *table.tables)), None)
    known.numbering = _whole(known, cards, declare_cards, "which cards there are depends on their number")
    return known


def _symbols(
    known: Resolver,
    declared: Mapping[str, D],
    found: dict[str, S],
    make: Callable[[Resolver, D], S],
    why: str = "depends on itself",
) -> OnDemand[str, S]:
    report_cycle, report_chain = _cycle_reporter(known, declared, why), _chain_reporter(known, declared)
    return OnDemand(declared, found, lambda name: make(known, declared[name]), report_cycle, report_chain)


def _cycle_reporter(known: Resolver, declared: Mapping[str, _Declared], why: str) -> Callable[[str], None]:
    def report_cycle(name: str) -> None:
        known.game.reported.add(name)
        _report_cycle(known, declared[name].name.span, f"`{name}` {why}")

    return report_cycle


def _chain_reporter(known: Resolver, declared: Mapping[str, _Declared]) -> Callable[[str], None]:
    def report_chain(name: str) -> None:
        known.game.reported.add(name)
        what, help_ = f"`{name}` ends a chain of more than {LONGEST_CHAIN} declarations", "shorten the chain"
        known.diagnostics.report("E0124", declared[name].name.span, what, note="too much leads here", help=help_)

    return report_chain


def _report_cycle(known: Resolver, span: Span, what: str) -> None:
    """E0401: a symbol that is being resolved needs itself."""
    known.diagnostics.report("E0401", span, what, help="break the cycle")


def _whole(known: Resolver, decl: syn.Node | None, make: Callable[[Resolver], S], why: str) -> OnDemand[str, S]:
    """Symbols that are resolved as a whole, if they are declared at all."""
    names, span = ([], NO_SPAN) if decl is None else ([ALL], decl.span)
    return OnDemand(names, {}, lambda _: make(known), lambda _: _report_cycle(known, span, why))


def _with_roads(enums: Mapping[str, EnumLike]) -> dict[str, EnumLike]:
    """The declarations of enums; a map declares an enum of its roads too."""
    found: dict[str, EnumLike] = {}
    for name, decl in enums.items():
        if isinstance(decl, syn.MapDecl):
            found[name + ROADS] = decl
        found[name] = decl
    return found


def _enum(known: Resolver, name: str, decl: EnumLike) -> EnumSymbol:
    if decl.name.name == name:
        return declare_enum(known, decl)
    known.enums.get(decl.name.name)  # makes its roads too
    if name not in known.game.enums:
        known.game.reported.add(name)
    return known.game.enums.get(name) or EnumSymbol(name, "list", decl.name.span)


def _columns(
    known: Resolver, same: Mapping[str, EnumSymbol]
) -> tuple[OnDemand[tuple[str, str], EnumField], OnDemand[tuple[str, str], EnumField]]:
    """The columns of tables with their types, and with their values too; those of the `same` tables are known."""
    declared: dict[tuple[str, str], tuple[syn.TableDecl, int]] = {}
    for decl in known.table.enums.values():
        if isinstance(decl, syn.TableDecl):
            for at, column in enumerate(decl.columns):
                if column.name.name != "name":
                    declared.setdefault((decl.name.name, column.name.name), (decl, at))

    def report_cycle(key: tuple[str, str]) -> None:
        decl, at = declared[key]
        _report_cycle(known, decl.columns[at].name.span, f"the column `{key[1]}` depends on itself")

    found = {key: same[key[0]].fields[key[1]] for key in declared if key[0] in same}
    return (
        OnDemand(declared, {**found}, lambda key: declare_column(known, *declared[key]), report_cycle),
        OnDemand(declared, found, lambda key: fill_column(known, *declared[key]), report_cycle),
    )


def _body(known: Resolver, decl: syn.DefineDecl) -> tree.TBlock:
    define = known.defines.get(decl.name.name)
    if define is None:
        return []  # its signature needs it, which is reported
    if define.body is None:
        resolve_pure(known, define, decl.body)
    return define.body or []
