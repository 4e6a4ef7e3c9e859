"""Making of reports from the files of simulations: checks, labels that distinguish them, and their page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..dataset import Dataset, DatasetError
from .figures.batch import NEEDED, Batch
from .findings import findings
from .page import Listing, Page, Section
from .sections import beside, course, players, rules
from .sections.context import Context, Side
from .wording import Wording

SECTIONS: tuple[Callable[[Context], Section], ...] = (
    course.what_was_played,
    beside.beside,
    course.length,
    course.ends,
    players.seats,
    players.ladder,
    players.luck_and_skill,
    players.score_section,
    players.over_rounds,
    course.lead,
    course.decisions,
    rules.cards,
    rules.deck_section,
    rules.reached,
)


def make_page(datasets: Sequence[Dataset], language: str = "") -> tuple[Page, Wording]:
    """The page of a report.

    Args:
        datasets: simulations of one game; if there are several, the others are compared with the first.
        language: the language of the words; by default the game's first one.

    Raises:
        DatasetError: tables are missing, the games differ, nothing was played, a table has impossible values, or the
            game does not have the language.
    """
    for data in datasets:
        missing = [name for name in NEEDED if name not in data.tables]
        if missing:
            raise DatasetError(f"{data.path}: a report needs the tables {', '.join(missing)} too")
        data.check()
    batches = [Batch(data, _language(data, language)) for data in datasets]
    games = list(dict.fromkeys(batch.fact("game") for batch in batches))
    if len(games) > 1:
        raise DatasetError(f"a report is of one game; these files are of {', '.join(games)}")
    for batch in batches:
        if not batch.games:
            raise DatasetError(f"{batch.data.path}: none of its games ended, so there is nothing to report")
    tr = Wording(batches[0].language)
    context = Context(tr, tuple(_sides(batches, tr)))
    title = batches[0].name("game", games[0])
    total = sum(batch.games for batch in batches)
    page = Page(
        tr.own,
        tr("title", game=title),
        tr("subtitle", games=total, batches=len(batches)) if len(batches) > 1 else tr("subtitle one", games=total),
        findings(context),
        (*(section for make in SECTIONS if (section := make(context))), _notes(context)),
        {
            "findings": tr("findings"),
            "contents": tr("contents"),
            "skip": tr("skip"),
            "numbers": tr("numbers"),
            "mark": tr("mark means"),
            "made": tr("made with"),
        },
    )
    return page, tr


def _language(data: Dataset, wanted: str) -> str:
    known = data.run.get("languages")
    languages = [str(one) for one in known] if isinstance(known, list) else []
    if wanted and languages and wanted not in languages:
        raise DatasetError(f"{data.path}: the game has no language {wanted}; it has {', '.join(languages)}")
    return wanted or next(iter(languages), "en")


def _sides(batches: Sequence[Batch], tr: Wording) -> list[Side]:
    """The simulations with labels that distinguish them: variants, bots, players, or else the file."""
    if len(batches) == 1:
        return [Side(batches[0])]
    facts: list[list[str]] = [
        [" + ".join(batch.variants) or tr("base") for batch in batches],
        [
            tr("without these", names=tr.listed(names)) if (names := batch.listed("without")) else ""
            for batch in batches
        ],
        [tr.listed(batch.bots) for batch in batches],
        [tr("so many players", n="/".join(map(str, batch.players))) for batch in batches],
    ]
    differing = [column for column in facts if len(set(column)) > 1]
    labels = [", ".join(filter(None, parts)) for parts in zip(*differing, strict=True)] or [""] * len(batches)
    if len(set(labels)) < len(labels):
        stems = [batch.data.path.stem for batch in batches]
        named = stems if len(set(stems)) == len(stems) else [f"{at}. {stem}" for at, stem in enumerate(stems, 1)]
        labels = [f"{label} ({stem})" if label else stem for label, stem in zip(labels, named, strict=True)]
    return [
        Side(batch, label, f"-{number}" if number > 1 else "")
        for number, (batch, label) in enumerate(zip(batches, labels, strict=True), 1)
    ]


def _notes(context: Context) -> Section:
    """The section on how the figures are computed."""
    wins = ("note wins", "note cards") if context.rivals else ("note together", "note cards together")
    keys = ("note intervals", wins[0], "note marks", "note bots", wins[1])
    return Section("notes", context.tr("notes"), (Listing(tuple(context.tr(key) for key in keys)),))
