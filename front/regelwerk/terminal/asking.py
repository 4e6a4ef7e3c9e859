"""Options as a person at the terminal reads and types them, and the other commands of the prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from regelwerk_runtime.decision import DECLINE_KEY, Decision
from rich.table import Table
from rich.text import Text

from .console import Screen, plain_table
from .pictures.drawing import beside
from .wording import Wording

INDENT = 6  # width before the words of an option
LONG_LIST = 20  # more options are printed in columns, if they are short


def show_options(typed: Sequence[str], texts: Sequence[str], screen: Screen) -> None:
    """Prints options, each after its input; numbers whose input is the number itself share a line."""
    for plain, pairs in groupby(zip(typed, texts, strict=True), lambda pair: pair[0] == pair[1]):
        if plain:
            screen.say(Text(" ".join(f"{number:>4}" for number, _ in pairs), style="key"))
            continue
        options = [Text.assemble((f"{number:>4}", "key"), "  ", text) for number, text in pairs]
        for line in _folded(options, screen) if screen.is_terminal else options:
            screen.say(line)


def _folded(options: Sequence[Text], screen: Screen) -> Iterator[Text]:
    """The lines of options on a terminal: long options are wrapped, many short ones arranged in columns."""
    width = screen.out.width
    columns = max(1, width // (max(option.cell_len for option in options) + 2)) if len(options) > LONG_LIST else 1
    high = -(-len(options) // columns)
    if columns > 1:
        yield from (beside(options[at::high], width // columns) for at in range(high))
        return
    for option in options:
        if option.cell_len <= width or width <= 2 * INDENT:
            yield option
            continue
        first, *more = option[INDENT:].wrap(screen.out, width - INDENT)
        for at, line in enumerate([first, *more]):
            line.rstrip()
            yield Text(" " * INDENT).append_text(line) if at else option[:INDENT].append_text(line)


def typed_of(decision: Decision) -> list[str]:
    """The input for each option of a decision. Options about players are numbered, since seats are not displayed."""
    seats = any(argument.kind == "Player" for option in decision.options for argument in option.args)
    return [str(number) for number in range(1, len(decision.keys) + 1)] if seats else typed_for(decision.keys)


def option_named(word: str, decision: Decision) -> int | None:
    """The index of the option that a person has typed: its input, or its key unless that is a number; None if none
    fits.
    """
    typed = typed_of(decision)
    keys = ["" if key.isdecimal() else key for key in decision.keys]
    return next((words.index(word) for words in (typed, keys) if word and word in words), None)


def typed_for(keys: Sequence[str]) -> list[str]:
    """The input for each option: its place in the list, or the number itself if the options are numbers.

    With numbers, 0 declines, unless 0 is one of them.
    """
    numbers = ["0" if key == DECLINE_KEY else key for key in keys]
    if all(number.removeprefix("-").isdecimal() for number in numbers) and len(set(numbers)) == len(numbers):
        return numbers
    return [str(number) for number in range(1, len(keys) + 1)]


def help_table(tr: Wording) -> Table:
    """The commands of the prompt, with their effects."""
    resume = "regelwerk play --resume FILE"
    table = plain_table("", "")
    table.show_header = False
    for key, does in (
        (tr("a number"), tr("choose that option (its name in the sources works too)")),
        ("h", tr("hint: what a search thinks of your options")),
        ("v", tr("view: everything that you may see")),
        ("c", tr("cards: the texts of the cards that you see")),
        (tr("c NAME"), tr("text of the card with that name, or a part of the name")),
        ("l", tr("log: everything that has happened")),
        ("p", tr("pauses between the turns of the others, on or off")),
        ("u", tr("take back your last choice")),
        ("s", tr("save and leave; {command} continues", command=resume)),
        ("q", tr("leave without saving")),
        ("?", tr("this help")),
    ):
        table.add_row(f"  {key}", does)
    return table
