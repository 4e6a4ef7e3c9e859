"""Sections on the batch and on the course of its games: length, ends, lead, choices."""

from __future__ import annotations

from collections.abc import Sequence

from ..figures.batch import LINE, shown
from ..figures.rules import choices
from ..page import Block, Chart, Column, Dots, Kind, Section, Table, Text, row
from .context import Context, Side, kept

QUESTIONS = 25
"""Most choices of the rules that are shown."""


def what_was_played(context: Context) -> Section:
    """The section on the batch and on games that broke."""
    tr = context.tr
    rows = []
    for side in context.sides:
        batch = side.batch
        facts = [
            ("file", batch.data.path.name),
            ("variants", tr.listed(batch.variants) or tr("none")),
            ("without", tr.listed(batch.listed("without"))),
            ("players", tr.listed(tuple(map(str, batch.players)))),
            ("bots", tr.listed(batch.bots)),
            ("games played", tr.count(batch.games)),
            ("games broken", tr.count(sum(count for _, count, _, _ in batch.broken)) if batch.broken else ""),
            ("seed", batch.fact("seed")),
            ("version", batch.fact("version")),
            ("source hash", batch.fact("source_hash")[:12]),
        ]
        rows.append(dict(facts))
    told = [row(tr(name), *(one[name] for one in rows)) for name in rows[0] if any(one[name] for one in rows)]
    heads = [Column(side.label or tr("value"), Kind.TEXT) for side in context.sides]
    table = Table("batch", tr("what was played"), (Column(tr("fact"), Kind.TEXT), *heads), tuple(told))
    broken = tuple(
        row(*([side.label] if not context.single else []), message, count, game, str(seed))
        for side in context.sides
        for message, count, game, seed in side.batch.broken
    )
    heads = [Column(tr("batch"), Kind.TEXT)] * (not context.single)
    columns = (*heads, Column(tr("error"), Kind.TEXT), Column(tr("games")), Column(tr("first game")))
    errors = Table("errors", tr("errors"), (*columns, Column(tr("seed"), Kind.TEXT)), broken)
    return Section("batch", tr("what was played"), kept(table, Text(tr("errors say")) if broken else None, errors))


def length(context: Context) -> Section:
    tr = context.tr
    measure = context.sides[0].batch.course.measure
    series = [
        (side.label, side.batch.course.lengths[measure])
        for side in context.sides
        if measure in side.batch.course.lengths
    ]
    chart = context.frequencies("length", tr(f"length in {measure}"), tr(measure), series, tr("share of games"))
    rows = [
        (tr(name), side.label, side.batch.course.lengths[name])
        for name in ("rounds", "turns", "decisions")
        for side in context.sides
        if name in side.batch.course.lengths
    ]
    return Section("length", tr("length"), kept(chart, context.spreads("lengths", tr("length of a game"), rows)))


def ends(context: Context) -> Section:
    """The section on the ends of the games and the number of winners."""
    tr = context.tr
    reasons = list(dict.fromkeys(reason for side in context.sides for reason, _, _ in side.batch.course.ends))
    shares = [{reason: share for reason, _, share in side.batch.course.ends} for side in context.sides]
    counts = [{reason: count for reason, count, _ in side.batch.course.ends} for side in context.sides]
    names = {reason: end_name(context, reason) for reason in reasons}
    heads = [
        column
        for side in context.sides
        for column in (Column(_with(tr("games"), side)), Column(_with(tr("share"), side), Kind.SHARE))
    ]
    rows = tuple(
        row(
            names[reason],
            *(value for n, of in zip(counts, shares, strict=True) for value in (n.get(reason, 0), of.get(reason))),
        )
        for reason in reasons
    )
    table = Table("ends", tr("games by end"), (Column(tr("end"), Kind.TEXT), *heads), rows)
    drawing = Dots(
        tr("share of games"),
        tuple((names[reason], tuple(found.get(reason) for found in shares)) for reason in reasons),
        tuple(side.label for side in context.sides),
    )
    told = "; ".join(
        (f"{side.label}: " if side.label else "")
        + tr.listed(tuple(f"{names[reason]} {tr.share(share.value)}" for reason, share in found.items()))
        for side, found in zip(context.sides, shares, strict=True)
    )
    chart = Chart("ends", tr("games by end"), tr("ends say", ends=told), drawing, table)
    winners = []
    for side in context.sides:
        course = side.batch.course
        if side.batch.together:
            won = course.alone + course.shared
            said = tr("together say", won=won, lost=course.nobody, share=tr.between(course.won, Kind.SHARE))
        else:
            said = tr("winners say", alone=course.alone, shared=course.shared, nobody=course.nobody)
        winners.append(Text(f"{side.label}: {said}" if side.label else said))
    return Section("ends", tr("ends"), (chart if len(reasons) > 1 else table, *winners))


def end_name(context: Context, end: str) -> str:
    """The end of a game in words; with the line that caused it if several lines cause this end."""
    reason, _, line = end.partition(LINE)
    batches = [side.batch for side in context.sides]
    named = next((batch for batch in batches if batch.has_name("end", reason)), batches[0]).name("end", reason)
    lines = {other for batch in batches for other, _, _ in batch.course.ends if other.startswith(reason + LINE)}
    return f"{shown(line)}: {named}" if len(lines) > 1 else named


def lead(context: Context) -> Section:
    """The section on changes of the lead, and on when the winner is settled."""
    tr = context.tr
    sides = [side for side in context.sides if side.batch.course.led]
    if not sides:
        return Section("lead", tr("lead"))
    changes = [(side.label, side.batch.course.lead_changes) for side in sides]
    settled = [(side.label, side.batch.course.settled) for side in sides]
    upright = tr("share of games")
    rows = [(tr("lead changes"), *one) for one in changes]
    return Section(
        "lead",
        tr("lead"),
        kept(
            Text(tr("lead say"), quiet=True),
            context.frequencies("lead-changes", tr("lead changes"), tr("lead changes in a game"), changes, upright),
            context.spreads("lead-spread", tr("lead changes in a game"), rows),
            context.frequencies("settled", tr("settled"), tr("settled axis"), settled, upright, Kind.SHARE),
            context.spreads(
                "settled-spread", tr("settled"), [(tr("settled axis"), *one) for one in settled], Kind.SHARE
            ),
        ),
    )


def decisions(context: Context) -> Section:
    """The section on the number of decisions."""
    tr = context.tr

    def make(side: Side) -> Sequence[Block]:
        found = choices(side.batch)
        if found is None:
            return ()
        columns = (
            Column(tr("source line"), Kind.CODE),
            Column(tr("per game"), Kind.NUMBER),
            Column(tr("games with it"), Kind.SHARE),
            Column(tr("options"), Kind.NUMBER),
            Column(tr("forced"), Kind.SHARE),
        )
        rows = tuple(
            (one.line, one.asked / side.batch.games, one.games / side.batch.games, one.options, one.forced)
            for one in found.questions
        )
        said = tr("forced say", share=tr.between(found.share, Kind.SHARE), forced=found.forced, total=found.total)
        options = [(tr("options of a choice"), side.label, found.options)]
        return kept(
            Text(said),
            context.spreads(f"options{side.suffix}", tr("options of a choice"), options, independent=False),
            Table(f"choices{side.suffix}", tr("choices by line"), columns, rows, QUESTIONS),
        )

    return context.each("decisions", tr("choices"), make)


def _with(word: str, side: Side) -> str:
    return f"{word}: {side.label}" if side.label else word
