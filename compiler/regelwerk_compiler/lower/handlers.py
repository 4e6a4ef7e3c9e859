"""Lowering of one callable to a handler: statements that can stop end blocks, all others stay as they are."""

from __future__ import annotations

from ..model import tree
from ..model.ir import Ask, Block, BranchTo, CallTo, End, Exit, Goto, Handler, InvokeAbility, Leave, Nature
from ..model.symbols import CallableSymbol, LocalSymbol
from ..model.types import BOOL, INT, NONE, PLAYER, CardType, PileType
from ..model.walk import escapes
from ..primitives import table as prim
from .copies import as_tuple, as_tuples, keep_as_tuples, own_parameters
from .stopping import Stopping


def lower_callable(callee: CallableSymbol, stopping: Stopping) -> Handler:
    """The handler of a callable: pure, plain or stopping."""
    params = ([callee.this] if callee.this is not None else []) + callee.param_locals
    binders: tree.TBlock = [
        tree.SetLocal(local, tree.BinderValue(callee.owner.name, number, type=local.type), span=callee.span)
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

    def op(self, statement: tree.TStmt) -> None:
        if self.current is not None:
            self.current.ops.append(statement)

    def local(self, name: str, like: LocalSymbol) -> LocalSymbol:
        local = LocalSymbol(name, INT, like.span)
        self.extra.append(local)
        return local

    # ---- statements

    def block(self, block: tree.TBlock) -> None:
        for statement in block:
            if self.current is None:
                return
            self.statement(statement)

    def splits(self, statement: tree.TStmt) -> bool:
        return self.stopping.statement(statement) or escapes(statement)

    def statement(self, statement: tree.TStmt) -> None:
        if not self.splits(statement):
            if isinstance(statement, tree.Return):
                self.close(Leave(statement.value))
            elif isinstance(statement, tree.Finish):
                self.close(End())
            else:
                self.op(statement)
            return
        match statement:
            case tree.Stop():
                self.close(Goto(self.loops[-1]) if self.loops else Leave(None))
            case tree.Branch(condition, then, otherwise):
                self._branch(condition, then, otherwise)
            case tree.ForEach(loops, where, body):
                self._for_each(loops, where, body)
            case tree.Repeat():
                self._repeat(statement)
            case tree.ChooseValue():
                self._choose_value(statement)
            case tree.ChooseOption():
                self._choose_option(statement)
            case tree.Simultaneously():
                self._simultaneously(statement)
            case tree.Do(callee, arguments, local):
                after = self.open()
                self.close(CallTo(callee, as_tuples(arguments), after.number))
                self.start(after)
                if local is not None:
                    self.op(tree.SetLocal(local, tree.Answer(None, True, type=local.type), span=statement.span))
            case tree.DoAbility(card_type, name, base, arguments):
                after = self.open()
                self.close(InvokeAbility(card_type, name, base, as_tuples(arguments), after.number))
                self.start(after)
            case tree.RollDice():
                after = self.open()
                self.close(Nature(statement, after.number))
                self.start(after)
                self.op(
                    tree.SetLocal(statement.local, tree.Answer(None, type=statement.local.type), span=statement.span)
                )
            case tree.Draw():
                self._draw(statement)
            case _:
                self.op(statement)

    def _draw(self, statement: tree.Draw) -> None:
        after, take, join = self.open(), self.open(), self.open()
        local = statement.local
        self.close(
            Nature(tree.DrawnCard(statement.deck, statement.refill, type=local.type, span=statement.span), after.number)
        )
        self.start(after)
        self.op(tree.SetLocal(local, tree.Answer(None, type=local.type), span=statement.span))
        self.close(BranchTo(_is_none(local), join.number, take.number))
        self.start(take)
        self.op(tree.MoveCards(_read(local), statement.to, statement.below, span=statement.span))
        self.close(Goto(join.number))
        self.start(join)

    def _branch(self, condition: tree.TExpr, then: tree.TBlock, otherwise: tree.TBlock) -> None:
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

    def _for_each(self, loops: list[tree.Loop], where: tree.TExpr | None, body: tree.TBlock) -> None:
        out = self.open()
        self.loops.append(out.number)
        self._nested(loops, where, body, out.number)
        self.loops.pop()
        self.start(out)

    def _nested(self, loops: list[tree.Loop], where: tree.TExpr | None, body: tree.TBlock, out: int) -> None:
        loop, rest = loops[0], loops[1:]
        head, inside = self.open(), self.open()
        items = self.local(f"{loop.local.name}_of", loop.local)
        if isinstance(loop.local.type, CardType):
            items.type = PileType(loop.local.type)
        position = self.local(f"{loop.local.name}_at", loop.local)
        span = loop.local.span
        here = tree.LocalRef(position, type=INT, span=span)
        self.op(tree.SetLocal(items, tree.MembersOf(loop, span=span), span=span))
        self.op(tree.SetLocal(position, tree.Const(0, type=INT), span=span))
        self.close(Goto(head.number))
        self.start(head)
        done = tree.Op(prim.AT_LEAST, [here, tree.Op(prim.LENGTH, [_read(items)], type=INT)], type=BOOL, span=span)
        self.close(BranchTo(done, out, inside.number))
        self.start(inside)
        self.op(tree.SetLocal(loop.local, tree.Op(prim.ITEM, [_read(items), here], type=loop.local.type), span=span))
        self.op(tree.SetLocal(position, _plus_one(position), span=span))
        if rest:
            self._nested(rest, where, body, head.number)
            return
        if where is not None:
            held = self.open()
            self.close(BranchTo(where, held.number, head.number))
            self.start(held)
        self.block(body)
        self.close(Goto(head.number))

    def _repeat(self, node: tree.Repeat) -> None:
        head, inside, out = self.open(), self.open(), self.open()
        if node.times is not None and node.counter is not None:
            limit: tree.TExpr = node.times
            if not isinstance(limit, tree.Const):
                times = self.local("times", node.counter)
                self.op(tree.SetLocal(times, node.times, span=node.span))
                limit = tree.LocalRef(times, type=INT)
            self.op(tree.SetLocal(node.counter, tree.Const(0, type=INT), span=node.span))
            done: tree.TExpr | None = tree.Op(
                prim.AT_LEAST, [tree.LocalRef(node.counter, type=INT), limit], type=BOOL, span=node.span
            )
        else:
            done = node.until
        self.close(Goto(head.number))
        self.start(head)
        self.close(Goto(inside.number) if done is None else BranchTo(done, out.number, inside.number))
        self.start(inside)
        if not isinstance(node.times, tree.Const):
            self.op(tree.BurnFuel(span=node.span))
        if node.counter is not None:
            self.op(tree.SetLocal(node.counter, _plus_one(node.counter), span=node.span))
        self.loops.append(out.number)
        self.block(node.body)
        self.loops.pop()
        self.close(Goto(head.number))
        self.start(out)

    # ---- choices

    def _choose_value(self, node: tree.ChooseValue) -> None:
        answered, missing, join = self.open(), self.open(), self.open()
        has_other = node.otherwise is not None or node.may
        self.close(Ask(node, answered.number, missing.number if has_other else None))
        self.start(answered)
        if node.may:
            taken = self.open()
            self.close(BranchTo(tree.Op(prim.DECLINED, [], type=BOOL), missing.number, taken.number))
            self.start(taken)
        self.op(tree.SetLocal(node.loop.local, tree.Answer(None, type=node.loop.local.type), span=node.span))
        self.block(node.body or [])
        self.close(Goto(join.number))
        self.start(missing)
        self.block(node.otherwise or [])
        self.close(Goto(join.number))
        self.start(join)

    def _choose_option(self, node: tree.ChooseOption) -> None:
        answered, join = self.open(), self.open()
        missing = self.open() if node.otherwise is not None or node.may else None
        self.close(Ask(node, answered.number, missing.number if missing else None))
        self.start(answered)
        if node.may and missing is not None:
            taken = self.open()
            self.close(BranchTo(tree.Op(prim.DECLINED, [], type=BOOL), missing.number, taken.number))
            self.start(taken)
        for number, option in enumerate(node.options):
            last = number == len(node.options) - 1
            chosen = self.open()
            following = self.open() if not last else None
            if following is not None:
                test = tree.Op(
                    prim.EQUAL, [tree.Answer(0, type=INT), tree.Const(number, type=INT)], type=BOOL, span=option.span
                )
                self.close(BranchTo(test, chosen.number, following.number))
            else:
                self.close(Goto(chosen.number))
            self.start(chosen)
            for place, loop in enumerate(option.loops):
                self.op(tree.SetLocal(loop.local, tree.Answer(place + 1, type=loop.local.type), span=option.span))
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

    def _simultaneously(self, node: tree.Simultaneously) -> None:
        span = node.span
        self.extra.extend(local for local in (node.members, *(by for _, by in node.kept)) if local not in self.extra)
        everyone = tree.Those(node.loop, node.where, 0, type=node.members.type, span=span)
        self.op(tree.SetLocal(node.members, everyone, span=span))
        asking = self.open()
        asking.label = True
        self.close(Goto(asking.number))
        self.start(asking)
        for _, by in node.kept:
            self.op(tree.SetLocal(by, tree.Op(prim.ZEROS, [], span=span), span=span))
        members = tree.SetDomain(tree.LocalRef(node.members, type=node.members.type, span=span), 0)
        loop = tree.Loop(node.local, members, node.loop.start)
        for statement in node.ask:
            if isinstance(statement, tree.ChooseValue) and statement.answers is not None:
                self.simultaneous[statement.site] = (asking.number, statement.answers)
        here = tree.LocalRef(node.local, type=PLAYER, span=span)
        keep: tree.TBlock = [
            tree.SetLocal(
                by,
                tree.Op(prim.REPLACED, [_read(by), here, as_tuple(_read(local))], span=span),
                span=span,
            )
            for local, by in node.kept
        ]
        out = self.open()
        self._nested([loop], None, [*node.ask, *keep], out.number)
        self.start(out)
        again: tree.TBlock = [
            tree.SetLocal(local, tree.Op(prim.ITEM, [_read(by), here], type=local.type), span=span)
            for local, by in node.kept
        ]
        self._for_each([tree.Loop(node.local, members, node.loop.start)], None, [*again, *node.rest])


def _read(local: LocalSymbol) -> tree.TExpr:
    return tree.LocalRef(local, type=local.type)


def _plus_one(local: LocalSymbol) -> tree.TExpr:
    return tree.Op(prim.ADD, [tree.LocalRef(local, type=INT), tree.Const(1, type=INT)], type=INT)


def _is_none(local: LocalSymbol) -> tree.TExpr:
    return tree.Op(prim.EQUAL, [_read(local), tree.Const(-1, type=NONE)], type=BOOL)
