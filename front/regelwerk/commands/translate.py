"""`regelwerk translate extract|update|status GAME`: what translators work on, and how far they are."""

from __future__ import annotations

import dataclasses
from collections import Counter
from enum import StrEnum
from pathlib import Path
from textwrap import indent
from typing import Annotated, Any

import typer
from babel import UnknownLocaleError
from regelwerk_compiler.words.catalogues.collecting import Collected, collect_texts
from regelwerk_compiler.words.catalogues.doubts import Doubt
from regelwerk_compiler.words.catalogues.files import catalogue_path, read_file, template_path, write_file
from regelwerk_compiler.words.catalogues.reading import CatalogueError
from regelwerk_compiler.words.catalogues.status import LanguageStatus, status_of, wanted_by
from regelwerk_compiler.words.catalogues.updating import new_catalogue, update_catalogue
from regelwerk_compiler.words.languages import locale_of
from rich.text import Text

from ..errors import InputError, UsageError
from ..inspect.text_boxes import with_room
from ..loading.finding import as_shown
from ..loading.source import source_of
from ..terminal.console import Screen
from ..terminal.options import GameArgument, JsonOption
from ..terminal.problems import FINE, PROBLEMS, counted


class Step(StrEnum):
    """What is done with the catalogues."""

    extract = "extract"
    update = "update"
    status = "status"


def translate(
    step: Annotated[Step, typer.Argument(metavar="extract|update|status", help="What to do with the catalogues.")],
    game: GameArgument,
    lang: Annotated[
        list[str] | None,
        typer.Option("--lang", metavar="LANGUAGE", help="Only this language; update makes a new one. Repeatable."),
    ] = None,
    reviewed: Annotated[
        bool, typer.Option("--reviewed", help="update: the rules have changed, but not what the texts say.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="status: exit with 1 unless every text is translated and in order.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="extract: where the template goes.", show_default=False),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Gettext catalogues of a game: write the template, bring them up to date, or say how far they are.

    extract writes every text into locale/NAME.pot. update brings locale/LANGUAGE.po up to date, without losing a
    translation. status counts what is translated, missing, fuzzy and stale, and names it.
    """
    screen = Screen()
    source = source_of(game)
    with screen.busy(f"Collecting the texts of {game}"):
        collected = collect_texts(source.folder)
        if step is not Step.status:
            collected = dataclasses.replace(collected, wanted=with_room(collected.wanted, source))
    for name in collected.unfit:
        screen.note(f"the variant {name} does not fit the game: its texts are left as they are", style="warn")
    try:
        if step is Step.extract:
            _extract(source.folder, collected, output, screen)
        elif step is Step.update:
            told = [
                _update(source.folder, collected, one, reviewed, screen, json) for one in _languages(collected, lang)
            ]
            if json:
                screen.json(told)
        else:
            raise typer.Exit(_status(source.folder, collected, lang, strict, screen, json))
    except CatalogueError as error:
        raise InputError(str(error), "mend the file by hand, or take it back from the version before") from error


def _languages(collected: Collected, lang: list[str] | None) -> list[str]:
    """The languages that are translated: those asked for, else all of the game but the one of its sources."""
    own, *others = collected.manifest.languages
    for language in lang or ():
        try:
            locale_of(language)
        except (UnknownLocaleError, ValueError):
            raise UsageError(f"{language} is no language code", "write for example de, ja, pt_BR") from None
        if language == own:
            raise UsageError(f"{language} is the language of the sources", f"translate into: {', '.join(others)}")
    return list(dict.fromkeys(lang or others))


def _extract(folder: Path, collected: Collected, output: Path | None, screen: Screen) -> None:
    game = collected.game
    template = new_catalogue(game.name, game.title, "")
    template, _ = update_catalogue(template, collected.wanted, language="")
    path = output or template_path(folder, game.name)
    write_file(path, template)
    screen.say(str(path))
    screen.note(counted(len(template), "text"))


def _update(
    folder: Path, collected: Collected, language: str, reviewed: bool, screen: Screen, json: bool
) -> dict[str, Any]:
    """Brings one catalogue up to date; twice, when new sentences ask for forms of names."""
    wanted = wanted_by(collected, folder, language)
    file = read_file(folder, language, collected.game.name, collected.game.title)
    unfit = collected.unfit
    fresh, counts = update_catalogue(file, wanted, language=language, reviewed=reviewed, unfit=unfit)
    path = catalogue_path(folder, language)
    changed = write_file(path, fresh)
    told = {"language": language, "file": str(path), "changed": changed, **{key: counts[key] for key in COUNTED}}
    if not json:
        shown = ", ".join(f"{counts[key]} {key}" for key in COUNTED if counts[key]) or "nothing new"
        screen.say(f"{as_shown(path.resolve())}: {shown}")
        if language not in collected.manifest.languages:
            screen.note(f"to play in it, add {language} to languages: in {as_shown(folder.resolve()) / 'game.yaml'}")
    return told


COUNTED = ("new", "fuzzy", "carried", "moved", "left over")
INDENT = "    "


def _status(
    folder: Path, collected: Collected, lang: list[str] | None, strict: bool, screen: Screen, json: bool
) -> int:
    found = [status_of(collected, folder, language) for language in _languages(collected, lang)]
    if json:
        screen.json([_as_data(one) for one in found])
    else:
        for one in found:
            for doubt in one.doubts:
                _show_doubt(one.language, doubt, screen)
        for one in found:
            screen.say(_line(one))
        if not found:
            screen.note("the game has one language only: add others to languages: in its game.yaml")
    return PROBLEMS if strict and any(one.doubts for one in found) else FINE


def _line(one: LanguageStatus) -> Text:
    """`de: 190 of 194 translated, 1 missing, 2 fuzzy, 1 stale, 0 with wrong slots, 35 words left`"""
    counts = Counter(doubt.reason for doubt in one.doubts)
    told = f"{one.total - len(one.doubts)} of {one.total} translated, {counts['missing']} missing, "
    told += f"{counts['fuzzy']} fuzzy, {counts['stale']} stale, {counts['slots']} with wrong slots, "
    told += f"{counted(one.words_left, 'word')} left"
    return Text.assemble((one.language, "key"), ": ", (told, "warn" if one.doubts else "good"))


def _show_doubt(language: str, doubt: Doubt, screen: Screen) -> None:
    places = [doubt.where, f"locale/{language}.po:{doubt.line}" if doubt.line else ""]
    told = ", ".join([doubt.reason, *filter(None, places)])
    screen.say(Text.assemble((f"{language} ", "key"), f"{doubt.id}  ", (told, "quiet")))
    screen.say(indent(doubt.source, INDENT))
    if doubt.reason != "missing":
        screen.say(indent(doubt.words, INDENT))
        screen.say(indent(doubt.said, INDENT), style="quiet")


def _as_data(one: LanguageStatus) -> dict[str, Any]:
    counts = Counter(doubt.reason for doubt in one.doubts)
    return {
        "language": one.language,
        "total": one.total,
        "translated": one.total - len(one.doubts),
        **{reason: counts[reason] for reason in ("missing", "fuzzy", "stale", "slots")},
        "words_left": one.words_left,
        "texts": [dataclasses.asdict(doubt) for doubt in one.doubts],
    }
