"""Detection of recursion: a define, effect or ability that calls itself would keep a game from ending."""

from __future__ import annotations

from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.symbols import CallableSymbol, Game
from ..model.walk import all_callables, bodies_of, nodes_in


def check_recursion(game: Game, diagnostics: Diagnostics) -> None:
    """E0401 for every circle of calls, once, with all its edges. A card that plays cards of its own type is one too."""
    edges: dict[int, list[tuple[CallableSymbol, Span]]] = {}
    callables = all_callables(game)
    for callee in callables:
        edges[id(callee)] = [
            (target, getattr(node, "span", callee.span))
            for statement in callee.body or []
            for node in nodes_in(statement)
            for target in called_by(game, node)
        ]
    state: dict[int, int] = {}
    path: list[tuple[CallableSymbol, Span]] = []
    reported: set[int] = set()

    def visit(callee: CallableSymbol) -> None:
        state[id(callee)] = 1
        for target, span in edges.get(id(callee), ()):
            path.append((callee, span))
            if state.get(id(target)) == 1:
                if id(target) not in reported:
                    reported.add(id(target))
                    _report(diagnostics, target, path)
            elif id(target) not in state:
                visit(target)
            path.pop()
        state[id(callee)] = 2

    for callee in callables:
        if id(callee) not in state:
            visit(callee)


def called_by(game: Game, node: object) -> list[CallableSymbol]:
    """The bodies that a typed node may call itself."""
    match node:
        case tree.DefineCall(callee) | tree.Do(callee):
            return [callee]
        case tree.AbilityRead(card_type, name) | tree.DoAbility(card_type, name):
            return bodies_of(game, card_type, name)
        case _:
            return []


def _report(diagnostics: Diagnostics, target: CallableSymbol, path: list[tuple[CallableSymbol, Span]]) -> None:
    start = next(i for i, (callee, _) in enumerate(path) if callee is target)
    circle = path[start:]
    labels = tuple(Label(span, f"`{callee.label}` comes here") for callee, span in circle[:-1])
    diagnostics.report(
        "E0401",
        circle[-1][1],
        f"`{target.label}` comes back to itself",
        note="here it begins again" if len(circle) > 1 else "it calls itself here",
        labels=labels,
        help="use `repeat` for what happens again and again",
    )
