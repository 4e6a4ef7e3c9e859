"""Checks of simultaneous choices: the questions can be separated from what waits, and do not depend on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.phases import Part, Phases, asks, locals_given
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import Type, card_type_of, may_share
from ..model.walk import blocks_of, children, nodes_in, nodes_of
from ..primitives import table as prim
from .calls import called_by

Name = str | LocalSymbol
"""A variable of the state, or a local around the choice."""

Facts = frozenset[tuple[LocalSymbol, int]]
"""Values that locals have in a block, by the conditions around it."""

Waiting = dict[tuple[Name, Facts], Span]
"""What waits after a statement, under some facts: the first place that changes it."""


def check_simultaneous(game: Game, callables: Iterable[CallableSymbol], diagnostics: Diagnostics) -> None:
    """E0407 for what cannot be asked of all at once, W0730 for a question that reads what waits."""
    for callee in callables:
        for node in nodes_of(callee):
            if isinstance(node, tree.Simultaneously):
                _Check(game, node, diagnostics).look()


class _Check:
    """The check of one simultaneous choice."""

    def __init__(self, game: Game, node: tree.Simultaneously, diagnostics: Diagnostics) -> None:
        self.game, self.node, self.diagnostics = game, node, diagnostics
        self.own = frozenset(node.own)
        given = Counter(local for one in nodes_in(*node.body) for local in locals_given(one))
        self.changed = {local for local, times in given.items() if times > 1}
        self.waiting: dict[int, Waiting] = {}  # what each part changes, by the statement that puts it off
        self.phases = Phases(node, self._put_off)

    def _put_off(self, number: int, part: Part) -> tree.TStmt:
        mark = tree.BurnFuel(span=part.body[0].span)
        self.waiting[id(mark)] = dict(self._changes(part.body, frozenset()))
        return mark

    def look(self) -> None:
        """Reports the faults of the choice."""
        if not any(map(asks, self.node.body)):
            help_ = "put a `choose` in the block itself; effects that it calls ask one player after the other"
            self.diagnostics.report("E0407", self.node.span, "no player chooses anything in this block", help=help_)
        for fault in self.phases.faults:
            self.diagnostics.report("E0407", fault.span, fault.why, help=fault.help)
        if not self.phases.faults:
            self._follow(self.phases.ask, {}, frozenset())

    def _follow(self, block: tree.TBlock, before: Waiting, facts: Facts) -> Waiting:
        """Reports what some statements read of what waits; returns what waits after them."""
        waits = dict(before)
        for statement in block:
            if id(statement) in self.waiting:
                waits = {
                    (name, facts | told): span for (name, told), span in self.waiting[id(statement)].items()
                } | waits
                continue
            if isinstance(statement, tree.ForEach | tree.Repeat):
                for node in nodes_in(statement):  # in the next round, its locals have other values
                    waits = {(name, facts): span for (name, _), span in self.waiting.get(id(node), {}).items()} | waits
            here = {name: span for (name, told), span in waits.items() if not _exclude(told, facts)}
            self._look_at([part for part in children(statement) if not isinstance(part, BLOCKS)], here)
            inside = [(inner, facts) for inner in blocks_of(statement)]
            if isinstance(statement, tree.Branch):
                inside = [(statement.then, facts | self._facts(statement.condition)), (statement.otherwise, facts)]
            for behind in [self._follow(inner, waits, known) for inner, known in inside]:
                waits = behind | waits
        return waits

    def _facts(self, condition: tree.TExpr) -> Facts:
        """The facts that a condition states of locals that keep their value: `x is member`."""
        return frozenset(
            (local, value)
            for part in prim.conjuncts(condition)
            for local, value in _equality(part)
            if local not in self.changed
        )

    def _look_at(self, parts: list[object], waits: dict[Name, Span]) -> None:
        """W0730 for the first thing that expressions read, by themselves or by what they call, and that waits.

        An expression that also reads a local of the block takes the choice into account already.
        """
        for part in parts:
            if isinstance(part, tree.TOption):
                test = [] if part.condition is None else [part.condition]
                self._look_at([*part.loops, *test], waits)
        others = [part for part in parts if not isinstance(part, tree.TOption)]
        read = [(span, name) for part in others for span, name in self._read(part)]
        bound = {node.local for node in nodes_in(*others) if isinstance(node, tree.Loop)}
        if any(isinstance(name, LocalSymbol) and name in self.own and name not in bound for _, name in read):
            return
        for span, name in read:
            if name in waits:
                word = name.name if isinstance(name, LocalSymbol) else name
                what = f"`{word}` is read here before all have answered, but what changes it waits until then"
                labels = (Label(waits[name], "this waits until all have answered"),)
                self.diagnostics.report("W0730", span, what, labels=labels, help=HELP)
                return

    def _read(self, root: object) -> Iterator[tuple[Span, Name]]:
        for here, node in self._reached([root]):
            match node:
                case tree.StateRead(var) | tree.StateRow(var):
                    yield here or node.span, var.name
                case tree.ZoneRef(var) if var is not None:
                    yield here or node.span, var.name
                case tree.LocalRef(local):
                    yield here or node.span, local
                case _:
                    pass

    def _changes(self, block: tree.TBlock, facts: Facts) -> Iterator[tuple[tuple[Name, Facts], Span]]:
        for statement in block:
            if isinstance(statement, tree.Branch):
                yield from self._changes(statement.then, facts | self._facts(statement.condition))
                yield from self._changes(statement.otherwise, facts)
            else:
                yield from (((name, facts), span) for name, span in self._changed([statement]))

    def _changed(self, block: tree.TBlock) -> Iterator[tuple[Name, Span]]:
        for here, node in self._reached(block):
            match node:
                case tree.StateChange(var):
                    yield var.name, here or node.span
                case tree.MoveCards(what) | tree.Draw(what):
                    for zone in self._zones(what.type):
                        yield zone, here or node.span
                case tree.Shuffle(tree.ZoneRef(var)) if var is not None:
                    yield var.name, here or node.span
                case tree.SetLocal(local) | tree.SetPer(local) if local not in self.own:
                    yield local, here or node.span
                case _:
                    pass

    def _zones(self, moved: Type) -> Iterator[str]:
        """The piles and places where cards of a type may lie, or may have lain."""
        card = card_type_of(moved)
        for var in self.game.state.values():
            held = card_type_of(var.type)
            if held is not None and (card is None or may_share(card, held)):
                yield var.name

    def _reached(self, roots: Iterable[object]) -> Iterator[tuple[Span | None, object]]:
        """All nodes in some, and in what these call, the latter with the place of the first call."""
        seen: set[CallableSymbol] = set()
        waiting: list[tuple[Span | None, object]] = [(None, root) for root in roots]
        while waiting:
            here, root = waiting.pop(0)
            for node in nodes_in(root):
                yield here, node
                for callee in [*called_by(self.game, node), *self._listeners(node)]:
                    if callee not in seen:
                        seen.add(callee)
                        waiting += [(here or getattr(node, "span", None), inner) for inner in callee.body or []]

    def _listeners(self, node: object) -> list[CallableSymbol]:
        if not isinstance(node, tree.Do) or node.callee.kind != "event":
            return []
        every = (listener for card in self.game.cards.values() for listener in card.listeners)
        return [one.callable for one in every if one.event == node.callee.name and one.callable is not None]


BLOCKS = (tree.TStmtBase, tree.TypedText)
HELP = (
    "keep what has been chosen in a local and use that; or ask in an effect of its own: questions in an effect called "
    "with `do` are asked when all have answered"
)


def _equality(condition: tree.TExpr) -> list[tuple[LocalSymbol, int]]:
    match condition:
        case tree.Op(prim.EQUAL, [tree.LocalRef(local), tree.Const(value=int(value))]):
            return [(local, value)]
        case _:
            return []


def _exclude(some: Facts, others: Facts) -> bool:
    """True if a local would have two values."""
    return any(local is another and value != its for local, value in some for another, its in others)
