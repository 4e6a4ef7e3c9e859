"""Nodes of the syntax tree: blocks and statements."""

from __future__ import annotations

from .expressions import Binder, Call, DoCall, Expr, Ident, Node, Roll, Text, TypeExpr


class Block(Node, frozen=True):
    statements: tuple[Stmt, ...]
    inline: bool = False  # written on the line of its colon


class LetStmt(Node, frozen=True):
    name: Ident
    type: TypeExpr | None
    value: Expr | Roll | DoCall
    otherwise: Block | None = None


class AssignStmt(Node, frozen=True):
    """operator: `=`, `+=`, `-=`"""

    target: Expr
    operator: str
    value: Expr | Roll | DoCall


class DoStmt(Node, frozen=True):
    call: Call


class MoveStmt(Node, frozen=True):
    """`move E to P`; `to P.bottom` and `to P.top` are written as a Field of the place"""

    what: Expr
    to: Expr


class DrawStmt(Node, frozen=True):
    """`draw n from deck to hand[p] as c`"""

    count: Expr
    deck: Expr
    to: Expr
    name: Ident | None = None
    otherwise: Block | None = None


class ShuffleStmt(Node, frozen=True):
    pile: Expr


class EmitStmt(Node, frozen=True):
    """`emit draw_step(p):` and a block that runs unless a card answers `instead`"""

    event: Ident
    arguments: tuple[Expr, ...]
    body: Block | None = None


class SayStmt(Node, frozen=True):
    reader: Expr | None  # the only player who reads it
    text: Text


class IfStmt(Node, frozen=True):
    """`else if` is an IfStmt as the only statement of `otherwise`, with `chained` set"""

    condition: Expr
    then: Block
    otherwise: Block | None = None
    chained: bool = False


class ForEachStmt(Node, frozen=True):
    binders: tuple[Binder, ...]
    where: Expr | None
    body: Block


class RepeatStmt(Node, frozen=True):
    """`repeat:`, `repeat n times:` (times), `repeat until c:` (until)"""

    times: Expr | None
    until: Expr | None
    body: Block


class HowMany(Node, frozen=True):
    """`3` (both), `up to 3` (most), `any number of` (neither), `1..3`: how many are chosen"""

    least: Expr | None
    most: Expr | None


class Hints(Node, frozen=True):
    """Hints for bots about an option; they change no rule.

    Attributes:
        prefer: `bots prefer e`: options with a greater number are considered first.
        skip: `bots skip when c`: the option is not considered.
        skip_none: `bots skip none when c`: declining is not considered.
    """

    prefer: Expr | None = None
    skip: Expr | None = None
    skip_none: Expr | None = None


class ChooseStmt(Node, frozen=True):
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


class Option(Node, frozen=True):
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


class ChooseOptionsStmt(Node, frozen=True):
    """The option form: `choose by p "Question?":` and options, one a line"""

    may: bool
    by: Expr
    prompt: Text | None
    hints: Hints | None
    options: tuple[Option, ...]
    otherwise: Block | None


class SimultaneouslyStmt(Node, frozen=True):
    """`simultaneously for each p in Player:`"""

    binders: tuple[Binder, ...]
    where: Expr | None
    body: Block


class ReturnStmt(Node, frozen=True):
    value: Expr | None = None


class StopStmt(Node, frozen=True):
    pass


class FinishStmt(Node, frozen=True):
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
