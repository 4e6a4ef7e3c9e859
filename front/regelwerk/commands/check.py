"""`regelwerk check GAME`: all diagnostics of the sources."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from regelwerk_dsl.collector import collector_paused
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics, Severity
from regelwerk_dsl.disk import real
from regelwerk_dsl.grammar.inserts import CARD
from regelwerk_dsl.render import to_dict
from regelwerk_dsl.suggest import unknown

from ..errors import InputError
from ..loading import cache
from ..loading.source import Source
from ..terminal.console import FINE, PROBLEMS, Screen, counted
from ..terminal.hints import HINTS, check_hints, read_hints
from ..terminal.options import json_option, language_option, option, source_parameters
from ..terminal.problems import show_diagnostics, summary

if TYPE_CHECKING:
    from regelwerk_compiler.checked.game import Card, CheckedGame
    from regelwerk_compiler.driver import CheckResult
    from regelwerk_compiler.incremental import CheckCache
    from regelwerk_dsl.source import Span

WRITTEN = "written"  # the compiler's word for a text that an author wrote


@dataclass(frozen=True, slots=True)
class Found:
    """The findings of a check.

    Attributes:
        diagnostics: of the sources, then of layouts and sheets.
        allowed: a line for each warning that a comment allows.
        files: number of source files.
        variants, errata: number of variants checked and of errata left out, each by itself.
    """

    diagnostics: list[Diagnostic]
    allowed: list[str]
    files: int
    variants: int = 0
    errata: int = 0

    @property
    def scope(self) -> str:
        """What was checked, in words."""
        also = [
            f"{word} {f'each of {n} {many}' if n > 1 else f'the {one}'}"
            for word, n, one, many in (
                ("with", self.variants, "variant", "variants"),
                ("without", self.errata, "erratum", "errata"),
            )
            if n
        ]
        return counted(self.files, "file") + (f", also {' and '.join(also)}" if also else "")


def _has_errors(found: Found) -> bool:
    return any(diagnostic.severity is Severity.ERROR for diagnostic in found.diagnostics)


@click.command("check")
@option("--texts", "List card texts written by hand, and cards without words for what they do.")
@option("--paper", "Also draw everything that is printed, in every language, and report what printing would refuse.")
@option("--oneline", "Print one line per diagnostic, for editors.")
@json_option
@source_parameters
@language_option
def check(source: Source, texts: bool, paper: bool, oneline: bool, json: bool, lang: str) -> int:
    """Report all diagnostics of the sources, including those of all variants.

    Without --variant and --without, the game with each variant and the game without each erratum are checked too. Each
    diagnostic says what is wrong, where, why, and what to do about it. Exits with 1 if there are errors; warnings do
    not count.
    """
    screen = Screen()
    with screen.busy(f"Checking {source.game}"):
        found = _check(source)
        if paper and not _has_errors(found):
            found.diagnostics.extend(_drawing_problems(source))
    failed = _has_errors(found)
    status = PROBLEMS if failed else FINE
    if json:
        screen.json([to_dict(diagnostic) for diagnostic in found.diagnostics])
        return status
    show_diagnostics(found.diagnostics, screen, oneline=oneline)
    if not oneline:
        for line in found.allowed:
            screen.say(f"allowed: {line}", style="quiet")
    if texts and not failed:
        from ..loading.compilation import load_checked  # loads the runtime

        _show_texts(load_checked(source), screen, lang)
    where = f" in {found.scope}" if found.files else ""  # a wrong `game.yaml` says nothing of the sources
    told = f"{source.game}: {summary(found.diagnostics) or 'no problems'}{where}"
    screen.note(told, style="bad" if failed else "good")
    if paper and found.variants and not failed:
        screen.note("Drawn without variants: --variant draws the game with one.", style="quiet")
    return status


@collector_paused()
def _check(source: Source) -> Found:
    """Check a source, or take the result from the cache if nothing has changed since a check that found no problems."""
    key = source.key("check", source.folder.as_posix(), drawn=True)
    entry = cache.read(key)
    if entry is not None:
        return Found([], **entry[0])
    from regelwerk_compiler.variants import trials  # the compiler is slow to load

    from ..loading.checking import keep_results, load_check_cache, run_check, save_check_cache

    settled = load_check_cache(source)
    result = run_check(source, settled)
    apart = [*trials(result)] if not source.is_changed else []
    diagnostics = result.diagnostics if source.is_changed else _with_variant_problems(result, settled)
    save_check_cache(source, settled)
    diagnostics += _card_pictures(result) + _paper_problems(source.folder, result) + _hint_problems(source, result)
    keep_results(source)
    warnings = ((silenced.diagnostic, silenced.reason) for silenced in result.silenced)
    allowed = [f"{warning.span}: {warning.code}: {reason}" for warning, reason in warnings]
    variants = sum(bool(trial.variants) for trial in apart)
    found = Found(diagnostics, allowed, len(result.sources), variants, len(apart) - variants)
    if not diagnostics:
        kept = asdict(found)
        del kept["diagnostics"]
        cache.write(key, kept)
    return found


def _with_variant_problems(base: CheckResult, settled: CheckCache | None) -> list[Diagnostic]:
    """The problems of the base, except for comments that silence something in a variant, and of the changed games."""
    from regelwerk_compiler.check.suppression import IDLE  # the compiler is slow to load
    from regelwerk_compiler.variants import check_variants

    allowing: set[Span] = set()
    found = check_variants(base, cache=settled, allowing=allowing)
    return [item for item in base.diagnostics if item.code != IDLE or item.span not in allowing] + found


def _card_pictures(result: CheckResult) -> list[Diagnostic]:
    """The pictures in chapters of cards that do not exist (E1040); those of a change may show a card that it adds."""
    from regelwerk_compiler.resolve.texts import pictures_in  # the compiler is slow to load
    from regelwerk_dsl.syntax.declarations import CardDecl, ChangeDecl
    from regelwerk_dsl.syntax.nodes import walk

    trees, diagnostics = result.read.trees if result.read else (), Diagnostics()
    shown = [(picture, span) for picture, span in pictures_in(trees) if picture.is_card]
    if not shown or result.game is None:
        return []
    changes = [one for tree in trees for one in tree.declarations if isinstance(one, ChangeDecl)]
    added = {card.name.name for one in changes for card in walk(one) if isinstance(card, CardDecl)}
    keys = [member.key for _, _, member in result.game.members()]
    for picture, span in shown:
        key = picture.drawing.removeprefix(CARD)
        changed = any(one.span.source is span.source and one.span.start <= span.start < one.span.end for one in changes)
        if key not in keys and not (changed and key.split(".")[0] in added):
            message, help_ = unknown("card", key, keys, "the game has no cards")
            diagnostics.report("E1040", span, message, help=help_)
    return diagnostics.sorted()


def _paper_problems(folder: Path, result: CheckResult) -> list[Diagnostic]:
    """The problems of layouts and sheets, icons in texts that no layout has (E0345), and missing pictures (E1040).

    Files without problems are not read again while they, the icons and the pictures stay the same.
    """
    from regelwerk_compiler.resolve.texts import pictures_in  # the compiler is slow to load
    from regelwerk_compiler.words.messages import icons_of

    icons = [*icons_of(result.messages)]
    pictures = [one for one in pictures_in(result.read.trees if result.read else ()) if not one[0].is_card]
    if not icons and not pictures and not (folder / "print").is_dir():
        return []
    names = sorted({icon.name for icon, _ in icons} | {f"picture {picture.drawing}" for picture, _ in pictures})
    key = cache.content_hash(real(folder), ["sound design", *names], drawn=True, within=cache.DESIGN)
    if cache.read(key) is not None:
        return []
    from regelwerk_printables.design import load_design  # many games have no layouts
    from regelwerk_printables.sheets import load_sheets

    diagnostics = Diagnostics()
    design = load_design(folder, diagnostics, folder.as_posix())
    if not diagnostics.has_errors:  # else the picture may be one with mistakes
        design.check_pictures(pictures, diagnostics)
    design.check_icons(icons, diagnostics)
    load_sheets(folder, folder.as_posix(), diagnostics)
    if not diagnostics.items:
        cache.write(key, {})
    return diagnostics.sorted()


def _drawing_problems(source: Source) -> list[Diagnostic]:
    """The problems that appear when cards, boards, parts and booklet are drawn; nothing is written."""
    from ..loading.compilation import load_checked  # loads the runtime
    from ..printing.making import make_files  # drawing is slow to load
    from ..printing.order import PRODUCTS, Order

    game = load_checked(source)
    order = Order(source, PRODUCTS, everything=True, languages=",".join(game.languages), proof=True)
    try:
        return make_files(order, game).diagnostics
    except InputError:  # the game has nothing to print
        return []


def _hint_problems(source: Source, result: CheckResult) -> list[Diagnostic]:
    """The problems of the hints for pictures at the terminal; names are checked only if the game has no errors."""
    if not (source.folder / HINTS).is_file():
        return []
    diagnostics = Diagnostics()
    _, found = read_hints(source.folder, source.folder.as_posix(), diagnostics)
    if found is not None and result.game is not None:
        check_hints(found, result.game, diagnostics)
    return diagnostics.sorted()


def _show_texts(game: CheckedGame, screen: Screen, lang: str) -> None:
    """Lists the cards with a text written by hand or without words for what they do, one card per family."""
    from rich.text import Text  # slow to import

    lang = lang or game.languages[0]
    families: dict[str, Card] = {}
    for card in game.cards:
        families.setdefault(card.family, card)
    count = Counter(card.wording for card in families.values())
    for first in families.values():
        if first.wording in (WRITTEN, "missing"):
            screen.say(Text.assemble((first.names.get(lang, first.key), "heading"), f"  {first.where}"))
        if first.wording == WRITTEN:
            screen.say(f"  {first.texts.get(lang, '')}")
        elif first.wording == "missing":
            screen.say("  has no words for what it does, see W0707", style="warn")
    lacking = f", {count['missing']} with words missing" if count["missing"] else ""
    screen.say(f"Card texts: {count[WRITTEN]} by hand, {count['composed']} composed, {count['none']} without{lacking}")
