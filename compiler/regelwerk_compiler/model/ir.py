"""The intermediate representation: an effect that can stop is split into points, pieces of code that play runs through.

```
effect turn(p):                 turn(p): pot = 0; jump to turn/repeat
    let pot = 0                 turn/repeat(p, pot): when score[p] + pot >= goal: leave
    repeat until ...:                                ask turn.1
        choose by p ...         turn.1(p, pot): when answer is 0: ...; jump to turn/repeat
```

The body of a point is a list of steps. The last one says where play goes on; the steps after a `When` run if its
condition does not hold. The locals that a point needs are its `values`, which are in the frame that leads to it.
"""

from __future__ import annotations

from msgspec import Struct, field
from regelwerk_dsl.source import NO_SPAN, Span

from . import tree
from .symbols import CallableSymbol, Game, LocalSymbol
from .types import Type


class Jump(Struct, eq=False):
    """Play goes on at another point."""

    point: Point


class When(Struct):
    """`then` ends with a step that leads elsewhere."""

    condition: tree.TExpr
    then: list[Step]
    span: Span = NO_SPAN


class TakeFirst(Struct):
    """The first of some members that are left becomes the value of a local."""

    local: LocalSymbol
    left: LocalSymbol


class Ask(Struct):
    """Stops for a decision and goes on at a point. Without options `empty` runs (None: a rule error)."""

    choice: tree.ChooseValue | tree.ChooseOption
    point: Point
    empty: list[Step] | None


class Nature(Struct):
    """Explicit chance: the outcomes are offered; the one taken is the answer at the point."""

    roll: tree.RollDice | tree.DrawnCard
    point: Point


class Call(Struct):
    """Another effect, or the ability of a card, runs; then play goes on with its result.

    `then` is None if the effect ends with it.
    """

    call: tree.Do | tree.DoAbility
    then: Jump | None


class Leave(Struct):
    """The effect ends with a value."""

    value: tree.TExpr | None = None


class End(Struct):
    """The game is over."""

    span: Span


Step = tree.TStmt | Jump | When | TakeFirst | Ask | Nature | Call | Leave | End


class Point(Struct, eq=False):
    """A piece of an effect that can stop.

    Attributes:
        handler: the effect.
        label: a name that stays when other code changes: `turn`, `turn.1` for an answer, `turn/after bid`.
        scope: the locals that have values where it begins.
        values: those of them that it needs, in the order of the scope.
        read: those of these that play reads, if others are kept for hints for bots; else None.
        body: what it does.
        resumed: whether play comes to it by a frame, after an answer or a call.
        counts: whether it begins the rounds of a loop that ends by counting, without fuel.
        loop: the loop whose members it counts through, from the one behind the last on; None for others.
    """

    handler: Handler
    label: str
    scope: tuple[LocalSymbol, ...]
    resumed: bool = False
    counts: bool = False
    loop: tree.Loop | None = None
    values: tuple[LocalSymbol, ...] = ()
    read: tuple[LocalSymbol, ...] | None = None
    body: list[Step] = field(default_factory=list)

    @property
    def live(self) -> list[LocalSymbol]:
        """The locals that play reads from here on, in the order of the scope, without those of loops."""
        values = self.values if self.read is None else self.read
        return [local for local in values if local not in self.handler.tuples]


class Handler(Struct, eq=False):
    """kind: `pure` (a define), `plain` (an effect that cannot stop), `stopping` (one that is split into points).

    Attributes:
        callee: its source.
        kind: see above.
        params: its parameters, with the card of an ability in front.
        locals: the other locals.
        body: the statements of one that cannot stop.
        points: those of one that can stop, its beginning first.
        sites: the choices of one that can stop.
        tuples: those of its locals that hold a tuple of values of their type.
        rows: those that hold rows, each with its number first, and for each number what follows it.
        result: the type of its result.
        is_observed: whether listeners of the log are notified when it begins and ends.
    """

    callee: CallableSymbol
    kind: str
    params: list[LocalSymbol]
    locals: list[LocalSymbol]
    body: tree.TBlock = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    tuples: set[LocalSymbol] = field(default_factory=set)
    rows: dict[LocalSymbol, list[list[LocalSymbol | Type]]] = field(default_factory=dict)
    result: Type | None = None
    is_observed: bool = False

    @property
    def label(self) -> str:
        return self.callee.label

    @property
    def answers(self) -> bool:
        """True for the answer of a card to an event, which begins with tests whether it answers at all."""
        return self.callee.kind == "listener" and self.callee.result is None

    def is_test(self, step: Step) -> bool:
        """True if a step belongs to these tests."""
        return self.answers and getattr(step, "span", None) == self.callee.span

    def row_types(self, local: LocalSymbol) -> list[list[Type]]:
        """For each number in the rows of a local the types of what follows it."""
        return [[one.type if isinstance(one, LocalSymbol) else one for one in row] for row in self.rows[local]]


class Site(Struct):
    """A place where play stops: the choice, and the point that takes its answer.

    `collecting` is the point at which a simultaneous choice begins anew, `answers` the local with the rows of answers
    to it; those of this choice have the numbers from `first` on.
    """

    choice: tree.ChooseValue | tree.ChooseOption
    point: Point
    collecting: Point | None = None
    answers: LocalSymbol | None = None
    first: int = 0

    @property
    def label(self) -> str:
        return self.choice.site


class Die(Struct):
    """The die of a roll in the sources: an index for each combination of its keys, from `first` on."""

    name: str
    dims: tuple[str, ...]
    sizes: tuple[int, ...]
    first: int
    shows: Type


class Module(Struct):
    game: Game
    handlers: list[Handler]
    sites: list[Site]
    luck: dict[str, Die]
    explicit: bool
    tables: dict[str, tuple[object, ...]] = field(default_factory=dict)  # values of defines, computed while compiling
    turns: list[str] = field(default_factory=list)  # labels of the effects that may be turns
    rounds: list[str] = field(default_factory=list)  # labels of the effects whose calls by `play` are rounds

    @property
    def starts(self) -> dict[CallableSymbol, Point]:
        """The point at which each callable that can stop begins."""
        return {handler.callee: handler.points[0] for handler in self.handlers if handler.points}

    @property
    def stopping_abilities(self) -> set[tuple[str, str]]:
        """The abilities that can stop: card type and name."""
        callees = (handler.callee for handler in self.handlers if handler.kind == "stopping")
        return {(one.owner.card_type, one.name) for one in callees if one.kind == "ability" and one.owner is not None}
