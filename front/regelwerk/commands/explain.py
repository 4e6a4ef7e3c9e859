"""`regelwerk explain GAME NAME` and `explain CODE`: the origin of a name, and the meaning of a diagnostic code."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from ..errors import UsageError
from ..loading.source import Source, code_page, source_of
from ..terminal.console import Screen, plain_table
from ..terminal.options import change_options, complete_cards, game_argument, json_option, language_option

if TYPE_CHECKING:
    from regelwerk_compiler.inspect.explain.declared import Explanation

MANY = 12  # most places in print that are listed
CODE = re.compile(r"[EW]\d{4}", re.IGNORECASE)
EXAMPLE = re.compile(r"^(```regel) \w+$", re.MULTILINE)
"""The first line of an example on a page; its last word is for the tests."""

TITLED = ("erratum", "variant", "worked example", "chapter of the booklet", "source statement")
"""Kinds whose value is a title."""
PROVES = ("worked example", "chapter of the booklet", "passage of the booklet", "invariant")
"""Kinds that cite statements but do not implement them."""


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

    Shows its place in the sources, its history, where it is printed, its text in each language, and the compiled
    function. With a diagnostic code instead of a game, shows what the code means, with examples.
    """
    screen = Screen()
    if not name and CODE.fullmatch(game):
        _show_page(game.upper(), screen)
        return
    if not name:
        raise UsageError("name what to explain", "regelwerk explain GAME NAME, or a code such as E0302")
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
    from ..loading.checking import check_source
    from ..loading.compilation import load_compiled

    made = load_compiled(source)
    explainer = Explainer(check_source(source), made.module.splitlines(), made.handlers)
    found = explainer.explain(name)
    if found is None:
        near = explainer.suggestions(name)
        raise UsageError(f"{source.game} has nothing called {name}", f"did you mean {', '.join(near)}?" if near else "")
    found.printed = printed_places(found, source.folder, made.game)
    return found


def _show(found: Explanation, screen: Screen) -> None:
    between = ": " if found.kind in TITLED else " = "
    value = f"{between}{found.value}" if found.value else ""
    screen.say(Text.assemble((found.title, "heading"), value, (f"  {found.kind}, {found.where}", "quiet")))
    said = []
    for language in found.names or found.texts:
        words = filter(None, (found.names.get(language), found.texts.get(language)))
        said.append(Text.assemble((f"  {language}  ", "key"), ": ".join(words)))
    facts = plain_table("", "")
    facts.show_header = False
    for label, fact in found.facts:
        facts.add_row(f"  {label}", fact)
    history = [Text.assemble(f"  {what}  ", (f"{by}, {where}", "quiet")) for by, where, what in found.history]
    cites = [Text.assemble((f"  {statement}", "key"), f"  {gloss}") for statement, gloss in found.cites]
    _section("", _indented(found.source), screen)
    _section("", said, screen)
    _section("", [facts] if facts.row_count else [], screen)
    _section("Prints", _printed(found), screen)
    _section("History", history, screen)
    _section("Cites" if found.kind in PROVES else "Implements", cites, screen)
    _section("Compiled", _indented(found.handler), screen)


def _printed(found: Explanation) -> list[str | Text]:
    if not found.printed:
        return []
    from ..inspect.print_places import in_words  # loads what draws

    lines: list[str | Text] = [
        Text.assemble(f"  {in_words(place)}", (f"  {place.where}" if place.where else "", "quiet"))
        for place in found.printed[:MANY]
    ]
    return lines + [f"  and {len(found.printed) - MANY} more"] * (len(found.printed) > MANY)


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}".rstrip() for line in "\n".join(lines).rstrip().splitlines()]


def _section(heading: str, lines: Sequence[str | Text | Table], screen: Screen) -> None:
    """Lines under a heading, or after a blank line if there is no heading; nothing if there are no lines."""
    if not lines:
        return
    screen.say()
    if heading:
        screen.say(heading, style="heading")
    for line in lines:
        if isinstance(line, Table):
            screen.show(line)
        else:
            screen.say(line)


def _show_page(code: str, screen: Screen) -> None:
    page = code_page(code)
    if page is None:
        raise UsageError(f"there is no diagnostic {code}")
    text = EXAMPLE.sub(r"\1", page.read_text(encoding="utf-8"))
    if screen.is_terminal:
        screen.out.print(Markdown(text))
    else:
        screen.raw(text)
