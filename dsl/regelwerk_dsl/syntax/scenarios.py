"""Nodes of the syntax tree: steps of scenarios, and invariants."""

from __future__ import annotations

from .expressions import Call, Expr, Ident, Node, Text
from .values import SourceClause


class GivenPlayers(Node, frozen=True):
    """`given players A, B`"""

    names: tuple[Ident, ...]


class GivenRolls(Node, frozen=True):
    """`given rolls 2, 6`"""

    values: tuple[Expr, ...]


class GivenValue(Node, frozen=True):
    """`given target = value`; the value may be a PerLiteral or a ListLiteral"""

    target: Expr
    value: Expr


class WhenDo(Node, frozen=True):
    """`when do act(A)`"""

    call: Call


class WhenPlay(Node, frozen=True):
    """`when setup` or `when play`: the game's own frame runs"""

    what: str


class WhenChooses(Node, frozen=True):
    """`when A chooses key`: key is an expression of names and calls (`sell(asia, black)`, `end_turn`, `none`, `5`)"""

    player: Ident
    key: Expr


class Expect(Node, frozen=True):
    """`expect condition`"""

    condition: Expr


class ExpectOption(Node, frozen=True):
    """`expect A cannot key` (can is False) or `expect A can key`"""

    player: Ident
    can: bool
    key: Expr


class ExpectEnd(Node, frozen=True):
    """`expect finish` (player is None), `expect A wins` or `expect A loses`: the game is over"""

    player: Ident | None
    wins: bool


ScenarioStep = (
    GivenPlayers | GivenRolls | GivenValue | WhenDo | WhenPlay | WhenChooses | Expect | ExpectOption | ExpectEnd
)


class Aside(Node, frozen=True):
    """A `text` between the steps of a scenario, shown in the booklet; `after` is how many steps come before it."""

    text: Text
    after: int


class InvariantDecl(Node, frozen=True):
    title: Text
    condition: Expr
    source: SourceClause | None = None
