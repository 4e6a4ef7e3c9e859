"""`regelwerk translate extract|update|status GAME`: the catalogues of a game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import indent
from typing import Any

import click
from msgspec.structs import replace
from regelwerk_compiler.checked.languages import is_language, locale_of
from regelwerk_compiler.checked.prose import Untranslated
from regelwerk_compiler.collecting import collect_texts
from regelwerk_compiler.words.catalogues import files
from regelwerk_compiler.words.catalogues.entries import Catalogue
from regelwerk_compiler.words.catalogues.status import LanguageStatus, status_of, wanted_by
from regelwerk_compiler.words.catalogues.updating import update_catalogue
from regelwerk_compiler.words.catalogues.wanted import USES, Collected, Wanted, by_use, use_of, wanted_in
from regelwerk_dsl.data.yaml import load_schema
from regelwerk_dsl.disk import real
from rich.text import Text

from ..errors import UsageError
from ..inspect.text_boxes import with_room
from ..loading.source import as_shown, source_of
from ..terminal.catalogues import direction_note, own_words_note
from ..terminal.console import FINE, PROBLEMS, Screen, counted
from ..terminal.options import FILE, game_argument, json_option, option

COUNTED = ("new", "fuzzy", "carried", "moved", "left over")  # texts of an updated catalogue
REASONS = ("missing", "fuzzy", "stale", "slots")  # why a text counts as not translated
INDENT = "    "
STEPS = ("extract", "update", "status")
LANGUAGE = "Only this language; update creates a new one."
VARIANT = "Include the texts of a variant that has a file of its own."
REVIEWED = "With update: accept changed rules without marking their texts fuzzy."
ONLY = "With extract and status: only texts of this use."
ORDER = "With update: how entries are ordered (default: as they are; by use in a new file)."
ORDERS = ("use", "sources")
STRICT = "With status: exit with 1 unless every text is translated and valid."


@click.command("translate")
@click.argument("step", type=click.Choice(STEPS), metavar="|".join(STEPS), help="What to do with the catalogues.")
@game_argument()
@option("--lang LANGUAGE", LANGUAGE, name="languages", multiple=True)
@option("--variant FILE", VARIANT, name="variants", multiple=True)
@option("--reviewed", REVIEWED)
@option("--strict", STRICT)
@option("--only printed|played|variants", ONLY, click.Choice(USES), name="uses", multiple=True)
@option("--order use|sources", ORDER, click.Choice(ORDERS))
@option("-o, --output FILE", "With extract: the template file.", FILE)
@json_option
def translate(
    step: str,
    game: str,
    languages: tuple[str, ...],
    variants: tuple[str, ...],
    reviewed: bool,
    strict: bool,
    uses: tuple[str, ...],
    order: str | None,
    output: Path | None,
    json: bool,
) -> int:
    """Manage the gettext catalogues of a game.

    extract writes every text to locale/NAME.pot. update brings locale/LANGUAGE.po up to date without losing
    translations. status counts and lists the texts that are missing, fuzzy, stale or have wrong slots.
    """
    screen = Screen()
    source = source_of(game)
    for name in variants:
        if not Path(name).is_file():
            help_ = "variants that the game declares are always translated with it; leave the option out for them"
            raise UsageError(f"{name} is not a file of a variant", help_)
    with screen.busy(f"Collecting the texts of {game}"):
        collected = collect_texts(source.folder, variants)
        if step != "status":
            collected = replace(collected, wanted=with_room(collected.wanted, source))
    if step == "update" and uses:
        raise UsageError("--only would leave texts out of the catalogue", "leave it out with update")
    if order and step != "update":
        raise UsageError(f"--order has no effect with {step}", "a template is always ordered by use")
    for name in collected.unfit:
        screen.note(f"the variant {name} does not fit the game: its texts are left unchanged", style="warn")
    if step == "extract":
        _extract(source.folder, collected, uses, output, screen)
        return FINE
    wanted = _languages(collected, languages)
    if step == "status":
        few = _of_use(collected, collected.wanted, uses)
        unlisted = [one for one in files.languages_in(source.folder) if one not in collected.manifest.languages]
        told_of = [status_of(collected, source.folder, language, few) for language in wanted]
        unlisted = [one for one in unlisted if one not in wanted]
        return _status(told_of, unlisted, collected.game.name, source.folder, strict, screen, json)
    told = [_update(source.folder, collected, language, reviewed, order, screen, json) for language in wanted]
    if json:
        screen.json(told)
    return FINE


def _languages(collected: Collected, asked: Sequence[str]) -> list[str]:
    """The languages to translate: the requested ones, else all of the game except that of its sources."""
    own, *others = collected.manifest.languages
    written = load_schema("game")["properties"]["languages"]["items"]["pattern"]
    for language in asked:
        known = str(locale_of(language)).replace("_", "-") if is_language(language) else ""
        if not known or (language != known and language.lower() == known.lower()) or not re.search(written, language):
            help_ = f"did you mean `{known}`?" if known not in ("", language) else "for example de, ja, pt-BR"
            raise UsageError(f"{language} is not a language code", help_)
        if language == own:
            raise UsageError(f"{language} is the language of the sources", f"translate into: {', '.join(others)}")
    return list(dict.fromkeys(asked or others))


def _of_use(collected: Collected, wanted: Iterable[Wanted], uses: Collection[str]) -> list[Wanted]:
    """The texts of some uses, or of all; printed texts come first."""
    ordered = by_use(wanted, collected.variants)
    return [one for one in ordered if not uses or use_of(one, collected.variants) in uses]


def _extract(folder: Path, collected: Collected, uses: Collection[str], output: Path | None, screen: Screen) -> None:
    game = collected.game
    template = files.new_catalogue(game.name, game.title, "")
    wanted = wanted_in(game, collected.wanted, Catalogue(""))  # for no language in particular
    template, _ = update_catalogue(template, _of_use(collected, wanted, uses), language="")
    path = output or files.template_path(folder, game.name)
    files.write_file(path, template, None if output else folder)
    screen.say(str(path))
    screen.note(counted(len(template), "text"))


def _update(
    folder: Path, collected: Collected, language: str, reviewed: bool, order: str | None, screen: Screen, json: bool
) -> dict[str, Any]:
    """Updates one catalogue; returns what has changed in it, as JSON data."""
    wanted = wanted_by(collected, folder, language)
    file = files.read_file(folder, language, collected.game.name, collected.game.title)
    used = by_use(wanted, collected.variants)
    places = {str(one.id): USES.index(use_of(one, collected.variants)) for one in wanted}
    now = [places[entry.msgctxt] for entry in file if not entry.obsolete and entry.msgctxt in places]
    if order == ORDERS[0] or (order is None and now == sorted(now)):  # it is already in this order
        wanted = used
    unfit = collected.unfit
    fresh, counts = update_catalogue(file, wanted, language=language, reviewed=reviewed, unfit=unfit)
    path = files.catalogue_path(folder, language)
    changed = files.write_file(path, fresh, folder)
    told = {"language": language, "file": str(path), "changed": changed, **{key: counts[key] for key in COUNTED}}
    if not json:
        shown = ", ".join(f"{counts[key]} {key}" for key in COUNTED if counts[key]) or "nothing new"
        screen.say(f"{as_shown(real(path))}: {shown}")
        if note := direction_note(language):
            screen.note(note, style="warn")
        if language not in collected.manifest.languages:
            screen.note(f"to use it, add {language} to `languages` in {as_shown(real(folder)) / 'game.yaml'}")
    return told


def _status(
    found: Sequence[LanguageStatus],
    unlisted: Collection[str],
    name: str,
    folder: Path,
    strict: bool,
    screen: Screen,
    json: bool,
) -> int:
    shown = as_shown(real(folder)).as_posix()
    if json:
        told: list[dict[str, object]] = []
        for one in found:
            texts = [asdict(doubt) | {"id": str(doubt.id)} for doubt in one.doubts]
            told.append(
                {"language": one.language, **_counts(one), "texts": texts, "unknown": [at[0] for at in one.unknown]}
            )
        screen.json(told)
    else:
        for one in found:
            for doubt in one.doubts:
                # catalogues name the game, so that they are the same everywhere; its folder may have another name
                where = re.sub(f"^{re.escape(name)}/", lambda _: f"{shown}/", doubt.where)
                _show_doubt(one.language, doubt, where, shown, screen)
            for context, line, help_ in one.unknown:
                screen.say(
                    Text.assemble(
                        (f"{one.language} ", "key"),
                        f"{context}  ",
                        (f"unknown, {_place(shown, one.language, line)}", "quiet"),
                    )
                )
                screen.say(indent(f"no text has this context: {help_}", INDENT), style="quiet")
        for one in found:
            screen.say(_line(one))
        for note in filter(None, (own_words_note(one.language) for one in found)):
            screen.note(note)
        for language in unlisted:
            screen.note(f"locale/{language}.po is not used: add {language} to `languages` in game.yaml", style="warn")
        if not found and not unlisted:
            screen.note("the game has only one language; add others to `languages` in its game.yaml")
    return PROBLEMS if strict and any(one.doubts or one.unknown for one in found) else FINE


def _counts(one: LanguageStatus) -> dict[str, int]:
    counts = Counter(doubt.reason for doubt in one.doubts)
    reasons = {reason: counts[reason] for reason in REASONS}
    return {
        "total": one.total,
        "translated": one.total - len(one.doubts),
        **reasons,
        "words_left": one.words_left,
        "own_missing": one.own_missing,
    }


def _line(one: LanguageStatus) -> Text:
    """`de: 190 of 194 translated, 1 missing, 2 fuzzy, 1 stale, 0 with wrong slots, 35 words left`"""
    count = _counts(one)
    told = f"{count['translated']} of {count['total']} translated, {count['missing']} missing, {count['fuzzy']} fuzzy, "
    told += f"{count['stale']} stale, {count['slots']} with wrong slots, {counted(one.words_left, 'word')} left"
    told += f", {counted(len(one.unknown), 'translation')} of no text" * bool(one.unknown)
    return Text.assemble((one.language, "key"), ": ", (told, "warn" if one.doubts or one.unknown else "good"))


def _place(folder: str, language: str, line: int) -> str:
    return f"{folder}/locale/{language}.po:{line}"


def _show_doubt(language: str, doubt: Untranslated, where: str, folder: str, screen: Screen) -> None:
    places = [where, _place(folder, language, doubt.line) if doubt.line else ""]
    told = ", ".join([doubt.reason, *filter(None, places)])
    screen.say(Text.assemble((f"{language} ", "key"), f"{doubt.id}  ", (told, "quiet")))
    screen.say(indent(doubt.source, INDENT))
    if doubt.reason != "missing":
        screen.say(indent(doubt.words, INDENT))
        screen.say(indent(doubt.said, INDENT), style="quiet")
