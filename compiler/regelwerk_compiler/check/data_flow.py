"""Hidden state that callables read, and piles that calls pass to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct, field

from ..model import tree
from ..model.closure import closure
from ..model.memo import Memo
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import PileType
from ..model.walk import ability_bodies, all_callables, free_locals, nodes_in, nodes_of, substituted
from ..primitives import table as prim

Given = Mapping[LocalSymbol, tree.TExpr]  # the arguments of a call by its parameters, in terms of its caller
Reader = tree.TExpr | tuple[tree.TExpr] | None
"""A player; everybody but a player; everybody."""


class Flow(Struct):
    """The data that go in and out of a body and its texts.

    Attributes:
        hidden: whether it reads, by itself, what not everybody sees.
        asks: the definitions that it calls.
        passes: the parameters for piles to which its calls pass one, each with its callable and all arguments of the
        call.
    """

    hidden: bool = False
    asks: list[CallableSymbol] = field(default_factory=list)
    passes: list[tuple[CallableSymbol, LocalSymbol, Given]] = field(default_factory=list)


def _flow_of(game: Game, callee: CallableSymbol) -> Flow:
    """The flow of one body."""
    flow = Flow()
    for node in (*nodes_of(callee), *nodes_in(*callee.texts.values())):
        match node:
            case tree.StateRead(var) | tree.StateRow(var):
                flow.hidden = flow.hidden or var.seen[0] != "all"
            case tree.ZoneRef(var, given=given):
                flow.hidden = flow.hidden or given is not None or var is None or var.seen[0] != "all"
            case tree.DefineCall(called, arguments):
                flow.asks.append(called)
                flow.passes += _passed([called], arguments)
            case tree.Do(called, arguments):
                flow.passes += _passed([called], arguments)
            case tree.DoAbility(kind, name, _, arguments) | tree.AbilityRead(kind, name, _, arguments):
                flow.passes += _passed(ability_bodies(game, kind, name), arguments)
            case _:
                pass
    return flow


def _passed(
    bodies: Iterable[CallableSymbol], arguments: list[tree.TExpr]
) -> Iterator[tuple[CallableSymbol, LocalSymbol, Given]]:
    for body in bodies:
        given = dict(zip(body.param_locals, arguments, strict=False))
        yield from ((body, local, given) for local in given if isinstance(local.type, PileType))


class Flows:
    """The flows of the bodies of a game, each found when it is first asked for."""

    def __init__(self, game: Game, known: dict[CallableSymbol, Flow]) -> None:
        """Takes the known flows; those of others are added to them."""
        self._game, self._known, self._callables = game, known, all_callables(game)
        self.read_hidden = Memo(self._reads_hidden, False)

    def of(self, callee: CallableSymbol) -> Flow:
        """The flow of a body."""
        found = self._known.get(callee)
        if found is None:
            found = self._known[callee] = _flow_of(self._game, callee)
        return found

    def _reads_hidden(self, callee: CallableSymbol) -> bool:
        """True if a definition reads what not everybody sees, itself or by a definition that it calls."""
        flow = self.of(callee)
        return flow.hidden or any(map(self.read_hidden.__getitem__, flow.asks))

    @cached_property
    def passed(self) -> dict[LocalSymbol, list[Given]]:
        """The calls that pass a pile to a parameter, by the parameter, each with all its arguments.

        Calls that pass on the same names count once, since their number multiplies from effect to effect.
        """
        found: dict[LocalSymbol, dict[tuple[object, ...], Given]] = defaultdict(dict)
        for callee in self._callables:
            for _, local, given in self.of(callee).passes:
                found[local].setdefault(tuple(map(_named, given.values())), given)
        return {local: [*calls.values()] for local, calls in found.items()}

    def given_piles(self, some: list[CallableSymbol]) -> list[CallableSymbol]:
        """Some callables and all to which they pass piles, also through others, in the order of the game."""
        found = closure(some, lambda callee: [body for body, *_ in self.of(callee).passes])
        return [callee for callee in self._callables if callee in found]


def _named(argument: tree.TExpr) -> object:
    """The name that an argument is, or a pile is passed on by; for other arguments something of their own."""
    match argument:
        case tree.LocalRef(local) | tree.ZoneRef(var=None, given=tree.LocalRef(local)):
            return local
        case _:
            return id(argument)


def either(known: object, past: object, value: object) -> object:
    """A value that one block gives, beside those of other blocks, as a tuple; one from before them all is replaced."""
    if known is None or known is past:
        return value
    return (*(known if isinstance(known, tuple) else (known,)), *(value if isinstance(value, tuple) else (value,)))


def in_words_of(reader: Reader, call: Given) -> Reader:
    """A reader in terms of the caller."""
    if isinstance(reader, tuple):
        return (substituted(reader[0], call),)
    return None if reader is None else substituted(reader, call)


def behind(
    local: LocalSymbol, origins: Mapping[LocalSymbol, object], met: set[LocalSymbol | CallableSymbol]
) -> list[LocalSymbol]:
    """A local and those that its value comes from, each before those that read it; chains of `let` may be long.

    Args:
        local: the local.
        origins: what the values of locals come from.
        met: what is left out; it grows.
    """
    found, waiting = list[LocalSymbol](), [(local, False)]
    while waiting:
        one, is_read = waiting.pop()
        if is_read:
            found.append(one)
        elif one not in met and one in origins:
            met.add(one)
            waiting += [(one, True), *((inner, False) for inner in free_locals(origins[one]))]
    return found


def leaves(block: tree.TBlock) -> bool:
    """True if what follows a block in the same one is not reached through it."""
    return bool(block) and isinstance(block[-1], tree.Return | tree.Finish | tree.Stop)


def is_end(node: object) -> bool:
    """True for what lies in a place or at an end of a pile, a drawn card too: everybody sees whether there is one."""
    match node:
        case tree.PlaceRead() | tree.Op(prim.TOP | prim.BOTTOM, [tree.PileCards(_, None)]):
            return True
        case _:
            return False
