"""Elements and pieces of marked content go in; the PDF's structure tree comes out, packed page by page.

The tree tells readers aloud and programs what is a heading, what a paragraph, and in which language. Its nodes are
small and many, so they are written as soon as their page is done and kept packed, as object streams.
"""

from __future__ import annotations

import zlib
from codecs import BOM_UTF16_BE
from collections.abc import Callable
from dataclasses import dataclass, field

PACK = 200  # objects in one stream, at least


@dataclass(frozen=True, slots=True)
class ObjectStream:
    """Objects without streams of their own, packed: their numbers in order, and the stream's dictionary and data."""

    numbers: tuple[int, ...]
    head: str
    data: bytes


@dataclass(slots=True)
class _Element:
    number: int
    role: str
    parent: int
    language: str
    alt: str
    kids: list[str] = field(default_factory=list)

    def code(self) -> str:
        """The object, but for its page and its end."""
        code = f"<</Type/StructElem/S/{self.role}/P {self.parent} 0 R/K[{' '.join(self.kids)}]"
        if self.language:
            code += f"/Lang {text_string(self.language)}"
        return f"{code}/Alt {text_string(self.alt)}" if self.alt else code


class StructureTree:
    """The tree while pages are written."""

    def __init__(self, reserve: Callable[[], int], language: str) -> None:
        """`reserve` gives numbers for new objects of the file."""
        self._reserve = reserve
        self.root = reserve()
        self._top = _Element(reserve(), "Document", self.root, language, "")
        self._open = [self._top]
        self._languages = [language]
        self._marks: list[int] = []  # for each piece of marked content of the page, its element
        self._done: list[tuple[int, str]] = []
        self._of_page = 0  # how many of these wait for the number of their page
        self._parents: list[str] = []  # from the numbers of pages and links back to their elements
        self.packed: list[ObjectStream] = []

    @property
    def language(self) -> str:
        """Of the innermost open element."""
        return self._languages[-1]

    def begin(self, role: str, language: str = "", alt: str = "") -> None:
        parent = self._open[-1]
        own = language if language != self._languages[-1] else ""
        element = _Element(self._reserve(), role, parent.number, own, alt)
        parent.kids.append(f"{element.number} 0 R")
        self._open.append(element)
        self._languages.append(language or self._languages[-1])

    def end(self) -> None:
        element = self._open.pop()
        self._languages.pop()
        self._done.append((element.number, element.code()))

    def mark(self) -> str:
        """The operator that begins a piece of marked content of the innermost element."""
        element = self._open[-1]
        number = len(self._marks)
        element.kids.append(str(number))
        self._marks.append(element.number)
        return f"/{element.role} <</MCID {number}>> BDC"

    def link(self, annotation: int) -> None:
        """An element for a link, which is an object of its own; `next_key` before it is its key."""
        self.begin("Link")
        self._open[-1].kids.append(f"<</Type/OBJR/Obj {annotation} 0 R>>")
        self._parents.append(f"{self._open[-1].number} 0 R")
        self.end()

    @property
    def next_key(self) -> int:
        """The key by which the next page or link leads to its elements."""
        return len(self._parents)

    def end_page(self, page: int) -> int:
        """Writes the elements of a page, which is this object of the file, and returns the page's key."""
        for at in range(self._of_page, len(self._done)):
            number, code = self._done[at]
            self._done[at] = number, f"{code}/Pg {page} 0 R>>"
        self._of_page = len(self._done)
        self._parents.append(f"[{' '.join(f'{number} 0 R' for number in self._marks)}]")
        self._marks = []
        if len(self._done) >= PACK:
            self._pack()
        return len(self._parents) - 1

    def finish(self) -> None:
        """Writes the top of the tree; nothing can be added after it."""
        numbers = " ".join(f"{key} {elements}" for key, elements in enumerate(self._parents))
        parents = self._reserve()
        root = f"<</Type/StructTreeRoot/K {self._top.number} 0 R/ParentTree {parents} 0 R"
        self._done += [
            (self._top.number, self._top.code() + ">>"),
            (parents, f"<</Nums[{numbers}]>>"),
            (self.root, f"{root}/ParentTreeNextKey {len(self._parents)}>>"),
        ]
        self._pack()

    def _pack(self) -> None:
        self.packed.append(pack(self._done))
        self._done, self._of_page = [], 0


def pack(objects: list[tuple[int, str]]) -> ObjectStream:
    """Objects with their numbers as one stream (PDF 1.7, 7.5.7)."""
    places, at = [], 0
    for number, code in objects:
        places.append(f"{number} {at}")
        at += len(code) + 1
    head = " ".join(places) + "\n"
    data = zlib.compress((head + "\n".join(code for _, code in objects)).encode("ascii"))
    entries = f"/Type/ObjStm/N {len(objects)}/First {len(head)}/Filter/FlateDecode/Length {len(data)}"
    return ObjectStream(tuple(number for number, _ in objects), f"<<{entries}>>", data)


def text_string(text: str) -> str:
    """A text as PDF writes it outside of pages."""
    return f"<{(BOM_UTF16_BE + text.encode('utf-16-be')).hex()}>"
