"""Tests of Markdown in chapters: line breaks of the source on paper, and icons."""

from __future__ import annotations

import pytest
from regelwerk_printables.booklet.content.elements import Note, Paragraph, plain
from regelwerk_printables.booklet.content.prose import read_markdown
from regelwerk_printables.drawing.drawing import Form, Mm


def paragraph(text: str) -> str:
    (found,) = read_markdown(text, lambda _target, _words: ())
    if isinstance(found, Note):
        (found,) = found.elements
    assert isinstance(found, Paragraph)
    return plain(found.words)


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("one line\nand another", "one line and another"),
        ("カードを引く。\n手札は6枚まで。", "カードを引く。手札は6枚まで。"),  # Japanese has no spaces between words
        ("石を**取る**\n**置く**", "石を取る置く"),
        ("石を6\n個", "石を6 個"),  # a Latin digit is not full-width
        ("> カードを引く。\n> 手札は6枚まで。", "カードを引く。手札は6枚まで。"),
        ("", None),
    ],
)
def test_line_breaks_in_paragraphs(source: str, printed: str | None) -> None:
    if printed is None:
        assert read_markdown(source, lambda _target, _words: ()) == []
    else:
        assert paragraph(source) == printed


COIN = Form("coin", Mm(10), Mm(10), ())


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("**Pay** a :coin:.", [("Pay", None), (" a ", None), ("", COIN), (".", None)]),
        ("a :purse:", [("a ", None), (":purse:", None)]),  # reported by `check`
        ("a \\:coin:, `:coin:`, 10:30:45", [("a :coin:, ", None), (":coin:", None), (", 10:30:45", None)]),
    ],
)
def test_icons_are_drawn_in_chapters(source: str, words: list[tuple[str, Form | None]]) -> None:
    (found,) = read_markdown(source, lambda _target, _words: (), {"coin": COIN}.get)
    assert isinstance(found, Paragraph)
    assert [(one.text, one.icon) for one in found.words] == words
