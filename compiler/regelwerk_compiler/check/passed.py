"""Hidden state that callables read, and piles that calls pass to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from ..model import tree
from ..model.closure import closure
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import PileType
from ..model.walk import bodies_of, nodes_in, nodes_of

Given = Mapping[LocalSymbol, tree.TExpr]  # what the parameters of a call stand for, in the words of its caller


class Flow(Struct):
    """The data that go in and out of a body and its texts.

    Attributes:
        hidden: whether it reads by itself what not everybody sees.
        asks: the definitions that it calls, by identity.
        passes: the parameters that are piles to which its calls pass one, each with all arguments of the call.
    """

    hidden: bool = False
    asks: set[int] = field(default_factory=set)
    passes: list[tuple[LocalSymbol, Given]] = field(default_factory=list)


def flow_of(game: Game, callee: CallableSymbol) -> Flow:
    """The flow of one body."""
    flow = Flow()
    for node in (*nodes_of(callee), *nodes_in(*callee.texts.values())):
        match node:
            case tree.StateRead(var) | tree.StateRow(var):
                flow.hidden = flow.hidden or var.seen[0] != "all"
            case tree.ZoneRef(var, given=given):
                flow.hidden = flow.hidden or given is not None or var is None or var.seen[0] != "all"
            case tree.DefineCall(called, arguments):
                flow.asks.add(id(called))
                flow.passes += _passed([called], arguments)
            case tree.Do(called, arguments):
                flow.passes += _passed([called], arguments)
            case tree.DoAbility(kind, name, _, arguments) | tree.AbilityRead(kind, name, _, arguments):
                flow.passes += _passed(bodies_of(game, kind, name), arguments)
            case _:
                pass
    return flow


def _passed(bodies: Iterable[CallableSymbol], arguments: list[tree.TExpr]) -> Iterator[tuple[LocalSymbol, Given]]:
    for body in bodies:
        given = dict(zip(body.param_locals, arguments, strict=False))
        yield from ((local, given) for local in given if isinstance(local.type, PileType))


def read_hidden(flows: Mapping[int, Flow]) -> set[int]:
    """The callables, by identity, that read what not everybody sees, themselves or by a definition that they call."""
    callers: dict[int, list[int]] = defaultdict(list)
    for caller, flow in flows.items():
        for called in flow.asks:
            callers[called].append(caller)
    return {*closure((caller for caller, flow in flows.items() if flow.hidden), lambda called: callers.get(called, ()))}


def passed_piles(flows: Iterable[Flow]) -> dict[LocalSymbol, list[Given]]:
    """For each parameter that is a pile all calls that pass one, each with all its arguments."""
    found: dict[LocalSymbol, list[Given]] = defaultdict(list)
    for flow in flows:
        for local, given in flow.passes:
            found[local].append(given)
    return found


def told_piles(
    callables: list[CallableSymbol], some: list[CallableSymbol], flows: Mapping[int, Flow]
) -> list[CallableSymbol]:
    """Some callables, and those to which they pass piles, over and over, in the order of all."""
    owners = {local: id(callee) for callee in callables for local in callee.param_locals}
    found = {id(callee) for callee in some}
    waiting = [*found]
    while waiting:
        told = {owners[local] for local, _ in flows[waiting.pop()].passes if local in owners}
        waiting += told - found
        found |= told
    return [callee for callee in callables if id(callee) in found]
