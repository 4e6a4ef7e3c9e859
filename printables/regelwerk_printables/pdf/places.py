"""Anchors, links and bookmarks of a document: recorded while pages are drawn, written into the finished file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pikepdf import Array, Dictionary, Name, Object, OutlineItem, Pdf, String

from ..drawing.drawing import Bookmark


@dataclass(slots=True)
class Places:
    """Places by page (from 0), in points from its lower left corner."""

    anchors: dict[str, tuple[int, float]] = field(default_factory=dict)  # by name: page and height
    links: list[tuple[int, list[float], str]] = field(default_factory=list)  # page, rectangle, target

    def add_anchor(self, name: str, page: int, y: float) -> None:
        if name in self.anchors:
            raise ValueError(f"the anchor is there twice: {name}")
        self.anchors[name] = page, y

    def write_links(self, pdf: Pdf, pages: Sequence[Object]) -> list[Object]:
        """The annotations of all links, in order, each on its page."""
        on_page: dict[int, list[Object]] = {}
        found: list[Object] = []
        for page, rectangle, target in self.links:
            # flag 4: the link is printed with its page, as PDF/A asks
            link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array(rectangle), Border=Array([0, 0, 0]), F=4)
            if ":" in target:
                link.A = Dictionary(S=Name.URI, URI=String(target))
            elif target in self.anchors:
                link.Dest = self._destination(pages, target)
            else:
                raise ValueError(f"a link leads to no anchor: {target}")
            found.append(pdf.make_indirect(link))
            on_page.setdefault(page, []).append(found[-1])
        for number, links in on_page.items():
            pages[number].Annots = Array(links)
        return found

    def write_outline(self, pdf: Pdf, pages: Sequence[Object], bookmarks: Iterable[Bookmark]) -> None:
        with pdf.open_outline() as outline:
            above = [outline.root]  # the entries of each level that the next one may be added to
            for bookmark in bookmarks:
                item = OutlineItem(bookmark.title, self._target(pages, bookmark))
                del above[bookmark.level + 1 :]
                above[-1].append(item)
                above.append(item.children)
        if outline.root:
            pdf.Root.PageMode = Name.UseOutlines

    def _target(self, pages: Sequence[Object], bookmark: Bookmark) -> Array:
        if bookmark.anchor:
            if bookmark.anchor not in self.anchors:
                raise ValueError(f"the bookmark `{bookmark.title}` leads to no anchor: {bookmark.anchor}")
            return self._destination(pages, bookmark.anchor)
        if not 0 <= bookmark.page < len(pages):
            raise ValueError(f"the bookmark `{bookmark.title}` leads to page {bookmark.page} of {len(pages)}")
        return Array([pages[bookmark.page], Name.Fit])

    def _destination(self, pages: Sequence[Object], anchor: str) -> Array:
        page, y = self.anchors[anchor]
        return Array([pages[page], Name.XYZ, 0, y, 0])
