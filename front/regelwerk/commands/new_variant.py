"""The text of a new variant: a template with comments, filled with names of the game, and sound as it stands.

The comments show the forms of a change. Where the game is known they name its own values, rules and cards, and one
value is amended already, to what it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from regelwerk_dsl import syntax as syn

if TYPE_CHECKING:
    from regelwerk_compiler.declare.collect import Declarations

LIVE = "#LIVE"
SAMPLES = {
    "#VALUE": "amend goal: 50 -> 40",
    "#RULE": "replace define goal -> Int = 40",
    "#REMOVE": "remove name_of_a_card",
    "#COPIES": "amend name_of_a_card.copies: 2 -> 3",
    "#EXPECT": "goal is 40",
}
"""What the comments say where the game is not known."""


def variant_text(name: str, title: str, file: str, game: str, table: Declarations | None) -> str:
    """The text of a variant that changes nothing yet.

    Args:
        name: of the variant, a name of the language.
        title: in the reader's words.
        file: as commands name it.
        game: as commands name it; "" where it is not known.
        table: the declarations of the game; None where it is not known.
    """
    text = files("regelwerk").joinpath("template_variant", "variant.regel").read_text(encoding="utf-8")
    samples = dict(SAMPLES)
    live = ""
    if table is not None:
        name = _free(name, table)
        values = list(_values(table))
        if values:
            path, value = values[0]
            live = f"    amend {path}: {value} -> {value}  # the second one is yours\n"
            other, its = values[-1]
            samples["#VALUE"] = f"amend {other}: {its} -> {its}"
            samples["#EXPECT"] = f"{path} is {value}"
        samples |= _of_cards(table)
        rule = min(_rules(table), key=len, default="")
        samples["#RULE"] = f"replace {rule}" if rule else samples["#RULE"]
    text = text.replace(f"    {LIVE}\n", live)
    for mark, sample in samples.items():
        text = text.replace(mark, sample)
    words = {"GAME": game or "GAME", "FILE": file, "NAME": name, "TITLE": title.replace('"', "'")}
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text


def _free(name: str, table: Declarations) -> str:
    """The name, with a number where a change or a chapter of the game has it already."""
    number, free = 1, name
    while free in table.changes or free in table.chapters:
        number += 1
        free = f"{name}_{number}"
    return free


def _values(table: Declarations) -> Iterator[tuple[str, str]]:
    """What is a plain number: definitions, then cells of tables."""
    for define in table.defines.values():
        if not define.params and isinstance(define.body, syn.Number):
            yield define.name.name, define.body.span.text
    for name, enum in table.enums.items():
        if isinstance(enum, syn.TableDecl):
            for row in enum.rows:
                for column, cell in zip(enum.columns, row.cells, strict=False):
                    if isinstance(cell.value, syn.Number):
                        yield f"{name}.{row.key}.{column.name}", cell.value.span.text


def _rules(table: Declarations) -> Iterator[str]:
    """Rules of one line."""
    for define in table.defines.values():
        text = define.span.text
        if define.params and "\n" not in text and not isinstance(define.body, syn.Block):
            yield text


def _of_cards(table: Declarations) -> dict[str, str]:
    """The lines about cards, if there are any."""
    for key, card in table.cards.items():
        copies = card.copies.span.text.removeprefix("x") if card.copies is not None else "1"
        return {"#REMOVE": f"remove {key}", "#COPIES": f"amend {key}.copies: {copies} -> {copies}"}
    return {}
