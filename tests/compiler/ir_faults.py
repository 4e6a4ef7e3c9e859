"""A verifier of the IR, which checks everything that the emitter assumes."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType

from regelwerk_compiler.lower.liveness import targets
from regelwerk_compiler.model import ir, tree
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
from regelwerk_compiler.model.walk import free_locals, nodes_in, statements_in

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


LEADS = ir.Jump | ir.Ask | ir.Nature | ir.Call | ir.Leave | ir.End


def faults_of(module: ir.Module) -> list[str]:
    """All faults of the module, in the order of the handlers, each with the name of its handler."""
    checker = _Checker(module)
    found = [f"{handler.label}: {fault}" for handler in module.handlers for fault in checker.faults(handler)]
    labels = [point.label for handler in module.handlers for point in handler.points]
    return found + [f"two points are labelled {label}" for label in sorted({x for x in labels if labels.count(x) > 1})]


class _Checker:
    def __init__(self, module: ir.Module) -> None:
        self.module = module
        stopping = [handler.callee for handler in module.handlers if handler.kind == "stopping"]
        self.stopping = {id(callee) for callee in stopping}
        self.abilities = {(c.owner.card_type, c.name) for c in stopping if c.kind == "ability" and c.owner is not None}

    def faults(self, handler: ir.Handler) -> Iterator[str]:
        if (handler.kind == "stopping") is not bool(handler.points) or (handler.body and handler.points):
            yield "what can stop has points, all else a body"
        for statement in statements_in(handler.body):
            yield from self._statement(statement, handler)
        for node in (inner for statement in handler.body for inner in nodes_in(statement)):
            yield from self._operation(node)
        for point in handler.points:
            for fault in (*self._steps(point.body, handler), *self._values(point, point.body, {*point.values})):
                yield f"{point.label}: {fault}"
        for site in handler.sites:
            needed = {site.answers, *(site.collecting.values if site.collecting is not None else ())} - {None}
            if not site.point.resumed or not needed <= {*site.point.values}:
                yield f"{site.label} does not keep what collecting its answers anew needs"

    def _steps(self, steps: list[ir.Step], handler: ir.Handler) -> Iterator[str]:
        if not steps or not isinstance(steps[-1], LEADS):
            yield "the steps lead nowhere"
        for at, step in enumerate(steps):
            if isinstance(step, LEADS) and at < len(steps) - 1:
                yield "steps stand behind one that leads elsewhere"
            match step:
                case ir.When(condition, then):
                    yield from self._operation(condition)
                    yield from self._steps(then, handler)
                case ir.Ask(choice, point, empty):
                    if all(site.choice is not choice or site.point is not point for site in handler.sites):
                        yield f"the answer to {choice.site} has no point of its own"
                    yield from self._steps(empty, handler) if empty is not None else ()
                case ir.Call(tree.Do(callee)) if id(callee) not in self.stopping:
                    yield f"calls {callee.label}, which never stops, as if it did"
                case ir.Call(tree.DoAbility(card_type, name)) if (card_type, name) not in self.abilities:
                    yield f"calls {card_type}.{name}, which never stops, as if it did"
                case tree.TStmtBase():
                    for statement in statements_in([step]):
                        yield from self._statement(statement, handler)
                    for node in nodes_in(step):
                        yield from self._operation(node)
                case _:
                    pass
        for point in targets(steps):
            if point not in handler.points:
                yield f"leads to {point.label}, which is not one of its points"

    def _operation(self, node: object) -> Iterator[str]:
        """Checks that a primitive has the operands and fixed parameters of its row."""
        if isinstance(node, tree.Op):
            row, given = node.primitive, len(node.operands)
            least = max(len(row.operands) - 1, 0) if row.repeats else len(row.operands)
            if given < least or (given > least and not row.repeats):
                yield f"{row.name} takes {len(row.operands)} operands, not {given}"
            if len(node.fixed) != len(row.fixed):
                yield f"{row.name} has the fixed parameters {row.fixed}, not {node.fixed}"
            for wanted, operand in zip(row.operands, node.operands, strict=False):
                if not isinstance(strip_optional(operand.type), SORTS.get(wanted, object)):
                    yield f"{row.name} takes {wanted}, not {describe(operand.type)}"

    def _statement(self, statement: tree.TStmt, handler: ir.Handler) -> Iterator[str]:
        match statement:
            case tree.ChooseValue() | tree.ChooseOption() | tree.Simultaneously():
                yield f"still holds a {type(statement).__name__}"
            case tree.Do(callee) if id(callee) in self.stopping and not callee.queued:
                yield f"calls {callee.label}, which can stop, as if it could not"
            case tree.DoAbility(card_type, name) if (card_type, name) in self.abilities:
                yield f"calls {card_type}.{name}, which can stop, as if it could not"
            case tree.RollDice() | tree.Draw() if self.module.explicit:
                yield "rolls or draws by itself, and chance is explicit"
            case _ if handler.kind == "pure" and isinstance(statement, ACTING):
                yield f"acts ({type(statement).__name__}) where something is only worked out"
            case _:
                pass

    def _values(self, point: ir.Point, steps: list[ir.Step], known: set[LocalSymbol]) -> Iterator[str]:
        """Checks that every local that a step or the next point reads has a value there."""
        known = set(known)
        for step in steps:
            read: set[LocalSymbol] = set()
            given: set[LocalSymbol] = set()
            match step:
                case ir.When(condition, then):
                    read = free_locals(condition)
                    yield from self._values(point, then, known)
                case ir.TakeFirst(local, left):
                    read, given = {left}, {local}
                case ir.Jump(target) | ir.Nature(_, target) | ir.Call(_, ir.Jump(target)) | ir.Ask(_, target):
                    read = {*target.values}
                    if isinstance(step, ir.Ask):
                        yield from self._values(point, step.empty or [], known)
                case ir.Leave(value):
                    read = free_locals(value)
                case tree.TStmtBase():
                    inner = {getattr(statement, "local", None) for statement in statements_in([step])} - {None}
                    compound = isinstance(step, tree.Branch | tree.ForEach | tree.Repeat | tree.Within)
                    read = free_locals(step) - (inner if compound else set())
                    given = {getattr(step, "local", None)} - {None}
                case _:
                    pass
            for local in sorted(read - known, key=lambda local: local.name):
                yield f"`{local.name}` is read and has no value"
            known |= given
