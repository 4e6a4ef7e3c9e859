"""One callable goes in, its handler comes out: statements that can stop are cut into blocks, the rest stay."""

from __future__ import annotations

from ..ir.ops import (
    Ask,
    Block,
    BranchTo,
    CallTo,
    End,
    Exit,
    Goto,
    Handler,
    InvokeAbility,
    Leave,
    Nature,
)
from ..symbols import CallableSymbol, LocalSymbol
from ..typed import (
    Answer,
    Arithmetic,
    BinderValue,
    Blank,
    Branch,
    BurnFuel,
    ChooseOption,
    ChooseValue,
    Compare,
    Const,
    Declined,
    Do,
    DoAbility,
    Draw,
    DrawnCard,
    Finish,
    ForEach,
    ItemAt,
    LengthOf,
    LocalRef,
    Loop,
    MembersOf,
    MoveCards,
    PutAt,
    Repeat,
    Return,
    RollDice,
    SetDomain,
    SetLocal,
    Simultaneously,
    Stop,
    TBlock,
    TExpr,
    Those,
    TStmt,
)
from ..types import BOOL, INT, NONE, PLAYER, CardType, PileType
from ..walk import escapes
from .copies import as_tuple, as_tuples, keep_as_tuples, own_parameters
from .stopping import Stopping


def lower_callable(callee: CallableSymbol, stopping: Stopping) -> Handler:
    """The handler of a callable: pure, plain or stopping."""
    params = ([callee.this] if callee.this is not None else []) + callee.param_locals
    binders: TBlock = [
        SetLocal(local, BinderValue(callee.owner.name, number, type=local.type), span=callee.span)
        for number, local in enumerate(callee.binders)
        if callee.owner is not None
    ]
    pure = callee.kind == "define" or (callee.kind == "ability" and callee.result is not None)
    body = binders + own_parameters(callee.param_locals, pure=pure) + (callee.body or [])
    rest = [local for local in callee.locals if local not in params]
    if pure or not stopping.callee(callee):
        kind = "pure" if pure else "plain"
        return Handler(callee, kind, params, params + rest, [Block(0, body, Leave(None))], callee.result)
    keep_as_tuples(params + rest)
    lowering = _Lowering(stopping)
    lowering.extra = rest
    lowering.block(body)
    lowering.close(Leave(None))
    return Handler(
        callee, "stopping", params, params + lowering.extra, lowering.blocks, callee.result, lowering.simultaneous
    )


class _Lowering:
    def __init__(self, stopping: Stopping) -> None:
        self.stopping = stopping
        self.blocks: list[Block] = []
        self.extra: list[LocalSymbol] = []
        self.loops: list[int] = []  # where `stop` goes, innermost last
        self.current: Block | None = self.open()
        self.simultaneous: dict[str, tuple[int, LocalSymbol]] = {}

    # ---- blocks

    def open(self) -> Block:
        block = Block(len(self.blocks))
        self.blocks.append(block)
        return block

    def start(self, block: Block) -> None:
        self.current = block

    def close(self, exit_: Exit) -> None:
        if self.current is not None:
            self.current.exit = exit_
            self.current = None

    def op(self, statement: TStmt) -> None:
        if self.current is not None:
            self.current.ops.append(statement)

    def local(self, name: str, like: LocalSymbol) -> LocalSymbol:
        local = LocalSymbol(name, INT, like.span)
        self.extra.append(local)
        return local

    # ---- statements

    def block(self, block: TBlock) -> None:
        for statement in block:
            if self.current is None:
                return
            self.statement(statement)

    def splits(self, statement: TStmt) -> bool:
        return self.stopping.statement(statement) or escapes(statement)

    def statement(self, statement: TStmt) -> None:
        if not self.splits(statement):
            if isinstance(statement, Return):
                self.close(Leave(statement.value))
            elif isinstance(statement, Finish):
                self.close(End())
            else:
                self.op(statement)
            return
        match statement:
            case Stop():
                self.close(Goto(self.loops[-1]) if self.loops else Leave(None))
            case Branch(condition, then, otherwise):
                self._branch(condition, then, otherwise)
            case ForEach(loops, where, body):
                self._for_each(loops, where, body)
            case Repeat():
                self._repeat(statement)
            case ChooseValue():
                self._choose_value(statement)
            case ChooseOption():
                self._choose_option(statement)
            case Simultaneously():
                self._simultaneously(statement)
            case Do(callee, arguments, local):
                after = self.open()
                self.close(CallTo(callee, as_tuples(arguments), after.number))
                self.start(after)
                if local is not None:
                    self.op(SetLocal(local, Answer(None, True, type=local.type), span=statement.span))
            case DoAbility(card_type, name, base, arguments):
                after = self.open()
                self.close(InvokeAbility(card_type, name, base, as_tuples(arguments), after.number))
                self.start(after)
            case RollDice():
                after = self.open()
                self.close(Nature(statement, after.number))
                self.start(after)
                self.op(SetLocal(statement.local, Answer(None, type=statement.local.type), span=statement.span))
            case Draw():
                self._draw(statement)
            case _:
                self.op(statement)

    def _draw(self, statement: Draw) -> None:
        after, take, join = self.open(), self.open(), self.open()
        local = statement.local
        self.close(
            Nature(DrawnCard(statement.deck, statement.refill, type=local.type, span=statement.span), after.number)
        )
        self.start(after)
        self.op(SetLocal(local, Answer(None, type=local.type), span=statement.span))
        self.close(BranchTo(_is_none(local), join.number, take.number))
        self.start(take)
        self.op(MoveCards(LocalRef(local, type=local.type), statement.to, statement.below, span=statement.span))
        self.close(Goto(join.number))
        self.start(join)

    def _branch(self, condition: TExpr, then: TBlock, otherwise: TBlock) -> None:
        first, second, join = self.open(), self.open(), self.open()
        self.close(BranchTo(condition, first.number, second.number))
        self.start(first)
        self.block(then)
        self.close(Goto(join.number))
        self.start(second)
        self.block(otherwise)
        self.close(Goto(join.number))
        self.start(join)

    # ---- loops

    def _for_each(self, loops: list[Loop], where: TExpr | None, body: TBlock) -> None:
        out = self.open()
        self.loops.append(out.number)
        self._nested(loops, where, body, out.number)
        self.loops.pop()
        self.start(out)

    def _nested(self, loops: list[Loop], where: TExpr | None, body: TBlock, out: int) -> None:
        loop, rest = loops[0], loops[1:]
        head, inside = self.open(), self.open()
        items = self.local(f"{loop.local.name}_of", loop.local)
        if isinstance(loop.local.type, CardType):
            items.type = PileType(loop.local.type)
        position = self.local(f"{loop.local.name}_at", loop.local)
        span = loop.local.span
        here = LocalRef(position, type=INT, span=span)
        self.op(SetLocal(items, MembersOf(loop, span=span), span=span))
        self.op(SetLocal(position, Const(0, type=INT), span=span))
        self.close(Goto(head.number))
        self.start(head)
        done = Compare(">=", here, LengthOf(items, type=INT), type=BOOL, span=span)
        self.close(BranchTo(done, out, inside.number))
        self.start(inside)
        self.op(SetLocal(loop.local, ItemAt(items, here, type=loop.local.type), span=span))
        self.op(SetLocal(position, _plus_one(position), span=span))
        if rest:
            self._nested(rest, where, body, head.number)
            return
        if where is not None:
            held = self.open()
            self.close(BranchTo(where, held.number, head.number))
            self.start(held)
        self.block(body)
        self.close(Goto(head.number))

    def _repeat(self, node: Repeat) -> None:
        head, inside, out = self.open(), self.open(), self.open()
        if node.times is not None and node.counter is not None:
            limit: TExpr = node.times
            if not isinstance(limit, Const):
                times = self.local("times", node.counter)
                self.op(SetLocal(times, node.times, span=node.span))
                limit = LocalRef(times, type=INT)
            self.op(SetLocal(node.counter, Const(0, type=INT), span=node.span))
            done: TExpr | None = Compare(">=", LocalRef(node.counter, type=INT), limit, type=BOOL, span=node.span)
        else:
            done = node.until
        self.close(Goto(head.number))
        self.start(head)
        self.close(Goto(inside.number) if done is None else BranchTo(done, out.number, inside.number))
        self.start(inside)
        if not isinstance(node.times, Const):
            self.op(BurnFuel(span=node.span))
        if node.counter is not None:
            self.op(SetLocal(node.counter, _plus_one(node.counter), span=node.span))
        self.loops.append(out.number)
        self.block(node.body)
        self.loops.pop()
        self.close(Goto(head.number))
        self.start(out)

    # ---- choices

    def _choose_value(self, node: ChooseValue) -> None:
        answered, missing, join = self.open(), self.open(), self.open()
        has_other = node.otherwise is not None or node.may
        self.close(Ask(node, answered.number, missing.number if has_other else None))
        self.start(answered)
        if node.may:
            taken = self.open()
            self.close(BranchTo(Declined(type=BOOL), missing.number, taken.number))
            self.start(taken)
        self.op(SetLocal(node.loop.local, Answer(None, type=node.loop.local.type), span=node.span))
        self.block(node.body or [])
        self.close(Goto(join.number))
        self.start(missing)
        self.block(node.otherwise or [])
        self.close(Goto(join.number))
        self.start(join)

    def _choose_option(self, node: ChooseOption) -> None:
        answered, join = self.open(), self.open()
        missing = self.open() if node.otherwise is not None or node.may else None
        self.close(Ask(node, answered.number, missing.number if missing else None))
        self.start(answered)
        if node.may and missing is not None:
            taken = self.open()
            self.close(BranchTo(Declined(type=BOOL), missing.number, taken.number))
            self.start(taken)
        for number, option in enumerate(node.options):
            last = number == len(node.options) - 1
            chosen = self.open()
            following = self.open() if not last else None
            if following is not None:
                test = Compare("==", Answer(0, type=INT), Const(number, type=INT), type=BOOL, span=option.span)
                self.close(BranchTo(test, chosen.number, following.number))
            else:
                self.close(Goto(chosen.number))
            self.start(chosen)
            for place, loop in enumerate(option.loops):
                self.op(SetLocal(loop.local, Answer(place + 1, type=loop.local.type), span=option.span))
            if option.call is not None:
                self.statement(option.call)
            self.block(option.body)
            self.close(Goto(join.number))
            if following is not None:
                self.start(following)
        if missing is not None:
            self.start(missing)
            self.block(node.otherwise or [])
            self.close(Goto(join.number))
        self.start(join)

    def _simultaneously(self, node: Simultaneously) -> None:
        span = node.span
        self.extra.extend(local for local in (node.members, *(by for _, by in node.kept)) if local not in self.extra)
        everyone = Those(node.loop, node.where, 0, type=node.members.type, span=span)
        self.op(SetLocal(node.members, everyone, span=span))
        asking = self.open()
        asking.label = True
        self.close(Goto(asking.number))
        self.start(asking)
        for _, by in node.kept:
            self.op(SetLocal(by, Blank(span=span), span=span))
        members = SetDomain(LocalRef(node.members, type=node.members.type, span=span), 0)
        loop = Loop(node.local, members, node.loop.start)
        for statement in node.ask:
            if isinstance(statement, ChooseValue) and statement.answers is not None:
                self.simultaneous[statement.site] = (asking.number, statement.answers)
        here = LocalRef(node.local, type=PLAYER, span=span)
        keep: TBlock = [
            SetLocal(by, PutAt(by, here, as_tuple(LocalRef(local, type=local.type)), span=span), span=span)
            for local, by in node.kept
        ]
        out = self.open()
        self._nested([loop], None, [*node.ask, *keep], out.number)
        self.start(out)
        again: TBlock = [SetLocal(local, ItemAt(by, here, type=local.type), span=span) for local, by in node.kept]
        self._for_each([Loop(node.local, members, node.loop.start)], None, [*again, *node.rest])


def _plus_one(local: LocalSymbol) -> TExpr:
    return Arithmetic("+", [LocalRef(local, type=INT), Const(1, type=INT)], type=INT)


def _is_none(local: LocalSymbol) -> TExpr:
    return Compare("==", LocalRef(local, type=local.type), Const(-1, type=NONE), type=BOOL)


__all__ = ["escapes", "lower_callable"]
