"""Sections on the players: seats, bots, luck, scores, and measures over the rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..figures.estimates import discoveries
from ..figures.measures import Measure, Moment, Who, measures
from ..figures.seats import Place, duels, luck, places, scores, turns_move
from ..page import Block, Cell, Chart, Column, Dots, Kind, Lines, Points, Section, Table, Text, row
from .context import Context, Side, kept


def seats(context: Context) -> Section:
    """The section on wins by seat, and by place in the order of play if that differs."""
    tr = context.tr
    if not context.rivals:
        return Section("seats", tr("seats"))
    by_seat = _chart_of_places(
        context, "seats", tr("wins by seat"), tr("seat"), "seat", lambda key: context.player(int(key))
    )
    blocks: list[Block | None] = [Text(tr("seats say"), quiet=True), by_seat]
    if any(turns_move(side.batch) for side in context.rivals):
        by_turn = _chart_of_places(
            context,
            "turns",
            tr("wins by order of play"),
            tr("order of play"),
            "turn_order",
            lambda key: tr("turn", n=int(key) + 1),
        )
        blocks.append(by_turn)
    return Section("seats", tr("seats"), kept(*blocks))


def _chart_of_places(
    context: Context,
    key: str,
    title: str,
    head: str,
    by: str,
    name: Callable[[int | str], str],
    sides: Sequence[Side] = (),
) -> Chart | None:
    """Wins of seats, turns or bots, in all simulations that had them."""
    tr, sides = context.tr, sides or context.rivals
    found = [{place.key: place for place in places(side.batch, by)} for side in sides]
    keys = sorted(
        {one for each in found for one in each}, key=lambda one: (_wins(found, one) if by == "bot" else 0, one)
    )
    if not keys:
        return None
    fair = {place.fair for each in found for place in each.values()}
    drawing = Dots(
        tr("share of wins"),
        tuple((name(one), tuple(each[one].wins if one in each else None for each in found)) for one in keys),
        tuple(side.label for side in sides),
        (fair.pop(), tr("fair share")) if len(fair) == 1 else None,
    )
    rows = [
        row(*([side.label] if not context.single else []), name(one), *_told(each[one], marks[one]))
        for side, each in zip(sides, found, strict=True)
        for marks in [marked(list(each.values()))]
        for one in keys
        if one in each
    ]
    scored = any(place.scores for each in found for place in each.values())
    columns = (
        *([Column(tr("batch"), Kind.TEXT)] * (not context.single)),
        Column(head, Kind.TEXT),
        Column(tr("times"), Kind.COUNT),
        Column(tr("share of wins"), Kind.SHARE),
        Column(tr("fair share"), Kind.SHARE),
        Column(tr("mean place"), Kind.NUMBER),
        *([Column(tr("mean score"), Kind.NUMBER)] if scored else []),
        Column(tr("forced"), Kind.SHARE),
    )
    if not scored:
        rows = [row(*told[:-2], told[-1]) for told in rows]
    told = "; ".join(
        f"{side.label + ': ' if side.label else ''}{name(one)} {tr.between(each[one].wins, Kind.SHARE)}"
        for side, each in zip(sides, found, strict=True)
        for one in keys
        if one in each
    )
    return Chart(key, title, tr("wins say", wins=told), drawing, Table(key, title, columns, tuple(rows)))


def _wins(found: Sequence[dict[int | str, Place]], key: int | str) -> float:
    """The sort key of a bot, from its best share of wins."""
    return -max(each[key].wins.value - each[key].fair for each in found if key in each)


def marked(found: Sequence[Place]) -> dict[int | str, bool]:
    """The places that win more or less than their fair share, after the correction for their number."""
    return dict(zip([place.key for place in found], discoveries([place.chance for place in found]), strict=True))


def _told(place: Place, mark: bool) -> tuple[Cell | float | None, ...]:
    score = place.scores.mean if place.scores else None
    return (Cell(place.size), Cell(place.wins, marked=mark), place.fair, Cell(place.rank), Cell(score), place.forced)


def ladder(context: Context) -> Section:
    """The section on the strength of bots, if several played."""
    tr = context.tr
    sides = [side for side in context.rivals if len(side.batch.bots) > 1]
    if not sides:
        return Section("bots", tr("bots"))
    chart = _chart_of_places(context, "bots", tr("wins by bot"), tr("bot"), "bot", str, sides)
    met = [(side, one) for side in sides for one in duels(side.batch)]
    columns = (
        *([Column(tr("batch"), Kind.TEXT)] * (not context.single)),
        *(Column(tr(head), Kind.TEXT) for head in ("better bot", "other bot")),
        Column(tr("games")),
        Column(tr("ahead"), Kind.SHARE),
    )
    rows = tuple(
        row(*([side.label] if not context.single else []), one.better, one.other, one.games, one.ahead)
        for side, one in met
    )
    table = Table("duels", tr("duels"), columns, rows)
    return Section("bots", tr("bots"), kept(Text(tr("bots say"), quiet=True), chart, table))


def luck_and_skill(context: Context) -> Section:
    """The section on the shares of winning explained by the bot, by the seat, and by neither."""
    tr = context.tr

    def make(side: Side) -> Sequence[Block]:
        found = None if side.batch.together else luck(side.batch)
        if found is None:
            return ()
        if found.bot is None or found.rest is None:
            return (Text(tr("luck seat", seat=tr.share(found.seat))), Text(tr("luck alone"), quiet=True))
        said = tr("luck say", bot=tr.share(found.bot), seat=tr.share(found.seat), rest=tr.share(found.rest))
        return (Text(said), Text(tr("luck means"), quiet=True))

    return context.each("luck", tr("luck"), make)


def score_section(context: Context) -> Section:
    """The section on scores at the end, and the lead of the first place."""
    tr, apart = context.tr, bool(context.rivals)
    everybody, winners = (tr("all players"), tr("winners")) if apart else (tr("all games"), tr("games won"))
    every = [(side.label, scores(side.batch, "all")) for side in context.sides]
    if not any(values for _, values in every):
        return Section("scores", tr("scores"))
    best = [(side.label, scores(side.batch, "winners")) for side in context.sides]
    series = [(winners, best[0][1]), (everybody, every[0][1])] if context.single else every
    margins = [(side.label, side.batch.course.margin) for side in context.sides]
    rows = [
        *((everybody, *one) for one in every),
        *((winners, *one) for one in best),
        *((tr("margin"), *one) for one in margins),
    ]
    return Section(
        "scores",
        tr("scores"),
        kept(
            context.frequencies(
                "scores", tr("scores"), tr("score"), series, tr("share of players") if apart else tr("share of games")
            ),
            context.frequencies("margins", tr("margins"), tr("margin"), margins, tr("share of games")),
            context.spreads("score-spread", tr("scores and margins"), rows),
        ),
    )


def over_rounds(context: Context) -> Section:
    """The section on the measures of the game, round by round."""
    tr = context.tr
    found = [{one.name: one for one in measures(side.batch)} for side in context.sides]
    names = list(dict.fromkeys(name for each in found for name in each))
    blocks: list[Block | None] = [Text(tr("rounds say"), quiet=True)] if names else []
    for name in names:
        lines = [
            (title, moments)
            for side, each in zip(context.sides, found, strict=True)
            if name in each
            for title, moments in _lines(context, side, each[name])
            if moments
        ]
        blocks.append(
            _chart_of_measure(context, f"measure-{name}", measure_name(context, name), lines) if lines else None
        )
    return Section("measures", tr("measures"), kept(*blocks))


def _lines(context: Context, side: Side, measure: Measure) -> list[tuple[str, tuple[Moment, ...]]]:
    if Who.GAME in measure.lines:
        return [(side.label, measure.lines[Who.GAME])]
    if not context.single:
        return [(side.label, measure.lines[Who.ALL])]
    words = {Who.WINNERS: "games won", Who.OTHERS: "games lost"} if side.batch.together else {}
    apart = [(context.tr(words.get(who, who.value)), measure.lines[who]) for who in (Who.WINNERS, Who.OTHERS)]
    return apart if all(moments for _, moments in apart) else [("", measure.lines[Who.ALL])]


def measure_name(context: Context, name: str) -> str:
    """The title of a measure."""
    named = next((side.batch for side in context.sides if side.batch.has_name("measure", name)), None)
    return (named or context.sides[0].batch).name("measure", name)


def _chart_of_measure(
    context: Context, key: str, title: str, lines: Sequence[tuple[str, tuple[Moment, ...]]]
) -> Chart | Table:
    tr = context.tr
    heads = ("mean", "tenth", "median", "ninety")
    columns = (
        Column(tr("round")),
        *([Column(tr("of whom"), Kind.TEXT)] if len(lines) > 1 else []),
        Column(tr("games")),
        *(Column(tr(head), Kind.NUMBER) for head in heads),
    )
    rows = tuple(
        row(one.round, *([who] if len(lines) > 1 else []), one.games, one.mean, one.low, one.middle, one.high)
        for who, moments in lines
        for one in moments
    )
    table = Table(key, title, columns, rows)
    if max(len(moments) for _, moments in lines) < 2:
        return table
    points = tuple(
        Points(
            who,
            tuple(float(one.round) for one in moments),
            tuple(one.mean for one in moments),
            tuple(float(one.low) for one in moments),
            tuple(float(one.high) for one in moments),
        )
        for who, moments in lines
    )
    told = "; ".join(
        f"{who + ': ' if who else ''}{tr.number(moments[0].mean)} → {tr.number(moments[-1].mean)}"
        for who, moments in lines
    )
    return Chart(key, title, tr("measure say", values=told), Lines(tr("round"), title, points), table)
