"""Phases of a simultaneous choice: what each player is asked, and what happens when all have answered.

The block of a player is divided at its questions. What asks, and the computations that a later question or a later part
needs, stays where it stands: it runs while the answers are hidden. All else is cut into parts, each of which is put off
with the values that it reads, and runs when the last player has answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_dsl.source import Span

from . import tree
from .symbols import LocalSymbol
from .walk import assigned_by, blocks_of, breaks_out, hints_in, nodes_in

Locals = frozenset[LocalSymbol]
ASKS = (tree.ChooseValue, tree.ChooseOption, tree.Simultaneously)


class Part(Struct):
    """Statements that wait until all have answered.

    Attributes:
        body: the statements.
        kept: the locals of the player's block that they read.
    """

    body: tree.TBlock
    kept: list[LocalSymbol]


class Fault(NamedTuple):
    """Something that cannot be divided: place, reason and help."""

    span: Span
    why: str
    help: str


class _Place(NamedTuple):
    """The surroundings of a block.

    Attributes:
        after: the locals that may be read after it, or in the next round of a loop around it.
        asked: whether a question may come after it, or in the next round.
        looped: whether a loop with questions stands around it.
    """

    after: Locals = frozenset()
    asked: bool = False
    looped: bool = False


class Phases:
    """The two phases of one simultaneous choice.

    Attributes:
        ask: the statements that run while the answers are hidden.
        later: the parts that are put off in it, by number.
        faults: the obstacles; the rest is of use only if there are none.
    """

    def __init__(self, node: tree.Simultaneously, put_off: Callable[[int, Part], tree.TStmt]) -> None:
        """Divides the block of a simultaneous choice; `put_off` makes the statement that puts a part off."""
        self.node, self.put_off = node, put_off
        self.own = frozenset(node.own) - {node.loop.local}
        self.everywhere = _locals_in(node.body)
        self.known: set[LocalSymbol] = set()  # locals that have a value before all have answered
        self.later: list[Part] = []
        self.faults: list[Fault] = []
        self.ask = self._block(node.body, _Place())

    def _block(self, block: tree.TBlock, place: _Place) -> tree.TBlock:
        found: tree.TBlock = []
        begin = 0
        before = self._before(block, place)
        for at, statement in enumerate(block):
            if not (asks(statement) or (place.looped and breaks_out(statement))):
                continue
            found += self._run(block[begin:at], before(at))
            found.append(self._kept(statement, before(at + 1)))
            begin = at + 1
        return found + self._run(block[begin:], place)

    def _before(self, block: tree.TBlock, place: _Place) -> Callable[[int], _Place]:
        """Gives the place before each statement of a block, by its number; each is looked through once."""
        last = {local: at for at, one in enumerate(block) for local in _locals_in(one) if local in self.own}
        asking = max((at for at, one in enumerate(block) if asks(one)), default=-1)

        def before(at: int) -> _Place:
            after = place.after.union(local for local, late in last.items() if late >= at)
            return _Place(after, place.asked or asking >= at, place.looped)

        return before

    def _run(self, block: tree.TBlock, place: _Place) -> tree.TBlock:
        """Statements without a question: put off, except those that assign a local that is read after them."""
        counts = _locals_in(block)
        lasting = {local for local in place.after if counts[local] < self.everywhere[local]}
        while True:
            groups = _groups(block, frozenset(lasting))
            named = [_locals_in(run).keys() for _, run in groups]
            own = {local for one in block for local in _given_by(one) if local in self.own}
            across = {local for local in own if sum(local in here for here in named) > 1}
            if across <= lasting:
                break
            lasting |= across
        inside = place._replace(after=place.after | lasting)
        found: tree.TBlock = []
        for stays, run in groups:
            found += [self._kept(one, inside) for one in run] if stays else [self._part(run, place)]
        return found

    def _part(self, block: tree.TBlock, place: _Place) -> tree.TStmt:
        """The statement that puts a part off."""
        if place.asked:
            self._stays(block)
        counts = _locals_in(block)
        kept = [local for local in counts if local in self.known and counts[local] < self.everywhere[local]]
        self.later.append(Part(block, kept))
        return self.put_off(len(self.later) - 1, self.later[-1])

    def _stays(self, block: tree.TBlock) -> None:
        """Reports statements that leave the block of a player before the last question."""
        for statement in block:
            for node in nodes_in(statement):
                if isinstance(node, tree.Return | tree.Finish) or (
                    isinstance(node, tree.Stop) and breaks_out(statement)
                ):
                    word = {tree.Return: "return", tree.Finish: "finish"}.get(type(node), "stop")
                    self._fault(node.span, f"`{word}` would leave before all have answered", STAY)

    def _kept(self, statement: tree.TStmt, place: _Place) -> tree.TStmt:
        """A statement that runs while the answers are hidden."""
        match statement:
            case tree.SetLocal(local) | tree.SetPer(local):
                self.known.add(local)
            case tree.Stop():
                pass
            case tree.Branch(_, then, otherwise):
                return replace(statement, then=self._block(then, place), otherwise=self._block(otherwise, place))
            case tree.ForEach() | tree.Repeat():
                return self._loop(statement, place)
            case tree.ChooseValue():
                return self._value(statement, place)
            case tree.ChooseOption():
                return self._option(statement, place)
            case tree.Simultaneously():
                self._fault(statement.span, "this simultaneous choice is inside another one", CALL)
            case _:
                why = "this gets its value only when all have answered, but a question or a line after it needs it"
                self._fault(statement.span, why, "do it before `simultaneously`, or after the last question")
        return statement

    def _loop(self, loop: tree.ForEach | tree.Repeat, place: _Place) -> tree.TStmt:
        if isinstance(loop, tree.ForEach):
            self.known.update(one.local for one in loop.loops)
        elif loop.counter is not None:
            self.known.add(loop.counter)
        inside = self._before([loop], place)(0)._replace(looped=True)
        return replace(loop, body=self._block(loop.body, inside))

    def _value(self, choice: tree.ChooseValue, place: _Place) -> tree.TStmt:
        self._answers(choice)
        if choice.unseen is not None:
            self._fault(
                choice.span,
                "a card cannot be taken unseen simultaneously",
                "let the players choose one after the other",
            )
        self.known.add(choice.loop.local)
        self._told(replace(choice, body=None, otherwise=None))
        body = choice.body if choice.body is None else self._block(choice.body, place)
        # without a block of its own what follows needs a value, so `otherwise` leaves
        beside = place if choice.body is not None else place._replace(asked=True)
        otherwise = choice.otherwise if choice.otherwise is None else self._block(choice.otherwise, beside)
        return replace(choice, body=body, otherwise=otherwise)

    def _option(self, choice: tree.ChooseOption, place: _Place) -> tree.TStmt:
        self._answers(choice)
        self._told(replace(choice, options=[], otherwise=None))
        options: list[tree.TOption] = []
        for option in choice.options:
            self.known.update(loop.local for loop in option.loops)
            self._told(replace(option, body=[]))
            call = [option.call] if option.call is not None else []
            options.append(replace(option, body=self._block([*call, *option.body], place), called=False))
        otherwise = choice.otherwise if choice.otherwise is None else self._block(choice.otherwise, place)
        return replace(choice, options=options, otherwise=otherwise)

    def _answers(self, choice: tree.ChooseValue | tree.ChooseOption) -> None:
        local = self.node.loop.local
        if not (isinstance(choice.player, tree.LocalRef) and choice.player.local is local):
            self._fault(choice.player.span, f"here each player answers for themselves: `by {local.name}`", CALL)

    def _told(self, asked: tree.ChooseValue | tree.ChooseOption | tree.TOption) -> None:
        """Reports a hint for bots that needs a value that waits; nothing is computed earlier for hints.

        Questions below the one that is asked have hints of their own, which are told of in their place.
        """
        for hint, read in hints_in(asked):
            for local in read & (self.own - self.known):
                why = f"bots cannot use this hint: `{local.name}` gets its value only when all have answered"
                self._fault(hint.span, why, "let the hint depend on what is known before the question")

    def _fault(self, span: Span, why: str, help_: str) -> None:
        self.faults.append(Fault(span, why, help_))


STAY = "offer all of them a member that stands for choosing nothing, or give the choice a block of its own with a colon"
CALL = "put it into an effect of its own: questions in an effect called with `do` are asked when all have answered"


def asks(statement: tree.TStmt) -> bool:
    """True if a statement asks something itself; what it calls does not count."""
    return any(isinstance(node, ASKS) for node in nodes_in(statement))


def _groups(block: tree.TBlock, lasting: Locals) -> list[tuple[bool, tree.TBlock]]:
    """Statements that stay, since they give lasting locals values, and statements that wait.

    What waits is put off behind what stays as far as its locals allow, so that it is one part: a local that nothing
    else reads is then worked out with it, whatever stands in between.
    """
    groups: list[tuple[bool, tree.TBlock]] = []
    waiting: tree.TBlock = []
    for statement in block:
        given = _given_by(statement)
        if lasting.isdisjoint(given):
            waiting.append(statement)
            continue
        if not given.isdisjoint(_locals_in(waiting)):
            groups.append((False, waiting))
            waiting = []
        groups.append((True, [statement]))
    return [*groups, (False, waiting)] if waiting else groups


def _locals_in(node: object) -> Counter[LocalSymbol]:
    """The number of times that each local is read or assigned."""
    found: Counter[LocalSymbol] = Counter()
    for inner in nodes_in(*(node if isinstance(node, list) else [node])):
        found.update(locals_given(inner))
        if isinstance(inner, tree.LocalRef):
            found[inner.local] += 1
    return found


def locals_given(node: object) -> list[LocalSymbol]:
    """The locals to which a node itself gives a value."""
    match node:
        case tree.SetPer(local) | tree.Loop(local) | tree.Repeat(counter=LocalSymbol() as local):
            return [local]
        case _:
            given = assigned_by(node)
            return [] if given is None else [given]


def _given_by(statement: tree.TStmt) -> set[LocalSymbol]:
    """The locals to which a statement, or one in it, gives a value."""
    return set(locals_given(statement)).union(*(_given_by(inner) for block in blocks_of(statement) for inner in block))
