"""Hidden state that callables read, and piles that calls pass to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ..model import tree
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import PileType
from ..model.walk import bodies_of, nodes_in

Given = Mapping[LocalSymbol, tree.TExpr]  # what the parameters of a call stand for, in the words of its caller


def _nodes(callee: CallableSymbol) -> Iterator[object]:
    """Everything in a body and its texts."""
    for root in (*(callee.body or ()), *callee.texts.values()):
        yield from nodes_in(root)


def read_hidden(callables: list[CallableSymbol]) -> set[int]:
    """The callables, by identity, that read what not everybody sees, themselves or by a definition that they call."""
    found: set[int] = set()
    callers: dict[int, list[int]] = defaultdict(list)
    for callee in callables:
        for node in _nodes(callee):
            match node:
                case tree.DefineCall(inner):
                    callers[id(inner)].append(id(callee))
                case tree.StateRead(var) | tree.StateRow(var) if var.seen[0] != "all":
                    found.add(id(callee))
                case tree.ZoneRef(var, given=given) if given is not None or var is None or var.seen[0] != "all":
                    found.add(id(callee))
    waiting = [*found]
    while waiting:
        new = {*callers[waiting.pop()]} - found
        found |= new
        waiting += new
    return found


def passed_piles(game: Game, callables: list[CallableSymbol]) -> dict[LocalSymbol, list[Given]]:
    """For each parameter that is a pile all calls that pass one, each with all its arguments."""
    found: dict[LocalSymbol, list[Given]] = defaultdict(list)
    for node in (node for callee in callables for node in _nodes(callee)):
        match node:
            case tree.Do(callee, arguments) | tree.DefineCall(callee, arguments):
                bodies = [callee]
            case tree.DoAbility(kind, name, _, arguments) | tree.AbilityRead(kind, name, _, arguments):
                bodies = bodies_of(game, kind, name)
            case _:
                continue
        for body in bodies:
            given = dict(zip(body.param_locals, arguments, strict=False))
            for local in given:
                if isinstance(local.type, PileType):
                    found[local].append(given)
    return found
