"""Nodes of the syntax tree: units, enums, tables and their parts."""

from __future__ import annotations

from .expressions import Expr, Ident, Node, Text, TypeExpr


class SourceClause(Node, frozen=True):
    """`source R136, R137`"""

    ids: tuple[Ident, ...]


class Param(Node, frozen=True):
    name: Ident
    type: TypeExpr


class UnitDecl(Node, frozen=True):
    name: Ident
    low: Expr
    high: Expr


class EnumMember(Node, frozen=True):
    name: Ident
    label: Text | None


class EnumDecl(Node, frozen=True):
    """`enum Name "label":` with members, one or several a line"""

    name: Ident
    label: Text | None
    members: tuple[EnumMember, ...]
    source: SourceClause | None = None


class SumEnumDecl(Node, frozen=True):
    """`enum Area "areas" = Continent + market "the market"`: enums (no label) and single new members"""

    name: Ident
    label: Text | None
    parts: tuple[EnumMember, ...]
    source: SourceClause | None = None


class RangeEnumDecl(Node, frozen=True):
    """`enum Row "rows" = 1..6`"""

    name: Ident
    label: Text | None
    low: Expr
    high: Expr
    source: SourceClause | None = None


class CardsEnumDecl(Node, frozen=True):
    """`enum Kind "kinds" = cards of Tile`: a member for each card, whatever its copies"""

    name: Ident
    label: Text | None
    card_type: Ident
    source: SourceClause | None = None


class ProductEnumDecl(Node, frozen=True):
    """`enum Spot "spaces" = (route: Route, lane: Lane) "{route} {lane}" where lane <= route.lanes`"""

    name: Ident
    label: Text | None
    fields: tuple[Param, ...]
    where: Expr | None
    source: SourceClause | None = None
    title: Text | None = None


class Column(Node, frozen=True):
    name: Ident
    type: TypeExpr | None
    unprinted: bool = False


class Cell(Node, frozen=True):
    """A cell of a table: an expression, a PerLiteral, a ListLiteral, a Text, or nothing"""

    value: Expr | Text | None


class Row(Node, frozen=True):
    """The key (first cell) and the other cells, one a column"""

    key: Ident
    cells: tuple[Cell, ...]


class TableDecl(Node, frozen=True):
    name: Ident
    label: Text | None
    columns: tuple[Column, ...]  # without the key column
    rows: tuple[Row, ...]
    source: SourceClause | None = None
    of_cards: bool = False  # made of cards, whose titles are the names


class MapDecl(Node, frozen=True):
    """`map Space of City "spaces":` and a table of roads"""

    name: Ident
    city: Ident
    label: Text | None
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    source: SourceClause | None = None


class CardsDecl(Node, frozen=True):
    """`cards Job:` and a table, or `cards Job from "jobs.csv"` (csv set, no columns)"""

    card_type: Ident
    csv: Text | None
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    source: SourceClause | None = None
