"""The section that compares simulations: base and variants over the same seeds."""

from __future__ import annotations

from collections.abc import Sequence

from ...compare.comparison import Comparison, Line
from ...compare.pairs import Parting
from ..figures.batch import shown
from ..figures.estimates import Estimate
from ..page import Block, Cell, Chart, Column, Dots, Kind, Row, Section, Table, Text, row
from .context import Context, Side, kept
from .course import end_name
from .players import measure_name

PLACES = 10
"""Most places shown at which games diverge."""
MOST = 20
"""Most cards and options shown of each kind, those with sure differences first."""
MANY = ("option", "used", "won")
"""Groups with a line for each card or option; the chart shows all others."""


def beside(context: Context) -> Section:
    """Each simulation compared with the first."""
    tr = context.tr
    if context.single:
        return Section("beside", tr("beside"))
    base = context.sides[0]
    parts = []
    for side, found in zip(context.sides[1:], context.comparisons, strict=True):
        blocks = (Text(found),) if isinstance(found, str) else _blocks(context, base, side, found)
        title = tr("side by side", base=base.label, variant=side.label)
        parts.append(Section(f"beside{side.suffix}", title, blocks))
    return Section("beside", tr("beside"), (Text(tr("beside say"), quiet=True),), tuple(parts))


def _blocks(context: Context, base: Side, side: Side, found: Comparison) -> tuple[Block, ...]:
    single = [line for line in found.lines if line.group not in MANY and line.difference is not None]
    return kept(
        Text(parting_words(context, found)),
        None if base.batch.has("decisions") and side.batch.has("decisions") else Text(context.tr("without choices")),
        _places(context, side, found.parting),
        _chart(context, base, side, single),
        *(_of_each(context, base, side, found, group) for group in MANY),
    )


def parting_words(context: Context, found: Comparison) -> str:
    """The number of games in which the change mattered, in words."""
    tr, parting = context.tr, found.parting
    if not parting.pairs:
        return tr("no pairs")
    share = Estimate(parting.mattered / parting.pairs, found.low, found.high)
    return tr("mattered", n=parting.mattered, of=parting.pairs, share=tr.between(share, Kind.SHARE))


def line_name(context: Context, line: Line) -> str:
    """The label of a compared line."""
    tr = context.tr
    match line.group:
        case "seat":
            return tr("wins of", player=context.player(int(line.key)))
        case "order":
            return tr("wins in order", turn=tr("turn", n=int(line.key) + 1))
        case "bot":
            return tr("wins of", player=shown(line.key))
        case "length":
            return tr(f"compared {line.key}")
        case "end":
            return tr("games that end so", end=end_name(context, line.key))
        case "measure":
            return tr("measure at the end", measure=measure_name(context, line.key))
        case "used" | "won":
            return context.sides[0].batch.name("card", line.key)
        case "option":
            return shown(line.names.get(context.tr.language) or line.key)
        case _:
            return tr(f"compared {line.group}")


def difference_of(line: Line) -> Cell:
    """The difference as a cell, with its interval, marked if chance does not explain it."""
    assert line.difference is not None
    value = Estimate(line.difference, line.low, line.high)
    return Cell(value, Kind.SHIFT if line.is_share else Kind.CHANGE, line.is_sure)


def _places(context: Context, side: Side, parting: Parting) -> Table:
    tr = context.tr
    heads = (Column(tr("games")), Column(tr("example: game")), Column(tr("example: choice")))
    rows = tuple((place.line, place.games, place.game, place.number) for place in parting.places)
    columns = (Column(tr("source line"), Kind.CODE), *heads)
    return Table(f"partings{side.suffix}", tr("where games part"), columns, rows, PLACES)


def _columns(context: Context, head: str, base: Side, side: Side) -> tuple[Column, ...]:
    tr = context.tr
    sides = (Column(one.label, Kind.NUMBER) for one in (base, side))
    return (Column(head, Kind.TEXT), *sides, Column(tr("difference"), Kind.CHANGE))


def _rows(context: Context, lines: Sequence[Line]) -> tuple[Row, ...]:
    return tuple(
        row(
            line_name(context, line),
            *(Cell(value, Kind.SHARE if line.is_share else None) for value in (line.base, line.variant)),
            difference_of(line),
        )
        for line in lines
    )


def _chart(context: Context, base: Side, side: Side, lines: Sequence[Line]) -> Chart | None:
    tr = context.tr
    if not lines:
        return None
    table = Table(
        f"differences{side.suffix}", tr("differences"), _columns(context, tr("what"), base, side), _rows(context, lines)
    )
    relative = tuple((line_name(context, line), (_relative(line, line.base),)) for line in lines if line.base)
    marks = [line_name(context, line) for line in lines if line.is_sure]
    says = tr("differences say", names=tr.listed(tuple(marks))) if marks else tr("no differences say")
    drawing = Dots(tr("relative change"), relative, expected=(0.0, tr("no change")))
    return Chart(f"differences{side.suffix}", tr("differences"), says, drawing, table)


def _relative(line: Line, base: float) -> Estimate:
    value, size = line.difference or 0.0, abs(base)
    if line.low is None or line.high is None:
        return Estimate(value / size)
    return Estimate(value / size, line.low / size, line.high / size)


def _of_each(context: Context, base: Side, side: Side, found: Comparison, group: str) -> Table:
    """The cards or options: first those that differ for sure, then those that differ most."""
    tr = context.tr
    lines = [line for line in found.lines if line.group == group and line.difference and line.differing]
    lines.sort(key=lambda line: (not line.is_sure, -abs(line.difference or 0.0), line.key))
    head = tr("name" if group == "option" else "card")
    together = group == "won" and base.batch.together and side.batch.together
    columns = _columns(context, head, base, side)
    caption = tr("changes together") if together else tr(f"changes {group}")
    return Table(f"{group}-changes{side.suffix}", caption, columns, _rows(context, lines), MOST)
