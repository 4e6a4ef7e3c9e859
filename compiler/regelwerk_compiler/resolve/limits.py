"""Bounds, cells and first values may name defines of one expression: they are resolved as far as is known by then."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.syntax.nodes import walk

from ..declare.collect import Declarations
from ..model import tree
from ..model.symbols import CallableSymbol, Game
from ..model.types import BOOL, ERROR, INT, IntType, Type
from .callables import resolve_pure
from .scope import Trial

NOT_YET = {"E0201", "E0206", "E0207"}  # what is said of names that are declared, but not known so early


def declare_limits(table: Declarations, game: Game) -> None:
    """The defines without parameters, before anything else is known: `players 2..most` needs `most`."""
    for define in table.defines.values():
        result = _early_type(define.result, table)
        if not define.params and result is not None:
            name = define.name.name
            game.defines[name] = CallableSymbol(name, "define", [], result, define.name.span, define)
    resolve_limits(table, game)


def _early_type(node: syn.TypeExpr, table: Declarations) -> Type | None:
    match node:
        case syn.RangeType() | syn.NamedType("Int"):
            return INT
        case syn.NamedType("Bool"):
            return BOOL
        case syn.NamedType(name) if name in table.units:
            return IntType(unit=name)
        case _:
            return None


def resolve_limits(table: Declarations, game: Game) -> None:
    """Gives the defines of one expression their bodies for now.

    What is wrong with them is reported later, when all bodies are resolved; then nothing more is said where they are
    used. One that reads the state, or names what is not known yet, stays without a body: it is no fixed value.
    """
    everything: set[str] = set()
    for define in game.defines.values():
        decl = define.decl
        if define.body is not None or not isinstance(decl, syn.DefineDecl) or isinstance(decl.body, syn.Block):
            continue
        named = {node.name for node in walk(decl.body) if isinstance(node, syn.Name | syn.Ident)}
        if named & game.state_names:
            continue
        own = Trial()
        resolve_pure(game, own, define, decl.body)
        if own.has_errors:
            everything = everything or _all_names(table)
            early = all(item.code in NOT_YET for item in own) and named <= everything
            define.body = None if early else [tree.Return(tree.Const(0, type=ERROR, span=decl.span), span=decl.span)]


def _all_names(table: Declarations) -> set[str]:
    """Every name that is declared anywhere, of whatever kind."""
    groups = (table.enums, table.units, table.card_types, table.defines, table.state)
    found = {"Player"}.union(*groups)
    for decl in (*table.enums.values(), *table.defines.values()):
        found |= {node.name for node in walk(decl) if isinstance(node, syn.Ident)}
    return found
