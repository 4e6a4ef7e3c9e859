"""Nodes of the syntax tree: steps of scenarios, and invariants."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Call, Expr, Ident, Node, Text
from .values import SourceClause


@dataclass(frozen=True, slots=True)
class GivenPlayers(Node):
    """`given players A, B`"""

    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class GivenRolls(Node):
    """`given rolls 2, 6`"""

    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class GivenValue(Node):
    """`given target = value`; the value may be a PerLiteral or a ListLiteral"""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class WhenDo(Node):
    """`when do act(A)`"""

    call: Call


@dataclass(frozen=True, slots=True)
class WhenPlay(Node):
    """`when setup` or `when play`: the game's own frame runs"""

    what: str


@dataclass(frozen=True, slots=True)
class WhenChooses(Node):
    """`when A chooses key`: key is an expression of names and calls (`sell(asia, black)`, `end_turn`, `none`, `5`)"""

    player: Ident
    key: Expr


@dataclass(frozen=True, slots=True)
class Expect(Node):
    """`expect condition`"""

    condition: Expr


@dataclass(frozen=True, slots=True)
class ExpectOption(Node):
    """`expect A cannot key` (can is False) or `expect A can key`"""

    player: Ident
    can: bool
    key: Expr


@dataclass(frozen=True, slots=True)
class ExpectEnd(Node):
    """`expect finish` (player is None), `expect A wins` or `expect A loses`: the game is over"""

    player: Ident | None
    wins: bool


ScenarioStep = (
    GivenPlayers | GivenRolls | GivenValue | WhenDo | WhenPlay | WhenChooses | Expect | ExpectOption | ExpectEnd
)


@dataclass(frozen=True, slots=True)
class Aside(Node):
    """A `text` between the steps of a scenario, told in the booklet; `after` is how many steps come before it."""

    text: Text
    after: int


@dataclass(frozen=True, slots=True)
class InvariantDecl(Node):
    title: Text
    condition: Expr
    source: SourceClause | None = None
