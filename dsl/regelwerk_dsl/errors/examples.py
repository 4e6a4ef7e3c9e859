"""Messages about syntax errors, taught by examples of faulty source.

Each example is parsed once. The state of the parser at its error and the kind of the unexpected token identify the
mistake: an error with the same state and kind of token gets the same message. The examples are in `examples.yaml`.
"""

from __future__ import annotations

import textwrap
from functools import cache
from importlib.resources import files

import yaml
from msgspec import Struct

from ..grammar.keywords import KEYWORDS
from ..grammar.layout import LayoutError
from ..grammar.parser import GRAMMAR
from ..grammar.tokens import ParseError, UnexpectedTokenError
from .context import first_word

_ALIKE = {"cards": "table", "map": "table", "key": "table", "erratum": "variant"}

Key = tuple[int, str, str]


class Example(Struct, frozen=True):
    """A mistake; `pieces` are declarations that contain it, `anywhere` lets its line begin with any word."""

    message: str
    help: str
    pieces: tuple[str, ...] = ()
    anywhere: bool = False


@cache
def load_examples() -> tuple[Example, ...]:
    """All mistakes of `examples.yaml`, in its order."""
    examples = []
    for entry in yaml.safe_load((files(__package__) / "examples.yaml").read_text(encoding="utf-8")):
        bodies = (textwrap.indent(body, "    ") for body in entry.pop("statements", ()))
        pieces = (*entry.pop("pieces", ()), *(f"effect f(p: Player):\n{body}" for body in bodies))
        examples.append(Example(pieces=pieces, **entry))
    return tuple(examples)


@cache
def _by_state() -> dict[Key, Example]:
    table: dict[Key, Example] = {}
    for example in load_examples():
        for piece in example.pieces:
            found = state_of(piece)
            if found is not None:
                state, token, where = found
                table.setdefault((state, token, "" if example.anywhere else where), example)
    return table


def state_of(piece: str) -> Key | None:
    """The parser's state, the kind of token and the line's word at the first error of a piece; None if it has none."""
    layout = GRAMMAR.layout
    with GRAMMAR.reading():
        try:
            GRAMMAR.parser.parse(piece.rstrip(), start="start")
        except UnexpectedTokenError as error:
            begins = layout.line_begins
            return _key(error, piece, (error.token.start_pos) if begins else layout.line_start)
        except (ParseError, LayoutError):
            pass
    return None


def _key(error: UnexpectedTokenError, text: str, line_start: int) -> Key:
    line = first_word(text[line_start:])
    word = line if line in KEYWORDS else first_word(text)
    return error.state, error.token.type, _ALIKE.get(word, word)


def find_example(error: UnexpectedTokenError, text: str, line_start: int) -> Example | None:
    """The example whose mistake is made in the line that begins at `line_start` of the piece, or None."""
    table = _by_state()
    state, token, where = _key(error, text, line_start)
    return table.get((state, token, where)) or table.get((state, token, ""))
