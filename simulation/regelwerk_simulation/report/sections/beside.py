"""The section that puts simulations beside each other: base and variants over the same seeds."""

from __future__ import annotations

from ..figures.cards import card_figures
from ..figures.estimates import Estimate
from ..figures.pairs import Comparison, Difference, compare
from ..page import Cell, Chart, Column, Dots, Kind, Section, Table, Text, row
from .context import Context, Side, kept

MOST = 20
"""Cards that the page shows, those that changed most."""


def beside(context: Context) -> Section:
    """Each simulation beside the first."""
    tr = context.tr
    if context.single:
        return Section("beside", tr("beside"))
    base, *others = context.sides
    parts = []
    for side in others:
        found = compare(base.batch, side.batch)
        said = (
            tr("paired say", paired=found.paired, same=found.same, share=tr.share(found.same / found.paired))
            if found.paired
            else tr("unpaired say")
        )
        blocks = kept(Text(said), _chart(context, base, side, found), _cards(context, base, side))
        title = tr("side by side", base=base.label, variant=side.label)
        parts.append(Section(f"beside{side.suffix}", title, blocks))
    return Section("beside", tr("beside"), (Text(tr("beside say"), quiet=True),), tuple(parts))


def value_name(context: Context, name: str) -> str:
    """What is compared, in words."""
    if name.startswith("seat "):
        return context.tr("wins of", player=context.player(int(name.removeprefix("seat "))))
    return context.tr(f"compared {name}")


def _chart(context: Context, base: Side, side: Side, found: Comparison) -> Chart | None:
    tr = context.tr
    if not found.differences:
        return None
    columns = (
        Column(tr("what"), Kind.TEXT),
        Column(base.label, Kind.NUMBER),
        Column(side.label, Kind.NUMBER),
        Column(tr("difference"), Kind.CHANGE),
    )
    rows = tuple(
        row(
            value_name(context, one.name),
            *(Cell(value, Kind.SHARE if one.is_share else None) for value in (one.base, one.variant)),
            Cell(one.difference, Kind.SHIFT if one.is_share else None, one.marked),
        )
        for one in found.differences
    )
    table = Table(f"differences{side.suffix}", tr("differences"), columns, rows)
    relative = tuple((value_name(context, one.name), (_relative(one),)) for one in found.differences if one.base > 0)
    marks = [value_name(context, one.name) for one in found.differences if one.marked]
    says = tr("differences say", names=tr.listed(tuple(marks))) if marks else tr("no differences say")
    drawing = Dots(tr("relative change"), relative, expected=(0.0, tr("no change")))
    return Chart(f"differences{side.suffix}", tr("differences"), says, drawing, table)


def _relative(one: Difference) -> Estimate:
    low, high = one.difference.reaches
    return Estimate(one.difference.value / one.base, low / one.base, high / one.base)


def _cards(context: Context, base: Side, side: Side) -> Table | None:
    """The cards that are used more or less often."""
    tr = context.tr
    left, right = ({card.key: card for card in card_figures(one.batch)} for one in (base, side))
    games = base.batch.games, side.batch.games
    if not left or not right or not all(games):
        return None
    both = [
        (key, left[key].chosen / games[0], right[key].chosen / games[1])
        for key in left
        if key in right and (left[key].chosen or right[key].chosen)
    ]
    both.sort(key=lambda one: (-abs(one[2] - one[1]), one[0]))
    columns = (
        Column(tr("card"), Kind.TEXT),
        Column(base.label, Kind.NUMBER),
        Column(side.label, Kind.NUMBER),
        Column(tr("difference"), Kind.CHANGE),
    )
    rows = tuple((side.batch.name("card", key), a, b, b - a) for key, a, b in both)
    return Table(f"card-changes{side.suffix}", tr("cards chosen per game"), columns, rows, MOST)
