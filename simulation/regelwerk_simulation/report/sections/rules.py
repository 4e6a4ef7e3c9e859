"""Sections on cards, decks and rules: unused cards, wins with cards, decks that run out, and unreached rules."""

from __future__ import annotations

from collections.abc import Sequence

from ..figures.cards import CardFigures, Fate, Winning, card_figures
from ..figures.decks import decks
from ..figures.rules import reach
from ..page import Block, Cell, Chart, Column, Dots, Kind, Listing, Section, Table, Text, row
from .context import Context, Side, kept

ENDS = 10
"""Most cards shown in the chart with the highest, and with the lowest, shares of wins."""


def cards(context: Context) -> Section:
    """The section on the cards: the fate of each, and wins of players who drew or played it."""
    tr = context.tr

    def make(side: Side) -> Sequence[Block]:
        found = card_figures(side.batch)
        if not found:
            return ()
        missing = [_missing(context, side, found, fate) for fate in Fate if fate is not Fate.USED]
        listing = tuple(one for one in missing if one)
        return kept(
            Listing(listing) if listing else Text(tr("every card used")),
            Text(tr("cards together say") if side.batch.together else tr("cards say"), quiet=True),
            _chart(context, side, found),
            _table(context, side, found),
        )

    return context.each("cards", tr("cards"), make)


def _missing(context: Context, side: Side, found: Sequence[CardFigures], fate: Fate) -> str:
    names = [side.batch.name("card", card.key) for card in found if card.fate is fate]
    if not names:
        return ""
    tr = context.tr
    return tr(fate.value, n=len(names), of=len(found), names=tr.listed(tuple(names)))


def by_distance(found: Sequence[CardFigures]) -> list[tuple[CardFigures, Winning]]:
    """The cards with known wins when played, the most striking first, and marked ones before others."""
    known = [(card, card.when_played) for card in found if card.when_played]
    return sorted(known, key=lambda one: (not one[1].marked, -abs(one[1].distance), one[0].key))


def _chart(context: Context, side: Side, found: Sequence[CardFigures]) -> Chart | None:
    tr = context.tr
    known = sorted(by_distance(found), key=lambda one: (-one[1].distance, one[0].key))
    if len(known) < 2:
        return None
    shown = known if len(known) <= 2 * ENDS else [*known[:ENDS], *known[-ENDS:]]
    fair = sum(win.fair * win.size for _, win in known) / sum(win.size for _, win in known)
    rows = tuple((side.batch.name("card", card.key), (win.wins,)) for card, win in shown)
    title, beside = tr("wins when played"), _beside(context, side)
    columns = (
        Column(tr("card"), Kind.TEXT),
        Column(tr("games") if side.batch.together else tr("times")),
        Column(tr("share of wins"), Kind.SHARE),
        Column(beside, Kind.SHARE),
    )
    table = Table(
        f"card-wins{side.suffix}",
        title,
        columns,
        tuple(
            (side.batch.name("card", card.key), win.size, Cell(win.wins, marked=win.marked), win.fair)
            for card, win in shown
        ),
    )
    ends = [
        f"{side.batch.name('card', card.key)} {tr.between(win.wins, Kind.SHARE)}" for card, win in (shown[0], shown[-1])
    ]
    told = {"best": ends[0], "worst": ends[1], "fair": tr.share(fair)}
    says = tr("card wins together say", **told) if side.batch.together else tr("card wins say", **told)
    return Chart(
        f"card-wins{side.suffix}",
        title,
        says,
        Dots(tr("share of wins"), rows, expected=(fair, beside)),
        table,
    )


def _table(context: Context, side: Side, found: Sequence[CardFigures]) -> Table:
    tr, batch = context.tr, side.batch
    heads = ("games with it", "drawn", "offered", "chosen", "uses")
    typed = any(card.type for card in found)
    columns = (
        Column(tr("card"), Kind.TEXT),
        *([Column(tr("type"), Kind.TEXT)] if typed else []),
        *(Column(tr(head)) for head in heads),
        Column(tr("games with use") if batch.together else tr("players who used it")),
        Column(tr("wins when drawn"), Kind.SHARE),
        Column(tr("wins when played"), Kind.SHARE),
        Column(_beside(context, side), Kind.SHARE),
    )
    known = [card for card, _ in by_distance(found)]
    ordered = known + [card for card in found if not card.when_played]
    rows = tuple(
        row(
            batch.name("card", card.key),
            *([batch.name("type", card.type)] if typed else []),
            *(card.games, card.held or card.shown, card.offered, card.chosen, card.uses, card.played),
            _wins(card.when_held),
            _wins(card.when_played),
            card.when_played.fair if card.when_played else card.when_held.fair if card.when_held else None,
        )
        for card in ordered
    )
    return Table(f"cards{side.suffix}", tr("all cards"), columns, rows)


def _beside(context: Context, side: Side) -> str:
    """The label of the figure with which wins with a card are compared."""
    return context.tr("all games") if side.batch.together else context.tr("same seats")


def _wins(found: Winning | None) -> Cell:
    return Cell(found.wins, marked=found.marked) if found else Cell(None)


def deck_section(context: Context) -> Section:
    """The section on the decks: which run out, and when."""
    tr = context.tr

    def make(side: Side) -> Sequence[Block]:
        found = decks(side.batch)
        if not found:
            return ()
        columns = (
            Column(tr("deck"), Kind.CODE),
            Column(tr("cards at first"), Kind.NUMBER),
            Column(tr("games in which it runs out"), Kind.SHARE),
            Column(tr("first empty in round"), Kind.NUMBER),
            Column(tr("fewest cards"), Kind.NUMBER),
            Column(tr("grown per game"), Kind.NUMBER),
        )
        rows = tuple(
            row(
                deck.name,
                deck.first.quantile(0.5),
                deck.empty,
                deck.rounds.quantile(0.5) if deck.rounds else None,
                deck.least.quantile(0.5),
                deck.grown.average,
            )
            for deck in found
        )
        return (Text(tr("decks say"), quiet=True), Table(f"decks{side.suffix}", tr("decks"), columns, rows))

    return context.each("decks", tr("decks"), make)


def reached(context: Context) -> Section:
    """The section on rules and options that no game reached, and options that nobody took."""
    tr = context.tr

    def make(side: Side) -> Sequence[Block]:
        found = reach(side.batch)
        if found is None:
            return ()
        said = [
            Text(tr(f"reached {kind}", reached=found.reached[kind], total=total)) for kind, total in found.total.items()
        ]
        places = (Column(tr("source line"), Kind.CODE), Column(tr("name"), Kind.CODE))
        missed = tuple((one.line, one.name, tr(one.kind)) for one in found.missed)
        unchosen = tuple((one.line, one.name, offered) for one, offered in found.unchosen)
        return kept(
            *said,
            Table(f"unreached{side.suffix}", tr("never reached"), (*places, Column(tr("kind"), Kind.TEXT)), missed),
            Table(f"unchosen{side.suffix}", tr("options never chosen"), (*places, Column(tr("offered"))), unchosen),
        )

    return context.each("rules", tr("rules"), make)
