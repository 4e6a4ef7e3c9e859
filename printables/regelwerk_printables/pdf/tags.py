"""The structure tree of a tagged PDF: what is a heading, a paragraph or a figure, and in which language.

Elements are recorded while pages are drawn (`begin`, `mark`, `end`) and written into the finished file by `write`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pikepdf import Array, Dictionary, Name, Object, Pdf


@dataclass(slots=True)
class _Element:
    role: str
    language: str  # where it differs from that of the element around it
    alt: str = ""
    page: int | None = None
    kids: list[_Element | int] = field(default_factory=list)  # elements, and marked content by its number on the page
    link: int | None = None  # the link that the element stands for


class StructureTree:
    """The tree of one document, which is the element `Document` in a language."""

    def __init__(self, language: str) -> None:
        self._document = _Element("Document", language)
        self._open = [self._document]
        self._roles = {"Document", "Link"}
        self._languages = [language]
        self._marks = [0]  # for each page, how many pieces of marked content it has

    @property
    def language(self) -> str:
        """Of the innermost open element."""
        return self._languages[-1]

    def begin(self, role: str, language: str = "", alt: str = "") -> None:
        element = _Element(role, language if language != self.language else "", alt)
        self._open[-1].kids.append(element)
        self._roles.add(role)
        self._open.append(element)
        self._languages.append(language or self.language)

    def end(self) -> None:
        self._open.pop()
        self._languages.pop()

    def end_page(self) -> None:
        self._marks.append(0)

    def mark(self) -> str:
        """The operator that begins a piece of marked content of the innermost element."""
        element = self._open[-1]
        element.page, number = len(self._marks) - 1, self._marks[-1]
        element.kids.append(number)
        self._marks[-1] += 1
        return f"/{element.role} <</MCID {number}>> BDC"

    def link(self, number: int) -> None:
        """Adds an element for a link: an index into what `write` gets as `links`."""
        self._open[-1].kids.append(_Element("Link", "", link=number))

    def write(self, pdf: Pdf, pages: Sequence[Object], links: Sequence[Object]) -> None:
        """Adds the tree to a file whose pages and link annotations are these."""
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        owners: list[list[Object]] = [[root] * count for count in self._marks[: len(pages)]]
        link_owners = [root] * len(links)

        roles = {role: Name("/" + role) for role in self._roles}

        def write(element: _Element, parent: Object) -> Object:
            made = pdf.make_indirect(Dictionary(S=roles[element.role], P=parent))
            if element.page is not None:
                made.Pg = pages[element.page]
            if element.language:
                made.Lang = element.language
            if element.alt:
                made.Alt = element.alt
            kids: list[Object | int] = []
            for kid in element.kids:
                if isinstance(kid, int):
                    assert element.page is not None
                    owners[element.page][kid] = made
                    kids.append(kid)
                else:
                    kids.append(write(kid, made))
            if element.link is not None:
                link_owners[element.link] = made
                kids.append(Dictionary(Type=Name.OBJR, Obj=links[element.link]))
            made.K = Array(kids)
            return made

        root.K = write(self._document, root)
        for key, page in enumerate(pages):
            page.StructParents, page.Tabs = key, Name.S
        for key, link in enumerate(links, len(pages)):
            link.StructParent = key
        parents = [part for key, owner in enumerate([*map(Array, owners), *link_owners]) for part in (key, owner)]
        root.ParentTree = pdf.make_indirect(Dictionary(Nums=Array(parents)))
        root.ParentTreeNextKey = len(pages) + len(links)
        pdf.Root.StructTreeRoot = root
        pdf.Root.MarkInfo = Dictionary(Marked=True)
