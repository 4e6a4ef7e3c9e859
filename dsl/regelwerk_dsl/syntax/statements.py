"""Nodes of the syntax tree: blocks and statements."""

from __future__ import annotations

from dataclasses import dataclass, field

from .expressions import Binder, Call, DoCall, Expr, Ident, Node, Roll, Text, TypeExpr


@dataclass(frozen=True, slots=True)
class Block(Node):
    statements: tuple[Stmt, ...]
    inline: bool = field(default=False, compare=False)  # written on the line of its colon


@dataclass(frozen=True, slots=True)
class LetStmt(Node):
    name: Ident
    type: TypeExpr | None
    value: Expr | Roll | DoCall
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class AssignStmt(Node):
    """operator: `=`, `+=`, `-=`"""

    target: Expr
    operator: str
    value: Expr | Roll | DoCall


@dataclass(frozen=True, slots=True)
class DoStmt(Node):
    call: Call


@dataclass(frozen=True, slots=True)
class MoveStmt(Node):
    """`move E to P`; `to P.bottom` and `to P.top` are written as a Field of the place"""

    what: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class DrawStmt(Node):
    """`draw n from deck to hand[p] as c`"""

    count: Expr
    deck: Expr
    to: Expr
    name: Ident | None = None
    otherwise: Block | None = None


@dataclass(frozen=True, slots=True)
class ShuffleStmt(Node):
    pile: Expr


@dataclass(frozen=True, slots=True)
class EmitStmt(Node):
    """`emit draw_step(p):` and what happens unless a card answers `instead`"""

    event: Ident
    arguments: tuple[Expr, ...]
    body: Block | None = None


@dataclass(frozen=True, slots=True)
class SayStmt(Node):
    reader: Expr | None  # who alone reads it
    text: Text


@dataclass(frozen=True, slots=True)
class IfStmt(Node):
    """`else if` is an IfStmt as the only statement of `otherwise`, with `chained` set"""

    condition: Expr
    then: Block
    otherwise: Block | None = None
    chained: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class ForEachStmt(Node):
    binders: tuple[Binder, ...]
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class RepeatStmt(Node):
    """`repeat:`, `repeat n times:` (times), `repeat until c:` (until)"""

    times: Expr | None
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class HowMany(Node):
    """`3` (both), `up to 3` (most), `any number of` (neither), `1..3`: how many are chosen"""

    least: Expr | None
    most: Expr | None


@dataclass(frozen=True, slots=True)
class Hints(Node):
    """What bots are told of an option, which changes no rule.

    Attributes:
        prefer: `bots prefer e`: options with a greater number are considered first.
        skip: `bots skip when c`: the option is not considered.
        skip_none: `bots skip none when c`: declining is not considered.
    """

    prefer: Expr | None = None
    skip: Expr | None = None
    skip_none: Expr | None = None


@dataclass(frozen=True, slots=True)
class ChooseStmt(Node):
    """The value form: `choose x in S where c by p "Question?"`, `may choose ...: block otherwise: block`

    `unseen`: the cards of S are offered by their places.
    """

    may: bool
    how_many: HowMany | None
    unseen: bool
    binder: Binder
    where: Expr | None
    by: Expr
    prompt: Text | None
    hints: Hints | None
    body: Block | None
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`do f(x) for x in S where c: block`, `name "Text" when c: block`, `name(x) "Text" for x in S: block`"""

    name: Ident | None
    arguments: tuple[Expr, ...]
    call: Call | None
    text: Text | None
    binders: tuple[Binder, ...]
    where: Expr | None
    when: Expr | None
    hints: Hints | None
    body: Block | None


@dataclass(frozen=True, slots=True)
class ChooseOptionsStmt(Node):
    """The option form: `choose by p "Question?":` and options, one a line"""

    may: bool
    by: Expr
    prompt: Text | None
    hints: Hints | None
    options: tuple[Option, ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class SimultaneouslyStmt(Node):
    """`simultaneously for each p in Player:`"""

    binders: tuple[Binder, ...]
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class ReturnStmt(Node):
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class StopStmt(Node):
    pass


@dataclass(frozen=True, slots=True)
class FinishStmt(Node):
    pass


Stmt = (
    LetStmt
    | AssignStmt
    | DoStmt
    | MoveStmt
    | DrawStmt
    | ShuffleStmt
    | EmitStmt
    | SayStmt
    | IfStmt
    | ForEachStmt
    | RepeatStmt
    | ChooseStmt
    | ChooseOptionsStmt
    | SimultaneouslyStmt
    | ReturnStmt
    | StopStmt
    | FinishStmt
)
