"""The structure of a document: its tags, anchors, links and outline.

They are recorded while pages are drawn, and written into the finished file with pikepdf. Pages are numbered from 0,
places are points from the lower left corner of their page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, field
from pikepdf import Array, Dictionary, Name, Object, OutlineItem, PageLocation, Pdf, String, make_page_destination

from ..drawing.drawing import Bookmark


class _Link(Struct, frozen=True):
    page: int
    rectangle: list[float]
    target: str
    words: str


class _Element(Struct):
    role: str
    language: str
    alt: str = ""
    page: int = 0
    kids: list[_Element | _Link | int] = field(default_factory=list)  # an integer: marked content by its number
    scope: Name = Name.Column  # of a table heading

    @property
    def cells(self) -> list[_Element]:
        """The elements within it."""
        return [kid for kid in self.kids if isinstance(kid, _Element)]


CELLS = ("TH", "TD")
HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")


class Structure:
    """The structure tree of one document, which is the element `Document` in a language, and the places in it."""

    def __init__(self, language: str) -> None:
        self._document = _Element("Document", language)
        self._open = [self._document]
        self._headings: list[str] = []  # the open one on each level, by its original role
        self._marks = [0]  # for each page, its number of pieces of marked content
        self._anchors: dict[str, tuple[int, float]] = {}  # by name: page and height

    @property
    def _page(self) -> int:
        return len(self._marks) - 1

    def begin(self, role: str, language: str = "", alt: str = "") -> None:
        """Begins an element. Headings get their level in the outline: the first one has the first level, and no level
        is left out.
        """
        if role in HEADINGS:
            while self._headings and self._headings[-1] >= role:
                self._headings.pop()
            self._headings.append(role)
            role = HEADINGS[len(self._headings) - 1]
        element = _Element(role, language or self._open[-1].language, alt)
        self._open[-1].kids.append(element)
        self._open.append(element)

    def end(self) -> None:
        """Ends the innermost element. In a table without a head the first cells say what their rows are about."""
        ended = self._open.pop()
        if ended.role == "Table":
            rows = [[cell for cell in row.cells if cell.role in CELLS] for row in ended.cells if row.role == "TR"]
            if not any(cell.role == "TH" for cells in rows for cell in cells):
                for first, *_ in filter(None, rows):
                    first.role, first.scope = "TH", Name.Row

    def end_page(self) -> None:
        self._marks.append(0)

    def mark(self) -> str:
        """The operator that begins a piece of marked content of the innermost element."""
        element = self._open[-1]
        element.page, number = self._page, self._marks[-1]
        element.kids.append(number)
        self._marks[-1] += 1
        return f"/{element.role} <</MCID {number}>> BDC"

    def anchor(self, name: str, y: float) -> None:
        if name in self._anchors:
            raise ValueError(f"two anchors have the name {name}")
        self._anchors[name] = self._page, y

    def link(self, rectangle: list[float], target: str, words: str = "") -> None:
        """Adds a link; its alternative text is `words`, or by default its target."""
        self._open[-1].kids.append(_Link(self._page, rectangle, target, words or target))

    def write(self, pdf: Pdf, bookmarks: Iterable[Bookmark]) -> None:
        """Adds everything to the file with the drawn pages.

        Raises:
            ValueError: a link or bookmark leads to an anchor or page that does not exist.
        """
        _Writer(pdf, self._anchors, self._marks[:-1]).write(self._document, bookmarks)


def label_pages(pdf: Pdf, labels: Sequence[str]) -> None:
    """Gives pages their names in viewers; those without one keep their numbers."""
    if not any(labels):
        return
    named: list[Object | int] = []
    for at, label in enumerate(labels):
        named += [at, Dictionary(P=String(label)) if label else Dictionary(S=Name.D, St=at + 1)]
    pdf.Root.PageLabels = pdf.make_indirect(Dictionary(Nums=Array(named)))


class _Writer:
    def __init__(self, pdf: Pdf, anchors: dict[str, tuple[int, float]], marks: list[int]) -> None:
        self._pdf = pdf
        self._anchors = anchors
        self._pages = [page.obj for page in pdf.pages]
        self._root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        # the elements that pages and links belong to, by the number that each of these has as `StructParent`
        self._owners: list[Object] = [Array([self._root] * count) for count in marks]

    def write(self, document: _Element, bookmarks: Iterable[Bookmark]) -> None:
        for key, page in enumerate(self._pages):
            page.StructParents, page.Tabs = key, Name.S
        self._root.K = self._element(document, self._root, "")
        parents = [part for pair in enumerate(self._owners) for part in pair]
        self._root.ParentTree = self._pdf.make_indirect(Dictionary(Nums=Array(parents)))
        self._root.ParentTreeNextKey = len(self._owners)
        self._pdf.Root.StructTreeRoot = self._root
        self._pdf.Root.MarkInfo = Dictionary(Marked=True)
        self._outline(bookmarks)

    def _element(self, element: _Element, parent: Object, language: str) -> Object:
        made = self._pdf.make_indirect(Dictionary(S=Name("/" + element.role), P=parent))
        if element.language != language:
            made.Lang = element.language
        if element.alt:
            made.Alt = element.alt
        if element.role == "TH":
            made.A = Dictionary(O=Name.Table, Scope=element.scope)
        kids: list[Object | int] = []
        for kid in element.kids:
            if isinstance(kid, int):
                made.Pg = self._pages[element.page]
                self._owners[element.page][kid] = made
                kids.append(kid)
            elif isinstance(kid, _Element):
                kids.append(self._element(kid, made, element.language))
            else:
                kids.append(self._link(kid, made))
        element.kids.clear()  # avoids a second copy of a large tree
        made.K = kids[0] if len(kids) == 1 else Array(kids)
        return made

    def _link(self, link: _Link, parent: Object) -> Object:
        """The element of a link, whose annotation is added to its page."""
        # flag 4: the link is printed with its page, as PDF/A asks
        made = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array(link.rectangle), Border=Array([0, 0, 0]), F=4)
        made.Contents = String(link.words)
        if ":" in link.target:
            made.A = Dictionary(S=Name.URI, URI=String(link.target))
        elif link.target in self._anchors:
            made.Dest = self._destination(link.target)
        else:
            raise ValueError(f"there is no anchor for the link {link.target}")
        made.StructParent = len(self._owners)
        annotation, page = self._pdf.make_indirect(made), self._pages[link.page]
        if "/Annots" not in page:
            page.Annots = Array()
        page.Annots.append(annotation)
        reference = Dictionary(Type=Name.OBJR, Obj=annotation)
        element = Dictionary(S=Name.Link, P=parent, K=reference, Alt=String(link.words))
        self._owners.append(self._pdf.make_indirect(element))
        return self._owners[-1]

    def _outline(self, bookmarks: Iterable[Bookmark]) -> None:
        with self._pdf.open_outline() as outline:
            above = [outline.root]  # the entries of each level that the next one may be added to
            for bookmark in bookmarks:
                item = OutlineItem(bookmark.title, self._target(bookmark))
                del above[bookmark.level + 1 :]
                above[-1].append(item)
                above.append(item.children)
        if outline.root:
            self._pdf.Root.PageMode = Name.UseOutlines

    def _target(self, bookmark: Bookmark) -> Array:
        if bookmark.anchor:
            if bookmark.anchor not in self._anchors:
                raise ValueError(f"the bookmark `{bookmark.title}` leads to an unknown anchor: {bookmark.anchor}")
            return self._destination(bookmark.anchor)
        if not 0 <= bookmark.page < len(self._pages):
            raise ValueError(f"the bookmark `{bookmark.title}` leads to page {bookmark.page} of {len(self._pages)}")
        return make_page_destination(self._pdf, bookmark.page)

    def _destination(self, anchor: str) -> Array:
        page, y = self._anchors[anchor]
        return make_page_destination(self._pdf, page, PageLocation.XYZ, top=y)
