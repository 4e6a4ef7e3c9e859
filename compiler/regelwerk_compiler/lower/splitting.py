"""Splitting of an effect that can stop into points: one where it begins, one for each place where play resumes.

A statement that cannot stop stays as it is. One that can is the last of its point; what follows it, and what follows
the block around it, is a point of its own. A point to which only one jump leads is later written in place of that jump.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from msgspec.structs import replace
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.ir import Ask, Call, End, Handler, Jump, Leave, Nature, Point, Site, Step, TakeFirst, When
from ..model.phases import Part, Phases
from ..model.symbols import LocalSymbol
from ..model.types import BOOL, INT, NONE, PLAYER, CardType, PerType, PileType, SetType, Type
from ..model.walk import assigned_by, breaks_out, nodes_in
from ..primitives import table as prim
from .liveness import fill_values
from .stopping import Stopping

Choice = tree.ChooseValue | tree.ChooseOption
Scope = tuple[LocalSymbol, ...]
Chance = tree.RollDice | tree.Draw | tree.TakeUnseen | tree.SetLocal
WithBlocks = tree.Branch | tree.ForEach | tree.Repeat | tree.ChooseValue | tree.ChooseOption

_RESUMED: dict[type[tree.TStmt], str] = {
    tree.RollDice: "rolled",
    tree.TakeUnseen: "taken",
    tree.SetLocal: "read",
}
"""The labels of points after decisions of nature."""


class After(NamedTuple):
    """The points at which play continues after a block.

    Attributes:
        point: at its end; None: the effect ends.
        stop: where a `stop` leads.
    """

    point: Point | None = None
    stop: Point | None = None


def split(handler: Handler, body: tree.TBlock, stopping: Stopping) -> None:
    """Fills the points and sites of a handler that can stop."""
    for local in (*handler.params, *handler.locals):
        if isinstance(local.type, PerType):
            local.assigned = True  # a list while code runs, a tuple in frames
    _Splitter(handler, stopping).run(body)
    fill_values(handler)


class _Splitter:
    def __init__(self, handler: Handler, stopping: Stopping) -> None:
        self.handler, self.stopping = handler, stopping
        self.worklist: list[tuple[Point, tree.TBlock, After]] = []
        self.labels: Counter[str] = Counter()
        self.collecting: dict[str, tuple[Point, LocalSymbol]] = {}  # by site of a simultaneous choice

    def run(self, body: tree.TBlock) -> None:
        start = Point(self.handler, self.handler.label, tuple(self.handler.params), resumed=True)
        self.handler.points.append(start)  # the others are those to which it leads
        self.worklist.append((start, body, After()))
        while self.worklist:
            point, statements, after = self.worklist.pop()
            point.body += self.block(statements, after, point.scope)

    # ---- points

    def point(self, what: str, scope: Scope, *, resumed: bool = False) -> Point:
        """A new point; its label is that of the effect with what happens there, and a number where that is not one."""
        label = f"{self.handler.label}/{what}"
        self.labels[label] += 1
        number = self.labels[label]
        return Point(self.handler, f"{label} {number}" if number > 1 else label, scope, resumed)

    def rest(self, statements: tree.TBlock, after: After, scope: Scope, what: str = "then") -> Point | None:
        """The point at which some statements begin; if there are none, the point that follows them."""
        if not statements:
            return after.point
        point = self.point(what, scope)
        self.worklist.append((point, statements, after))
        return point

    def local(self, name: str, type_: Type, span: Span) -> LocalSymbol:
        local = LocalSymbol(name, type_, span)
        self.handler.locals.append(local)
        return local

    # ---- statements

    def block(self, statements: tree.TBlock, after: After, scope: Scope) -> list[Step]:
        """The steps of some statements, up to one that leads elsewhere."""
        steps: list[Step] = []
        for at, statement in enumerate(statements):
            if isinstance(statement, tree.Stop):
                return [*steps, _jump(after.stop)]
            if isinstance(statement, tree.Return):
                return [*steps, Leave(statement.value)]
            if isinstance(statement, tree.Finish):
                return [*steps, End(statement.span)]
            if self.stopping.statement_stops(statement) or breaks_out(statement):
                return steps + self.split_statement(statement, statements[at + 1 :], after, scope)
            steps.append(statement)
            local = assigned_by(statement)
            scope += () if local is None else (local,)
        return [*steps, _jump(after.point)]

    def split_statement(self, statement: tree.TStmt, rest: tree.TBlock, after: After, scope: Scope) -> list[Step]:
        """The steps of a statement that can stop, or that holds a `stop` of a loop that can."""
        match statement:
            case tree.Do() | tree.DoAbility():
                needed = isinstance(statement, tree.Do) and (
                    statement.local or statement.callee.nests or self.stopping.is_observed(statement.callee)
                )
                if not rest and after.point is None and not needed:
                    return [Call(statement, None)]
                return [Call(statement, Jump(self._resumed(statement, rest, after, scope)))]
            case tree.RollDice() | tree.Draw() | tree.TakeUnseen() | tree.SetLocal():
                return [Nature(_chance_of(statement), self._resumed(statement, rest, after, scope))]
            case tree.ChooseValue(loop=loop, body=None):
                following = self.rest(rest, after, (*scope, loop.local))
                return self._choose_value(statement, After(following, after.stop), scope)
            case tree.Branch() | tree.ForEach() | tree.Repeat() | tree.ChooseValue() | tree.ChooseOption():
                return self._with_blocks(statement, After(self.rest(rest, after, scope), after.stop), scope)
            case tree.Simultaneously():
                return self._simultaneously(statement, After(self.rest(rest, after, scope), after.stop), scope)
            case _:
                raise AssertionError(f"{type(statement).__name__} cannot stop")

    def _with_blocks(self, statement: WithBlocks, inside: After, scope: Scope) -> list[Step]:
        """The steps of a statement with blocks, each of which continues after the statement."""
        match statement:
            case tree.Branch(condition, then, otherwise):
                taken = self.block(then, inside, scope)
                return [When(condition, taken, statement.span), *self.block(otherwise, inside, scope)]
            case tree.ForEach(loops, where, body):
                return self._loop_nest(loops, where, body, inside.point, inside.point, scope)
            case tree.Repeat():
                return self._repeat(statement, inside, scope)
            case tree.ChooseValue():
                return self._choose_value(statement, inside, scope)
            case tree.ChooseOption():
                return self._choose_option(statement, inside, scope)

    def _resumed(
        self, statement: tree.Do | tree.DoAbility | Chance, rest: tree.TBlock, after: After, scope: Scope
    ) -> Point:
        """The point after a call or a chance outcome, where its result is available."""
        span = statement.span
        begin: tree.TBlock = []
        match statement:
            case tree.Do(callee, _, local):
                what = f"after {callee.name}"
                if self.stopping.is_observed(callee):
                    begin = [tree.EffectEnds(span=span)]
                if local is not None:
                    begin.append(tree.SetLocal(local, tree.Answer(None, True, type=local.type), span=span))
            case tree.DoAbility(name=name):
                what = f"after {name}"
            case tree.RollDice(local=local) | tree.TakeUnseen(local=local) | tree.SetLocal(local=local):
                what = _RESUMED[type(statement)]
                begin = [tree.SetLocal(local, tree.Answer(None, type=local.type), span=span)]
            case tree.Draw(_, _, to, below, local):
                what = "drawn"
                there = tree.Op(prim.NOT_EQUAL, [_read(local), tree.Const(-1, type=NONE)], type=BOOL)
                begin = [
                    tree.SetLocal(local, tree.Answer(None, type=local.type), span=span),
                    tree.Branch(there, [tree.MoveCards(_read(local), to, below, span=span)], [], span=span),
                ]
        if not begin and not rest and after.point is not None:
            after.point.resumed = True
            return after.point
        point = self.point(what, scope, resumed=True)
        self.worklist.append((point, begin + rest, after))
        return point

    # ---- loops

    def _loop_nest(
        self,
        loops: list[tree.Loop],
        where: tree.TExpr | None,
        body: tree.TBlock,
        out: Point | None,
        stop: Point | None,
        scope: Scope,
    ) -> list[Step]:
        """The steps of nested loops: `out` follows the outermost, `stop` leaves all of them."""
        loop, inner = loops[0], loops[1:]
        local, span = loop.local, loop.local.span
        bounds = self._bounds(loop)
        if bounds is not None:
            low, high = bounds
            begin = tree.SetLocal(local, tree.Const(low - 1, type=INT), span=span)
            head = self.point(f"each {local.name}", (*scope, local))
            head.loop = loop
            more: tree.TExpr = tree.Op(prim.LESS, [_read(local), high], type=BOOL)
            steps: list[Step] = [tree.SetLocal(local, _plus_one(local), span=span)]
        else:
            many = PileType(local.type) if isinstance(local.type, CardType) else local.type
            left = self.local(f"{local.name}_left", many, span)
            self.handler.tuples.add(left)
            begin = tree.SetLocal(left, tree.MembersOf(loop, span=span), span=span)
            head = self.point(f"each {local.name}", (*scope, left))
            more = _read(left)
            steps = [TakeFirst(local, left)]
        head.counts = True
        within = (*head.scope, local) if bounds is None else head.scope
        if inner:
            steps += self._loop_nest(inner, where, body, head, stop, within)
        elif where is not None:
            steps += [When(where, self.block(body, After(head, stop), within), span), Jump(head)]
        else:
            steps += self.block(body, After(head, stop), within)
        head.body = [When(more, steps, span), _jump(out)]
        return [begin, Jump(head)]

    def _bounds(self, loop: tree.Loop) -> tuple[int, tree.TExpr] | None:
        """The first and last member of a loop that can count through them."""
        if loop.start is not None or loop.local.assigned:
            return None
        match loop.domain:
            case tree.EnumDomain(enum) if self.stopping.game.enums[enum].kind == "player":
                last = tree.Op(prim.SUBTRACT, [tree.Count(PLAYER, type=INT), tree.Const(1, type=INT)], type=INT)
                return 0, last
            case tree.EnumDomain(enum):
                symbol = self.stopping.game.enums[enum]
                return symbol.low, tree.Const(symbol.high, type=INT)
            case tree.RangeDomain(tree.Const(int(low)), tree.Const() as high):
                return low, high
            case _:
                return None

    def _repeat(self, node: tree.Repeat, after: After, scope: Scope) -> list[Step]:
        steps: list[Step] = []
        done = node.until
        if node.times is not None and node.counter is not None:
            limit = node.times
            if not isinstance(limit, tree.Const):
                times = self.local("times", INT, node.span)
                steps.append(tree.SetLocal(times, limit, span=node.span))
                scope, limit = (*scope, times), _read(times)
            steps.append(tree.SetLocal(node.counter, tree.Const(0, type=INT), span=node.span))
            scope = (*scope, node.counter)
            done = tree.Op(prim.AT_LEAST, [_read(node.counter), limit], type=BOOL, span=node.span)
        head = self.point("repeat", scope)
        if done is not None:
            head.body.append(When(done, [_jump(after.point)], node.span))
        if isinstance(node.times, tree.Const):
            head.counts = True
        else:
            head.body.append(tree.BurnFuel(span=node.span))
        if node.counter is not None:
            head.body.append(tree.SetLocal(node.counter, _plus_one(node.counter), span=node.span))
        head.body += self.block(node.body, After(head, after.point), scope)
        return [*steps, Jump(head)]

    # ---- choices

    def _question(self, node: Choice, after: After, scope: Scope) -> tuple[Site, Ask]:
        """The site of a choice with the point that gets the answer, and the step that asks."""
        missing: Jump | Leave | None = None  # where play goes on when nothing is chosen, if that is possible
        if node.otherwise is not None or node.may:
            missing = _jump(self.rest(node.otherwise or [], after, scope, "otherwise"))
        point = Point(self.handler, node.site, scope, resumed=True)
        site = Site(node, point, *self.collecting.get(node.site, ()))
        self.handler.sites.append(site)
        if site.answers is not None:
            rows = self.handler.rows[site.answers]
            site.first = len(rows)
            rows += [[PLAYER, *(loop.local for loop in offer.loops)] for offer in node.offers]
            rows += [[PLAYER]] if node.may else []
        if node.may and missing is not None:
            declined = [*self._answer_recorded(site, len(node.offers), []), missing]
            point.body.append(When(tree.Op(prim.DECLINED, [], type=BOOL), declined, node.span))
        return site, Ask(node, point, None if missing is None else [missing])

    def _answer_recorded(self, site: Site, number: int, loops: list[tree.Loop]) -> list[Step]:
        """The step that records an answer to a simultaneous choice: the number of the option and its members."""
        if site.answers is None:
            return []
        locals_ = [loop.local for loop in loops]
        return [_append_row(site.answers, site.first + number, site.choice.player, locals_, site.choice.span)]

    def _choose_value(self, node: tree.ChooseValue, after: After, scope: Scope) -> list[Step]:
        site, ask = self._question(node, after, scope)
        local, body = node.loop.local, site.point.body
        body.append(tree.SetLocal(local, tree.Answer(None, type=local.type), span=node.span))
        body += self._answer_recorded(site, 0, [node.loop])
        body += self.block(node.body or [], after, (*scope, local))
        return [ask]

    def _choose_option(self, node: tree.ChooseOption, after: After, scope: Scope) -> list[Step]:
        site, ask = self._question(node, after, scope)
        for number, option in enumerate(node.options):
            taken: list[Step] = [
                tree.SetLocal(loop.local, tree.Answer(place, type=loop.local.type), span=option.span)
                for place, loop in enumerate(option.loops, 1)
            ]
            taken += self._answer_recorded(site, number, option.loops)
            call = [option.call] if option.call is not None and option.called else []
            taken += self.block([*call, *option.body], after, (*scope, *(loop.local for loop in option.loops)))
            if number < len(node.options) - 1:
                which: list[tree.TExpr] = [tree.Answer(0, type=INT), tree.Const(number, type=INT)]
                taken = [When(tree.Op(prim.EQUAL, which, type=BOOL, span=option.span), taken, option.span)]
            site.point.body += taken
        return [ask]

    def _simultaneously(self, node: tree.Simultaneously, after: After, scope: Scope) -> list[Step]:
        """The steps that ask all players in turn, and then run the parts that were put off in the same order."""
        span, player = node.span, node.loop.local
        members = self.local("answering", SetType(PLAYER), span)
        answers, later, part = (self.local(name, INT, span) for name in ("answers", "later", "part"))
        here: tree.TExpr = tree.LocalRef(player, type=PLAYER, span=span)
        self.handler.tuples |= {answers, later}
        self.handler.rows |= {answers: [], later: []}

        def defer(number: int, one: Part) -> tree.TStmt:
            self.handler.rows[later].append([PLAYER, *one.kept])
            return _append_row(later, number, here, one.kept, span)

        phases = Phases(node, defer)
        collecting = self.point("ask all", (*scope, members))
        collecting.resumed = True
        for choice in nodes_in(*phases.ask):
            if isinstance(choice, tree.ChooseValue | tree.ChooseOption):
                self.collecting[choice.site] = collecting, answers
        answered = self.point("answered", (*scope, later))
        loop = tree.Loop(player, tree.SetDomain(_read(members), 0), node.loop.start)
        asking = (*scope, members, answers, later)
        collecting.body += [tree.SetLocal(rows, tree.Op(prim.NO_ROWS, []), span=span) for rows in (answers, later)]
        collecting.body += self._loop_nest([loop], None, phases.ask, answered, answered, asking)
        steps: list[Step] = [TakeFirst(part, later), tree.SetLocal(player, _item(part, 1, PLAYER), span=span)]
        for number, one in enumerate(phases.later):
            given: list[Step] = [
                tree.SetLocal(local, _item(part, place, local.type), span=span)
                for place, local in enumerate(one.kept, 2)
            ]
            given += self.block(one.body, After(answered, after.point), (*scope, later, player, *one.kept))
            if number < len(phases.later) - 1:
                which: list[tree.TExpr] = [_item(part, 0, INT), tree.Const(number, type=INT)]
                given = [When(tree.Op(prim.EQUAL, which, type=BOOL), given, span)]
            steps += given
        answered.counts = True
        answered.body = [When(_read(later), steps, span), _jump(after.point)]
        everyone = tree.Those(node.loop, node.where, 0, type=members.type, span=span)
        return [tree.SetLocal(members, everyone, span=span), Jump(collecting)]


def _chance_of(statement: Chance) -> tree.RollDice | tree.DrawnCard:
    """What nature decides at a statement."""
    match statement:
        case tree.RollDice():
            return statement
        case tree.Draw(deck, refill):
            card = tree.DrawnCard(deck, refill)
        case tree.TakeUnseen(pile, position):
            card = tree.DrawnCard(pile, None, position)
        case tree.SetLocal(value=tree.Op(primitive, [tree.PileCards(pile)])):
            card = tree.DrawnCard(pile, None, end="top" if primitive is prim.TOP else "bottom")
        case _:
            raise AssertionError("this value is no card of a pile")
    return replace(card, type=statement.local.type, span=statement.span)


def _jump(point: Point | None) -> Jump | Leave:
    return Leave() if point is None else Jump(point)


def _read(local: LocalSymbol) -> tree.TExpr:
    return tree.LocalRef(local, type=local.type)


def _plus_one(local: LocalSymbol) -> tree.TExpr:
    return tree.Op(prim.ADD, [tree.LocalRef(local, type=INT), tree.Const(1, type=INT)], type=INT)


def _item(row: LocalSymbol, place: int, type_: Type) -> tree.TExpr:
    return tree.Op(prim.ITEM, [_read(row), tree.Const(place, type=INT)], type=type_)


def _append_row(
    rows: LocalSymbol, number: int, player: tree.TExpr, values: list[LocalSymbol], span: Span
) -> tree.SetLocal:
    """The assignment that appends a row: a number that says what its values are, the player, the values."""
    row = [tree.Const(number, type=INT), player, *map(_as_tuple, map(_read, values))]
    return tree.SetLocal(rows, tree.Op(prim.EXTENDED, [_read(rows), *row]), span=span)


def _as_tuple(value: tree.TExpr) -> tree.TExpr:
    """A `per` as a tuple, any other value unchanged."""
    return tree.Op(prim.AS_TUPLE, [value], type=value.type) if isinstance(value.type, PerType) else value
