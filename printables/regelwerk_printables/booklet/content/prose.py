"""The reader of Markdown prose: a block as elements; the caller supplies the words of links.

It understands headings, paragraphs, lists, `>` notes, tables, **terms**, *emphasis*, `code` as plain words, links, and
icons such as `:coin:`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from unicodedata import east_asian_width

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.tree import SyntaxTreeNode
from msgspec.structs import replace
from regelwerk_compiler.checked.marks import ICON

from .elements import Element, Heading, Icons, Inline, Note, Paragraph, Table, Words, no_icon

BULLETS = ("•", "–", "·")

PLAIN = Inline("")
SOFT = Inline("\n")  # a line break in the source
Reference = Callable[[str, str], Words]  # target and words of a link -> printed words
Inlines = Callable[[Iterable[SyntaxTreeNode]], Iterator[Inline]]


def _icon(state: StateInline, silent: bool) -> bool:
    """The rule of the Markdown parser for `:coin:`."""
    found = ICON.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("icon", "", 0).content = found["icon"]
    state.pos = found.end()
    return True


_MARKDOWN = MarkdownIt("commonmark").enable("table")
_MARKDOWN.inline.ruler.push("icon", _icon)


def read_markdown(text: str, refer: Reference, icons: Icons = no_icon) -> list[Element]:
    """The elements of a text in order; its headings are at least one level below that of a chapter."""
    found = SyntaxTreeNode(_MARKDOWN.parse(text))
    return list(_elements(found.children, partial(_words, refer=refer, icons=icons)))


def _elements(nodes: Iterable[SyntaxTreeNode], inline: Inlines) -> Iterator[Element]:
    for node in nodes:
        match node.type:
            case "heading":
                yield Heading(_inline(node, inline), min(max(2, int(node.tag[1:])), 3))
            case "paragraph":
                yield Paragraph(_inline(node, inline))
            case "bullet_list" | "ordered_list":
                yield from _items(node, inline, 0)
            case "blockquote":
                yield Note(tuple(_elements(node.children, inline)))
            case "table":
                yield _table(node, inline)
            case "fence" | "code_block":
                yield Paragraph((Inline(node.content.strip()),))
            case _:
                pass  # a rule, a comment: nothing to print


def _items(items: SyntaxTreeNode, inline: Inlines, depth: int) -> Iterator[Paragraph]:
    """The items of a list as paragraphs; lists within it are indented one step further."""
    first = int(items.attrs.get("start", 1))
    for number, item in enumerate(items.children, first):
        label = f"{number}." if items.type == "ordered_list" else BULLETS[depth % len(BULLETS)]
        for node in item.children:
            match node.type:
                case "paragraph":
                    yield Paragraph(_inline(node, inline), label, depth + 1)
                    label = " "  # a second paragraph of the item comes below the first
                case "bullet_list" | "ordered_list":
                    yield from _items(node, inline, depth + 1)
                case _:
                    pass


def _table(table: SyntaxTreeNode, inline: Inlines) -> Table:
    head, *rows = (row for section in table.children for row in section.children)
    numbers = tuple("right" in str(cell.attrs.get("style", "")) for cell in head.children)
    headings, *cells = (tuple(_inline(cell, inline) for cell in row.children) for row in (head, *rows))
    return Table(headings, tuple(cells), numbers)


def _inline(node: SyntaxTreeNode, inline: Inlines) -> Words:
    """The words of a paragraph, a heading or a cell."""
    return _on_one_line([word for one in node.children for word in inline(one.children)])


def _words(nodes: Iterable[SyntaxTreeNode], refer: Reference, icons: Icons, look: Inline = PLAIN) -> Iterator[Inline]:
    """The words within some nodes, in the style of the text around them."""
    for node in nodes:
        match node.type:
            case "strong":
                yield from _words(node.children, refer, icons, replace(look, bold=True, term=True))
            case "em":
                yield from _words(node.children, refer, icons, replace(look, italic=True))
            case "link":
                shown = "".join(inner.content for inner in node.walk() if not inner.children)
                target = str(node.attrs.get("href", ""))
                yield from (
                    replace(one, bold=one.bold or look.bold, italic=look.italic) for one in refer(target, shown)
                )
            case "icon":
                icon = icons(node.content)
                yield replace(look, text="" if icon else f":{node.content}:", icon=icon)
            case "softbreak":
                yield SOFT
            case "hardbreak":
                yield Inline("\n")
            case _ if node.content:
                yield replace(look, text=node.content)
            case _:
                pass


def _on_one_line(words: Sequence[Inline]) -> Words:
    """The words with a blank for each line break, or none between two full-width characters."""
    found: list[Inline] = []
    for one, after in zip_longest(words, words[1:]):
        if one is not SOFT:
            found.append(one)
        elif after is not None and not (found and _is_wide(found[-1].text[-1:]) and _is_wide(after.text[:1])):
            found.append(Inline(" "))
    return tuple(found)


def _is_wide(char: str) -> bool:
    return bool(char) and east_asian_width(char) in "WF"
