"""`regelwerk explain GAME NAME` and `explain CODE`: where something comes from, and what a diagnostic means."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import click
from rich.markdown import Markdown
from rich.text import Text

from ..errors import UsageError
from ..loading.finding import code_page
from ..loading.source import Source, source_of
from ..terminal.console import Screen, plain_table
from ..terminal.options import change_options, complete_cards, game_argument, json_option, language_option

if TYPE_CHECKING:
    from regelwerk_compiler.inspect.explain.explanation import Explanation

MANY = 12  # places of print of which so many are named
CODE = re.compile(r"[EW]\d{4}", re.IGNORECASE)
EXAMPLE = re.compile(r"^(```regel) \w+$", re.MULTILINE)
"""The first line of an example on a page; the word behind it is for the tests."""

TITLED = ("erratum", "variant", "worked example", "chapter of the booklet", "source statement")
"""Kinds whose value is a title."""
PROVES = ("worked example", "chapter of the booklet", "passage of the booklet", "invariant")
"""Kinds that cite statements and implement none."""


@click.command("explain")
@game_argument("GAME|CODE", ", or a diagnostic code")
@click.argument(
    "name",
    metavar="[NAME]",
    default="",
    help="Anything that can be amended, such as a card.",
    shell_complete=complete_cards,
)
@json_option
@change_options
@language_option
def explain(game: str, name: str, json: bool, variants: tuple[str, ...], without: tuple[str, ...], lang: str) -> None:
    """Show where a value, card or rule comes from.

    Its place in the sources, its history, where it prints, its text in each language, the compiled function. With a
    diagnostic code instead of a game: what it means, with examples.
    """
    screen = Screen()
    if not name and CODE.fullmatch(game):
        _show_page(game.upper(), screen)
        return
    if not name:
        raise UsageError("explain what?", "regelwerk explain GAME NAME, or a code such as E0302")
    found = _explanation(source_of(game, variants, without), name)
    if lang:
        found.names = {language: said for language, said in found.names.items() if language == lang}
        found.texts = {language: said for language, said in found.texts.items() if language == lang}
    if json:
        data = dataclasses.asdict(found)
        del data["shown"]
        screen.json(data)
    else:
        _show(found, screen)


def _explanation(source: Source, name: str) -> Explanation:
    from regelwerk_compiler.inspect.explain.explain import Explainer  # the page of a code does without the compiler

    from ..inspect.print_places import printed_places
    from ..loading.compilation import load_compiled
    from ..loading.compiling import check_source

    explainer = Explainer(check_source(source), load_compiled(source).module)
    found = explainer.explain(name)
    if found is None:
        near = explainer.suggestions(name)
        raise UsageError(f"{source.game} has nothing called {name}", f"did you mean {', '.join(near)}?" if near else "")
    found.printed = printed_places(found, source.folder, load_compiled(source).game)
    return found


def _show(found: Explanation, screen: Screen) -> None:
    between = ": " if found.kind in TITLED else " = "
    value = f"{between}{found.value}" if found.value else ""
    screen.say(Text.assemble((found.title, "heading"), value, (f"  {found.kind}, {found.where}", "quiet")))
    _show_block("", found.source, screen)
    if found.names or found.texts:
        screen.say()
        for language in found.names or found.texts:
            said = [found.names.get(language, ""), found.texts.get(language, "")]
            screen.say(Text.assemble((f"  {language}  ", "key"), ": ".join(part for part in said if part)))
    facts = plain_table("", "")
    facts.show_header = False
    for label, fact in found.facts:
        facts.add_row(f"  {label}", fact)
    if facts.row_count:
        screen.say()
        screen.show(facts)
    if found.printed:
        from ..inspect.print_places import in_words  # loads what draws

        screen.say()
        screen.say("Prints", style="heading")
        for place in found.printed[:MANY]:
            screen.say(Text.assemble(f"  {in_words(place)}", (f"  {place.where}" if place.where else "", "quiet")))
        if len(found.printed) > MANY:
            screen.say(f"  and {len(found.printed) - MANY} more")
    if found.history:
        screen.say()
        screen.say("History", style="heading")
        for by, where, what in found.history:
            screen.say(Text.assemble(f"  {what}  ", (f"{by}, {where}", "quiet")))
    if found.cites:
        screen.say()
        screen.say("Cites" if found.kind in PROVES else "Implements", style="heading")
        for statement, gloss in found.cites:
            screen.say(Text.assemble((f"  {statement}", "key"), f"  {gloss}"))
    _show_block("Compiled", found.handler, screen)


def _show_block(heading: str, lines: list[str], screen: Screen) -> None:
    if not lines:
        return
    screen.say()
    if heading:
        screen.say(heading, style="heading")
    for line in "\n".join(lines).rstrip().splitlines():
        screen.say(f"  {line}".rstrip())


def _show_page(code: str, screen: Screen) -> None:
    page = code_page(code)
    if page is None:
        raise UsageError(f"there is no diagnostic {code}")
    text = EXAMPLE.sub(r"\1", page.read_text(encoding="utf-8"))
    if screen.is_terminal:
        screen.out.print(Markdown(text))
    else:
        screen.raw(text)
