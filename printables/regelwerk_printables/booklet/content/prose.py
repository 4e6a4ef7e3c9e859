"""Reader of Markdown prose: a block as elements; the caller says what a link prints.

Understood are headings, paragraphs, lists, `>` notes, tables, **terms**, *emphasis*, `code` as plain words, and links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from unicodedata import east_asian_width

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .elements import Element, Heading, Inline, Note, Paragraph, Table, Words

BULLETS = ("•", "–", "·")

SOFT = Inline("\n")  # the end of a line in the source
_MARKDOWN = MarkdownIt("commonmark").enable("table")

Reference = Callable[[str, str], Words]  # where a link leads and its words -> what is printed


def read_markdown(text: str, refer: Reference) -> list[Element]:
    """The elements of a text in order; headings are one level below a chapter's at least."""
    return list(_Reader(_MARKDOWN.parse(text), refer).elements())


class _Reader:
    """Goes through the parser's tokens once."""

    def __init__(self, tokens: list[Token], refer: Reference) -> None:
        self.tokens, self.refer = tokens, refer
        self.at = 0

    def elements(self, end: str = "") -> Iterator[Element]:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token.type == end:
                return
            match token.type:
                case "heading_open":
                    level = max(2, int(token.tag[1:]))
                    yield Heading(self.inline(), min(level, 3))
                    self.at += 1
                case "paragraph_open":
                    yield Paragraph(self.inline())
                    self.at += 1
                case "bullet_list_open" | "ordered_list_open":
                    yield from self.items(token, 0)
                case "blockquote_open":
                    yield Note(tuple(self.elements("blockquote_close")))
                case "table_open":
                    yield self.table()
                case "fence" | "code_block":
                    yield Paragraph((Inline(token.content.strip()),))
                case _:
                    pass  # a rule, a comment: nothing to print

    def items(self, opened: Token, depth: int) -> Iterator[Paragraph]:
        """The items of a list as paragraphs, those of lists within it one step deeper."""
        numbered = opened.type == "ordered_list_open"
        end = opened.type.replace("_open", "_close")
        number = int(opened.attrs.get("start", 1))
        label = ""
        while self.tokens[self.at].type != end:
            token = self.tokens[self.at]
            self.at += 1
            match token.type:
                case "list_item_open":
                    label = f"{number}." if numbered else BULLETS[depth % len(BULLETS)]
                    number += 1
                case "paragraph_open":
                    yield Paragraph(self.inline(), label, depth + 1)
                    label = " "  # a second paragraph of the item stands below the first
                case "bullet_list_open" | "ordered_list_open":
                    yield from self.items(token, depth + 1)
                case _:
                    pass
        self.at += 1

    def table(self) -> Table:
        headings: list[Words] = []
        rows: list[list[Words]] = []
        numbers: list[bool] = []
        while self.tokens[self.at].type != "table_close":
            token = self.tokens[self.at]
            self.at += 1
            match token.type:
                case "th_open":
                    numbers.append("right" in str(token.attrs.get("style", "")))
                    headings.append(self.inline())
                case "tr_open":
                    rows.append([])
                case "td_open":
                    rows[-1].append(self.inline())
                case _:
                    pass
        self.at += 1
        return Table(tuple(headings), tuple(tuple(row) for row in rows if row), tuple(numbers))

    def inline(self) -> Words:
        """The next token's words."""
        found: list[Inline] = []
        bold = term = False
        target: str | None = None
        linked: list[str] = []
        children = self.tokens[self.at].children or []
        self.at += 1
        for child in children:
            match child.type:
                case "strong_open":
                    bold = term = True
                case "em_open":
                    bold = True
                case "strong_close" | "em_close":
                    bold = term = False
                case "link_open":
                    target, linked = str(child.attrs.get("href", "")), []
                case "link_close":
                    found += [replace(one, bold=one.bold or bold) for one in self.refer(target or "", "".join(linked))]
                    target = None
                case "softbreak":
                    found.append(SOFT)
                case "hardbreak":
                    found.append(Inline("\n"))
                case _ if target is not None:
                    linked.append(child.content)
                case _ if child.content:
                    found.append(Inline(child.content, bold, term))
                case _:
                    pass
        return _on_one_line(found)


def _on_one_line(words: Sequence[Inline]) -> Words:
    """The words with a blank where a line ended, and with none between two full-width characters."""
    found: list[Inline] = []
    for one, after in zip_longest(words, words[1:]):
        if one is not SOFT:
            found.append(one)
        elif after is not None and not (found and _is_wide(found[-1].text[-1:]) and _is_wide(after.text[:1])):
            found.append(Inline(" "))
    return tuple(found)


def _is_wide(char: str) -> bool:
    return bool(char) and east_asian_width(char) in "WF"
