"""Handlers as Python functions: defines and plain effects as they are, stopping handlers as blocks over a frame."""

from __future__ import annotations

from regelwerk_dsl.source import Span

from ..ir.ops import (
    Ask,
    Block,
    BranchTo,
    CallTo,
    End,
    Goto,
    Handler,
    InvokeAbility,
    Leave,
    Module,
    Nature,
    successors,
)
from ..symbols import LocalSymbol
from ..typed import (
    Branch,
    BurnFuel,
    Const,
    Do,
    DoAbility,
    Draw,
    DrawnCard,
    Finish,
    ForEach,
    MoveCards,
    PickOne,
    RangeDomain,
    Repeat,
    Return,
    RollDice,
    Say,
    SetLocal,
    SetPer,
    SetRow,
    SetState,
    Shuffle,
    Stop,
    TBlock,
    TStmt,
    ZoneRef,
)
from ..types import IntType, PerType, PileType, SetType
from .choices import Choices
from .expressions import AND, ATOM, LOWEST, PLUS, TIMES, Expressions, number
from .names import name_locals
from .searches import Searches
from .sentences import Sentences
from .tables import Tables
from .writer import Writer


class Functions:
    """Writes the functions of a module, one a handler, in order."""

    def __init__(self, module: Module, tables: Tables, sentences: Sentences, writer: Writer) -> None:
        self.module, self.tables, self.sentences, self.writer = module, tables, sentences, writer
        self.expressions = Expressions(module, tables)
        self.choices = Choices(self.expressions, sentences, writer)
        self.searches = Searches(self.expressions, self)
        self.handler: Handler | None = None
        self.stopping = {id(handler.callee) for handler in module.handlers if handler.kind == "stopping"}
        self.stopping_abilities = {
            (handler.callee.owner.card_type, handler.callee.name)
            for handler in module.handlers
            if handler.kind == "stopping" and handler.callee.kind == "ability" and handler.callee.owner is not None
        }
        self.structured = False  # inside a Python loop of a stopping handler nothing jumps

    def text(self, node: object, limit: int = LOWEST) -> str:
        return self.expressions.text(node, limit)  # type: ignore[arg-type]

    def write(self, handler: Handler) -> None:
        """One function."""
        self.handler = handler
        taken = set(self.tables.names.taken) | {"option"}
        name_locals([*handler.params, *handler.callee.binders], taken)
        name_locals(
            [local for local in handler.frame if local not in handler.params and local not in handler.callee.binders],
            taken | {local.python for local in [*handler.params, *handler.callee.binders]},
        )
        if handler.callee.this is not None:
            handler.callee.this.python = "this"
        if handler.kind == "stopping":
            self._stopping(handler)
        else:
            self._plain(handler)
        self.writer.line()
        self.writer.line()

    # ---- plain functions

    def _plain(self, handler: Handler) -> None:
        pure = handler.kind == "pure"
        name = self.tables.function(handler.callee)
        params = [f"{local.python}: int" for local in handler.params]
        head = ", ".join(["s: State" if pure else "m: Match", *params])
        result = _python_type(handler)
        self.writer.commented(f"def {name}({head}) -> {result}:", handler.callee.span, _signature(handler))
        with self.writer.indent():
            body = handler.blocks[0].ops
            if not pure:
                self.writer.line("s = m.s")
            if not body:
                self.writer.line("pass")
            self.statements(body)

    def statements(self, block: TBlock) -> None:
        for statement in block:
            self.statement(statement)
        if not block:
            self.writer.line("pass")

    def statement(self, node: TStmt) -> None:
        line, text = self.writer.line, self.text
        match node:
            case SetLocal(local, value):
                self._set_local(local, value, node.span)
            case SetPer(local, key, value):
                line(f"{local.python}[{self.expressions.index_of(key)}] = {text(value)}", node.span)
            case SetState():
                self._set_state(node)
            case SetRow(var, indices, value):
                row = self.expressions._row(var, indices)
                if not indices:
                    line(f"{row}[:] = {text(value)}", node.span)
                else:
                    line(f"{row} = {text(value)}", node.span)
            case RollDice():
                line(f"{node.local.python} = {self.roll(node, 'roll')}", node.span)
            case Do(callee, arguments, local):
                inner = ", ".join(["m", *(text(argument) for argument in arguments)])
                call = f"{self.tables.function(callee)}({inner})"
                line(f"{local.python} = {call}" if local is not None else call, node.span)
            case DoAbility(card_type, name, base, arguments):
                inner = ", ".join(["m", text(base), *(text(argument) for argument in arguments)])
                line(f"{self.tables.ability(card_type, name)}[{text(base)}]({inner})", node.span)
            case MoveCards():
                self._move(node)
            case Draw(deck, refill, to, below, local):
                zone, other = self.expressions.zone(deck), self.expressions.zone(refill) if refill else "NONE"
                line(f"{local.python} = m.top_card({zone}, {other})", node.span)
                line(f"if {local.python} != NONE:", node.span)
                with self.writer.indent():
                    line(
                        f"{'move_below' if below else 'move'}(s, {local.python}, {self.expressions.zone(to)})",
                        node.span,
                    )
            case Shuffle(pile):
                line(f"m.shuffle({self.expressions.zone(pile)})", node.span)
            case Say(callee):
                self._say(node)
            case Branch(condition, then, otherwise):
                self._branch(condition, then, otherwise, node.span)
            case ForEach():
                self._for_each(node)
            case Repeat():
                self._repeat(node)
            case Return(value):
                self._return(value, node.span)
            case Stop():
                line("break", node.span)
            case Finish():
                line("raise GameOver" if not self._in_stopping() else "return m.finish()", node.span)
            case BurnFuel():
                line("m.burn()", node.span)
            case _:
                raise AssertionError(f"no text for {type(node).__name__}")

    def _in_stopping(self) -> bool:
        return self.handler is not None and self.handler.kind == "stopping"

    def _return(self, value: object, span: Span) -> None:
        if not self._in_stopping() and self.searches.returned(value, span):
            return
        if self._in_stopping():
            self.writer.line(f"return m.leave({self.text(value) if value is not None else ''})", span)
        elif value is not None:
            self.writer.line(f"return {self.text(value)}", span)
        else:
            self.writer.line("return", span)

    def _set_local(self, local: LocalSymbol, value: object, span: Span) -> None:
        if isinstance(value, PickOne):
            self.searches.assigned(local, value, span)
            return
        text = self.text(value)
        if isinstance(local.type, PerType) and local.assigned:
            text = f"list({text})"
        self.writer.line(f"{local.python} = {text}", span)

    def _set_state(self, node: SetState) -> None:
        target = self.expressions._state(node.var, node.indices)
        if node.low is not None and node.high is not None:
            value = f"fit({self.text(node.value)}, {number(node.low)}, {number(node.high)}, {node.var.name!r})"
            self.writer.line(f"{target} = {value}", node.span)
        elif node.change is not None:
            operator, amount = node.change
            self.writer.line(f"{target} {operator}= {self.text(amount)}", node.span)
        else:
            self.writer.line(f"{target} = {self.text(node.value)}", node.span)

    def _move(self, node: MoveCards) -> None:
        zone = self.expressions.zone(node.to)
        what = node.what
        if isinstance(what.type, PileType):
            call = f"move_all(s, {self.text(what)}, {zone})"
            if node.below:
                call = f"for card in {self.text(what)}: move_below(s, card, {zone})"
        elif isinstance(what.type, SetType):
            call = f"move_all(s, bits({self.text(what)}), {zone})"
        else:
            call = f"{'move_below' if node.below else 'move'}(s, {self.text(what)}, {zone})"
        self.writer.line(call, node.span)

    def _say(self, node: Say) -> None:
        callee = node.callee
        text = callee.sentences.says
        assert text is not None
        constant, values = self.sentences.add(f"{callee.label}.says", text, callee.slots["says"])
        inner = ", ".join([constant, *(self.text(value) for value in values)])
        self.writer.line("if m.log is not None:", node.span)
        with self.writer.indent():
            self.writer.line(f"m.say({inner})", node.span)

    def roll(self, node: RollDice, verb: str) -> str:
        """The call that makes a roll (`roll` or `nature`)."""
        die = self.module.luck[node.luck]
        index, stride = str(die.first), 1
        for size in die.sizes[1:]:
            stride *= size
        parts = []
        constant = die.first
        for at, (member, value) in enumerate(node.keys):
            if value is None:
                constant += (die.sizes[0] - 1) * stride
            else:
                low = self.tables.low(member)
                constant -= low * stride
                parts.append(self.text(value, PLUS if stride == 1 else TIMES) + (f" * {stride}" if stride > 1 else ""))
            if at + 1 < len(die.sizes):
                stride //= die.sizes[at + 1]
        if constant or not parts:
            parts.insert(0, str(constant))
        index = " + ".join(parts)
        name = {"range": "roll", "dice": "roll_dice", "of": "roll_of"}[node.kind]
        if verb == "nature":
            name = {"range": "nature_roll", "dice": "nature_dice", "of": "nature_of"}[node.kind]
        if node.kind == "range":
            return f"m.{name}({index}, {self.text(node.low)}, {self.text(node.high)})"
        if node.kind == "dice":
            if node.dice == 1:
                name = "nature_roll" if verb == "nature" else "roll"
                return f"m.{name}({index}, 1, {node.sides})"
            return f"m.{name}({index}, {node.dice}, {node.sides})"
        assert node.domain is not None
        return f"m.{name}({index}, {self.expressions.domain(node.domain)})"

    # ---- control inside plain code

    def _branch(self, condition: object, then: TBlock, otherwise: TBlock, span: Span) -> None:
        line = self.writer.line
        line(f"if {self.text(condition)}:", span)
        with self.writer.indent():
            self.statements(then)
        if len(otherwise) == 1 and isinstance(otherwise[0], Branch):
            inner = otherwise[0]
            start = len(self.writer.lines)
            self._branch(inner.condition, inner.then, inner.otherwise, inner.span)
            text, where = self.writer.lines[start]
            self.writer.lines[start] = (text.replace("if ", "elif ", 1), where)
        elif otherwise:
            line("else:", otherwise[0].span)
            with self.writer.indent():
                self.statements(otherwise)

    def _for_each(self, node: ForEach) -> None:
        line = self.writer.line
        depth = self.writer.depth
        for loop in node.loops:
            line(f"for {loop.local.python} in {self.expressions.sequence(loop)}:", node.span)
            self.writer.depth += 1
        if node.where is not None:
            line(f"if {self.text(node.where)}:", node.span)
            with self.writer.indent():
                self.statements(node.body)
        else:
            self.statements(node.body)
        if len(node.loops) > 1 and _stops(node.body):
            # `stop` leaves all loops: where the inner one ended by itself, the next round comes
            for level in range(len(node.loops) - 1, 0, -1):
                self.writer.depth = depth + level
                line("else:", node.span)
                line("    continue", node.span)
                line("break", node.span)
        self.writer.depth = depth

    def _repeat(self, node: Repeat) -> None:
        line = self.writer.line
        if node.times is not None:
            assert node.counter is not None
            line(f"for {node.counter.python} in range({self.text(node.times)}):", node.span)
        elif node.until is not None:
            line(f"while not {self.text(node.until, AND - 1)}:", node.span)
        else:
            line("while True:", node.span)
        with self.writer.indent():
            if node.times is None or not isinstance(node.times, Const):
                pure = self.handler is not None and self.handler.kind == "pure"
                line("burn(s)" if pure else "m.burn()", node.span)
            self.statements(node.body)

    # ---- stopping handlers

    def _stopping(self, handler: Handler) -> None:
        name = self.tables.function(handler.callee)
        line = self.writer.line
        for site in self.module.sites:
            if site.handler is handler:
                self.choices.describe(site)
        self.writer.commented(
            f"def {name}(m: Match, f: Frame) -> bool | None:", handler.callee.span, _signature(handler)
        )
        with self.writer.indent():
            line("s = m.s")
            line(", ".join(["_", "block", *(local.python for local in handler.frame)]) + " = f")
            entries: dict[int, int] = {}
            resumed: set[int] = set()
            for block in handler.blocks:
                for target in successors(block.exit):
                    entries[target] = entries.get(target, 0) + 1
                if isinstance(block.exit, Ask | Nature | CallTo | InvokeAbility):
                    resumed.add(block.exit.resume)
            self.labelled = {
                block.number
                for block in handler.blocks
                if block.number == 0 or block.label or block.number in resumed or entries.get(block.number, 0) != 1
            }
            self.by_number = {block.number: block for block in handler.blocks}
            order = [block for block in handler.blocks if block.number in self.labelled]
            loops = self._jumps_back(order)
            if len(order) == 1 and not loops:
                self._block(order[0], None)
                return
            line("while True:")
            with self.writer.indent():
                for at, block in enumerate(order):
                    following = order[at + 1].number if at + 1 < len(order) else None
                    line(f"if block == {block.number}:")
                    with self.writer.indent():
                        self._block(block, following)

    def _jumps_back(self, order: list[Block]) -> bool:
        return len(order) > 1

    def _block(self, block: Block, following: int | None) -> None:
        before = len(self.writer.lines)
        for statement in block.ops:
            self.statement(statement)
        self._exit(block, following)
        if len(self.writer.lines) == before:
            self.writer.line("pass")

    def _jump(self, target: int, following: int | None) -> None:
        """Goes on at a block: written here if nothing else leads there, else by its number."""
        if target not in self.labelled:
            self._block(self.by_number[target], following)
            return
        self.writer.line(f"block = {target}")
        if target != following:
            self.writer.line("continue")

    def _exit(self, block: Block, following: int | None) -> None:
        line = self.writer.line
        match block.exit:
            case Goto(target):
                self._jump(target, following)
            case BranchTo(condition, then, otherwise):
                self._two_ways(condition, then, otherwise, following)
            case Ask():
                self._ask(block.exit, following)
            case Nature(roll, resume):
                self._nature(roll, resume, following)
            case CallTo(callee, arguments, resume):
                self._save(resume)
                handler = next(h for h in self.module.handlers if h.callee is callee)
                frame = [self.tables.handler(callee), "0", *(self.text(argument) for argument in arguments)]
                zeros = len(handler.frame) - len(handler.params)
                tail = f" + [0] * {zeros}" if zeros > 4 else ""
                frame += ["0"] * zeros if zeros <= 4 else []
                line(f"return m.call([{', '.join(frame)}]{tail})")
            case InvokeAbility(card_type, name, base, arguments, resume):
                self._save(resume)
                card = self.text(base)
                inner = ", ".join(
                    [f"{self.tables.ability(card_type, name)}[{card}]", card, *(self.text(a) for a in arguments)]
                )
                line(f"return m.invoke({inner})")
            case Leave(value):
                line(f"return m.leave({self.text(value) if value is not None else ''})")
            case End():
                line("return m.finish()")
            case None:
                line("return m.leave()")

    def _two_ways(self, condition: object, then: int, otherwise: int, following: int | None) -> None:
        line = self.writer.line
        far_then = then in self.labelled
        if far_then and then == following:
            from ..typed import Not
            from ..types import BOOL

            line(f"if {self.text(Not(condition, type=BOOL))}:")  # type: ignore[arg-type]
            with self.writer.indent():
                self._jump(otherwise, None)
            line(f"block = {then}")
            return
        line(f"if {self.text(condition)}:")
        with self.writer.indent():
            self._jump(then, None)
        self._jump(otherwise, following)

    def _save(self, resume: int) -> None:
        """Writes back into the frame where to go on, and what is needed there."""
        handler = self.handler
        assert handler is not None
        targets, values = ["f[1]"], [str(resume)]
        for local in self._kept(handler, handler.live[resume]):
            targets.append(f"f[{handler.frame.index(local) + 2}]")
            is_list = isinstance(local.type, PerType) and local.assigned
            values.append(f"tuple({local.python})" if is_list else local.python)
        self.writer.line(f"{', '.join(targets)} = {', '.join(values)}")

    def _kept(self, handler: Handler, live: set[LocalSymbol]) -> list[LocalSymbol]:
        return [local for local in handler.frame if local in live and (local not in handler.params or local.assigned)]

    def _ask(self, exit_: Ask, following: int | None) -> None:
        from ..passes.liveness import needed_to_ask

        handler = self.handler
        assert handler is not None
        options = self.choices.options(exit_.choice)
        line = self.writer.line
        if exit_.empty is not None:
            test = "options" if options == "options" else None
            if test is not None:
                line("if not options:")
                with self.writer.indent():
                    self._jump(exit_.empty, None)
        if exit_.choice.may:
            line(
                f"{'options' if options == 'options' else 'options = [*' + options + ']'}.append(DECLINE)"
                if options == "options"
                else f"options = [*{options}, DECLINE]"
            )
            options = "options"
        live = handler.live[exit_.resume] | needed_to_ask(exit_)
        targets, values = ["f[1]"], [str(exit_.resume)]
        for local in self._kept(handler, live):
            targets.append(f"f[{handler.frame.index(local) + 2}]")
            is_list = isinstance(local.type, PerType) and local.assigned
            values.append(f"tuple({local.python})" if is_list else local.python)
        line(f"{', '.join(targets)} = {', '.join(values)}")
        player, site = self.text(exit_.choice.player), self.tables.site(exit_.site)
        line(f"return m.ask({player}, {site}, {options})", exit_.choice.span)

    def _nature(self, roll: object, resume: int, following: int | None) -> None:
        self._save(resume)
        if isinstance(roll, RollDice):
            self.writer.line(f"return {self.roll(roll, 'nature')}", roll.span)
            return
        assert isinstance(roll, DrawnCard)
        zone = self.expressions.zone(roll.deck)
        refill = self.expressions.zone(roll.refill) if roll.refill is not None else "NONE"
        self.writer.line(f"if m.nature_top_card({zone}, {refill}):", roll.span)
        with self.writer.indent():
            self.writer.line("return True")
        self._jump(resume, following)


def _stops(body: TBlock) -> bool:
    from ..lower.handlers import escapes

    return any(escapes(statement) for statement in body)


def _signature(handler: Handler) -> str:
    callee = handler.callee
    params = ", ".join(f"{param.name}" for param in callee.params)
    return f"{callee.kind if callee.kind != 'ability' else ''} {callee.label}({params})".strip()


def _python_type(handler: Handler) -> str:
    from ..types import BoolType

    result = handler.result
    if handler.kind != "pure" and result is None:
        return "None"
    if isinstance(result, BoolType):
        return "bool"
    if isinstance(result, PerType):
        return "list[int] | tuple[int, ...]"
    return "int"


__all__ = ["ATOM", "Functions", "IntType", "RangeDomain", "ZoneRef"]
