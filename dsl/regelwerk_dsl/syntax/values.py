"""Nodes of the syntax tree: units, enums, tables and what they are made of."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Expr, Ident, Node, Text, TypeExpr


@dataclass(frozen=True, slots=True)
class SourceClause(Node):
    """`source R136, R137`"""

    ids: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Param(Node):
    name: Ident
    type: TypeExpr


@dataclass(frozen=True, slots=True)
class UnitDecl(Node):
    name: Ident
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class EnumMember(Node):
    name: Ident
    label: Text | None


@dataclass(frozen=True, slots=True)
class EnumDecl(Node):
    """`enum Name "label":` with members, one or several a line"""

    name: Ident
    label: Text | None
    members: tuple[EnumMember, ...]
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class SumEnumDecl(Node):
    """`enum Area "areas" = Continent + market "the market"`: enums (no label) and single new members"""

    name: Ident
    label: Text | None
    parts: tuple[EnumMember, ...]
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class RangeEnumDecl(Node):
    """`enum Row "rows" = 1..6`"""

    name: Ident
    label: Text | None
    low: Expr
    high: Expr
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class CardsEnumDecl(Node):
    """`enum Kind "kinds" = cards of Tile`: a member for each card, whatever its copies"""

    name: Ident
    label: Text | None
    card_type: Ident
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class ProductEnumDecl(Node):
    """`enum Spot "spaces" = (route: Route, lane: Lane) "{route} {lane}" where lane <= route.lanes`"""

    name: Ident
    label: Text | None
    fields: tuple[Param, ...]
    where: Expr | None
    source: SourceClause | None = None
    title: Text | None = None


@dataclass(frozen=True, slots=True)
class Column(Node):
    name: Ident
    type: TypeExpr | None
    unprinted: bool = False


@dataclass(frozen=True, slots=True)
class Cell(Node):
    """A cell of a table: an expression, a PerLiteral, a ListLiteral, a Text, or nothing"""

    value: Expr | Text | None


@dataclass(frozen=True, slots=True)
class Row(Node):
    """The key (first cell) and the other cells, one a column"""

    key: Ident
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class TableDecl(Node):
    name: Ident
    label: Text | None
    columns: tuple[Column, ...]  # without the key column
    rows: tuple[Row, ...]
    source: SourceClause | None = None
    of_cards: bool = False  # made of cards, whose titles are the names


@dataclass(frozen=True, slots=True)
class MapDecl(Node):
    """`map Space of City "spaces":` and a table of roads"""

    name: Ident
    city: Ident
    label: Text | None
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class CardsDecl(Node):
    """`cards Job:` and a table, or `cards Job from "jobs.csv"` (csv set, no columns)"""

    card_type: Ident
    csv: Text | None
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    source: SourceClause | None = None
