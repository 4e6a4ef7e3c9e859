"""Verifier of the IR: everything that later stages take for granted.

Whoever writes a pass calls `faults_of` after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType

from regelwerk_compiler.lower.uses import defines, live_before, needed_at_exit
from regelwerk_compiler.model import tree
from regelwerk_compiler.model.ir import Ask, CallTo, Goto, Handler, InvokeAbility, Module, Nature, successors
from regelwerk_compiler.model.symbols import LocalSymbol
from regelwerk_compiler.model.types import (
    BoolType,
    CardType,
    IntType,
    MemberType,
    PileType,
    SetType,
    describe,
    strip_optional,
)
from regelwerk_compiler.model.walk import blocks_of, nodes_in, statements_in, used_in

SORTS: dict[str, type | UnionType] = {
    "Int": IntType | MemberType | CardType,  # a member of a range, a position and a card are numbers
    "Bool": BoolType,
    "Member": MemberType | IntType,
    "Player": MemberType,
    "Space": MemberType,
    "set of T": SetType,
    "set of Space": SetType,
    "pile": PileType,
}

ACTING = (
    tree.SetState,
    tree.SetRow,
    tree.RollDice,
    tree.Do,
    tree.DoAbility,
    tree.MoveCards,
    tree.Draw,
    tree.Shuffle,
    tree.Say,
    tree.Finish,
)


def faults_of(module: Module) -> list[str]:
    """Every fault of the module, each with the handler's name in front. The order is that of the handlers."""
    stopping = {id(handler.callee) for handler in module.handlers if handler.kind == "stopping"}
    abilities = {
        (handler.callee.owner.card_type, handler.callee.name)
        for handler in module.handlers
        if handler.kind == "stopping" and handler.callee.kind == "ability" and handler.callee.owner is not None
    }
    found: list[str] = []
    for handler in module.handlers:
        checker = _Checker(handler, module, stopping, abilities)
        found += [f"{handler.label}: {fault}" for fault in checker.faults()]
    for number, site in enumerate(module.sites):
        exits = [block.exit for block in site.handler.blocks if isinstance(block.exit, Ask)]
        if not any(exit_.site == number and exit_.choice is site.choice for exit_ in exits):
            found.append(f"{site.handler.label}: nobody asks site {number} ({site.label})")
    labels = [site.label for site in module.sites]
    found += [f"two sites are labelled {label}" for label in sorted({x for x in labels if labels.count(x) > 1})]
    return found


class _Checker:
    """Looks at one handler."""

    def __init__(self, handler: Handler, module: Module, stopping: set[int], abilities: set[tuple[str, str]]) -> None:
        self.handler, self.module = handler, module
        self.stopping, self.abilities = stopping, abilities

    def faults(self) -> Iterator[str]:
        handler = self.handler
        if [block.number for block in handler.blocks] != list(range(len(handler.blocks))):
            yield "the blocks are not numbered from 0 on"
            return
        if handler.frame[: len(handler.params)] != handler.params:
            yield "the frame does not begin with the parameters"
        if len(set(handler.frame)) != len(handler.frame):
            yield "a local lies in the frame twice"
        if handler.kind != "stopping" and len(handler.blocks) != 1:
            yield "code that never stops is one block"
        for block in handler.blocks:
            yield from self._operations(block.number)
            yield from self._exit(block.number)
            for statement in block.ops:
                yield from self._statement(statement, block.number)
            yield from self._scopes(block.ops, block.number)
        for site, (start, answers) in handler.simultaneous.items():
            if not 0 <= start < len(handler.blocks) or not handler.blocks[start].label:
                yield f"{site}: block {start}, where the answers begin, is not kept"
            if answers not in handler.frame:
                yield f"{site}: the answers `{answers.name}` are not in the frame"
        if handler.live:
            yield from self._liveness()

    # ---- primitives

    def _operations(self, number: int) -> Iterator[str]:
        """Every primitive has the operands and fixed parameters that its row says."""
        block = self.handler.blocks[number]
        for node in (inner for op in (*block.ops, block.exit) for inner in nodes_in(op)):
            if isinstance(node, tree.Op):
                row, given = node.primitive, len(node.operands)
                least = max(len(row.operands) - 1, 0) if row.repeats else len(row.operands)
                if given < least or (given > least and not row.repeats):
                    yield f"block {number}: {row.name} takes {len(row.operands)} operands, not {given}"
                if len(node.fixed) != len(row.fixed):
                    yield f"block {number}: {row.name} has the fixed parameters {row.fixed}, not {node.fixed}"
                kinds = zip(row.operands, node.operands, strict=False)
                for wanted, operand in kinds:
                    if not isinstance(strip_optional(operand.type), SORTS.get(wanted, object)):
                        yield f"block {number}: {row.name} takes {wanted}, not {describe(operand.type)}"

    # ---- blocks

    def _exit(self, number: int) -> Iterator[str]:
        block = self.handler.blocks[number]
        exit_ = block.exit
        if exit_ is None:
            yield f"block {number} has no exit"
            return
        for target in successors(exit_):
            if not 0 <= target < len(self.handler.blocks):
                yield f"block {number} leads to {target}, which is not there"
        if self.handler.kind != "stopping" and isinstance(exit_, Goto | Ask | Nature | CallTo | InvokeAbility):
            yield f"block {number} stops in code that never stops"
        match exit_:
            case Ask(choice, _, _, site):
                if not 0 <= site < len(self.module.sites) or self.module.sites[site].choice is not choice:
                    yield f"block {number} asks site {site}, which is not its own"
            case CallTo(callee) if id(callee) not in self.stopping:
                yield f"block {number} calls {callee.label}, which never stops, as if it did"
            case InvokeAbility(card_type, name) if (card_type, name) not in self.abilities:
                yield f"block {number} calls {card_type}.{name}, which never stops, as if it did"
            case _:
                pass

    def _statement(self, statement: tree.TStmt, number: int) -> Iterator[str]:
        for inner in (statement, *(one for block in blocks_of(statement) for one in statements_in(block))):
            match inner:
                case tree.ChooseValue() | tree.ChooseOption() | tree.Simultaneously():
                    yield f"block {number} still holds a {type(inner).__name__}"
                case tree.Do(callee) if id(callee) in self.stopping:
                    yield f"block {number} calls {callee.label}, which can stop, as if it could not"
                case tree.DoAbility(card_type, name) if (card_type, name) in self.abilities:
                    yield f"block {number} calls {card_type}.{name}, which can stop, as if it could not"
                case tree.RollDice() | tree.Draw() if self.module.explicit:
                    yield f"block {number} rolls or draws by itself, and chance is explicit"
                case tree.BurnFuel() if self.handler.kind != "stopping":
                    yield f"block {number} burns fuel by hand"
                case _ if self.handler.kind == "pure" and isinstance(inner, ACTING):
                    yield f"block {number} acts ({type(inner).__name__}) where something is only worked out"
                case _:
                    pass
        if self.handler.kind == "stopping" and isinstance(statement, tree.Return | tree.Finish | tree.Stop):
            yield f"block {number} leaves in the middle"

    # ---- locals

    def _scopes(self, ops: tree.TBlock, number: int) -> Iterator[str]:
        """Every local that is used lies in the frame or is bound around its use."""
        frame = set(self.handler.frame)
        for statement in ops:
            yield from self._unknown(statement, frame, number)
            yield from self._stops(statement, number, inside=False)
        exit_ = self.handler.blocks[number].exit
        for local in _sorted(needed_at_exit(exit_) - frame):
            yield f"block {number}: `{local.name}` is used at the exit and not in the frame"

    def _unknown(self, statement: tree.TStmt, frame: set[LocalSymbol], number: int) -> Iterator[str]:
        bound = {node.local for node in nodes_in(statement) if isinstance(node, tree.Loop)}
        inner = [statement, *(one for block in blocks_of(statement) for one in statements_in(block))]
        bound |= {one.counter for one in inner if isinstance(one, tree.Repeat) and one.counter is not None}
        named = used_in(statement) | {local for one in inner for local in defines(one)}
        for local in _sorted(named - bound - frame):
            yield f"block {number}: `{local.name}` is used and not in the frame"

    def _stops(self, statement: tree.TStmt, number: int, *, inside: bool) -> Iterator[str]:
        if isinstance(statement, tree.Stop) and not inside:
            yield f"block {number}: a `stop` leaves no loop"
        for block in blocks_of(statement):
            for one in block:
                yield from self._stops(one, number, inside=inside or isinstance(statement, tree.ForEach | tree.Repeat))

    def _liveness(self) -> Iterator[str]:
        handler = self.handler
        for local in _sorted(handler.live.get(0, set()) - set(handler.params)):
            yield f"`{local.name}` may be read before it has a value"
        for block in handler.blocks:
            live = handler.live.get(block.number)
            if live is None:
                yield f"nobody knows what block {block.number} needs"
                continue
            after = needed_at_exit(block.exit).union(*(handler.live[to] for to in successors(block.exit)))
            for local in _sorted(live_before(block.ops, after) - live):
                yield f"block {block.number} needs `{local.name}`, and nobody keeps it"


def _sorted(locals_: set[LocalSymbol]) -> list[LocalSymbol]:
    return sorted(locals_, key=lambda local: (local.name, local.span.start))
