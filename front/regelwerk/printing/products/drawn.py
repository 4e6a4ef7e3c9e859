"""Boards and parts, such as tiles and markers: drawings of their own size, on paper or as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace
from regelwerk_printables.design.session import Printed
from regelwerk_printables.drawing.drawing import Bookmark, Drawing, Page
from regelwerk_printables.impose import tiles
from regelwerk_printables.impose.faces import in_size, is_near, nearest_size, stamped
from regelwerk_printables.impose.packing import pack
from regelwerk_printables.impose.places import NoPlaceError
from regelwerk_printables.sheets import Backs, Sheet, Size

from ...errors import InputError, UsageError
from ...inspect.text_boxes import texts_of_drawings
from ..print_run import Language, PrintRun, no_place, on_drawing
from ..printout import Made


def make(run: PrintRun, language: Language, product: str) -> Iterator[Made]:
    """The files of all boards or parts: a PDF for each language and sheet, or pictures; small parts share pages.

    Raises:
        InputError: no sheet has a size for any of them, and they were ordered by name.
    """
    has_place, unfit = run.order.png, list[str]()
    draw = run.design.boards if product == "board" else run.design.parts
    for one in language:
        drawn = _marked(run, draw(run.marked(run.game), one, run.diagnostics), one)
        if run.is_stopped or not drawn:
            return
        if run.order.png:
            yield from _pictures(run, drawn, product, one)
            continue
        for name in run.order.papers:
            sheet = run.sheet(name)
            sizes = sheet.boards if product == "board" else sheet.parts
            if sheet.sizes and not sizes:
                unfit.append(f"{product}: {name} prints cards only")
                continue
            here = list(_in_sizes(drawn, sheet, sizes, unfit)) if sizes else drawn
            if not here:
                continue
            has_place = True
            if sheet.png:
                yield from _pictures(run, here, product, one, sheet)
                continue
            try:
                sized = [_backed(_sized(run, printed, sheet, product), sheet) for printed in here]
                pages, bookmarks = _on_paper(sized, sheet, share=product == "parts", words=run.imprint(one))
            except NoPlaceError as error:
                raise no_place(sheet, error) from None
            yield run.pdf(run.order.file_name(product, (one,), sheet.name), product, (one,), pages, bookmarks, sheet)
    if not has_place and not run.order.everything:
        reasons = "; ".join(dict.fromkeys(unfit))
        raise InputError(reasons, f"no size of the sheet fits: print the {product} with --sheet a4")
    run.notes += dict.fromkeys(unfit)


def _in_sizes(drawn: Iterable[Printed], sheet: Sheet, sizes: Mapping[str, Size], unfit: list[str]) -> Iterator[Printed]:
    """Boards or parts in the sizes of a print shop; for those without a fitting size, `unfit` gets the reason."""
    for printed in drawn:
        name, size = nearest_size(printed.drawing, sizes)
        if is_near(printed.drawing, size):
            back = None if printed.back is None else in_size(printed.back, size)
            yield replace(printed, drawing=in_size(printed.drawing, size), back=back)
        else:
            own = Size(printed.drawing.width, printed.drawing.height)
            what = f"{printed.name} is {own}, and {sheet.name} has no such size; the nearest is {name}, {size}"
            unfit.append(what)


def _pictures(
    run: PrintRun, drawn: Sequence[Printed], product: str, language: str, sheet: Sheet | None = None
) -> Iterator[Made]:
    """Pictures of both sides of boards or parts, with the sheet's bleed for a print shop."""
    sides = {printed.name: printed.drawing for printed in drawn}
    sides |= {f"{printed.name}-back": printed.back for printed in drawn if printed.back is not None}
    if sides and sheet is not None:
        yield from run.pictures(product, sides, (language,), sheet=sheet.name, dpi=sheet.dpi, bleed=sheet.bleed)
    elif sides:
        yield from run.pictures(product, sides, (language,))


def _marked(run: PrintRun, drawn: list[Printed], language: str) -> list[Printed]:
    """Boards or parts as a proof shows them: stamped if their translation has gaps."""
    if not (run.order.proof and any(gap.language == language for gap in run.gaps)):
        return drawn
    shown = texts_of_drawings(run.design, run.game)
    found = []
    for printed in drawn:
        name = next((name for name in shown if printed.name.rpartition("-")[0] == name), printed.name)
        words = on_drawing(run.gaps, shown.get(name, ()), language)
        found.append(replace(printed, drawing=stamped(printed.drawing, words)) if words else printed)
    return found


def _sized(run: PrintRun, printed: Printed, sheet: Sheet, product: str) -> Printed:
    """A board or part in the ordered size; raises UsageError if `--fit` is given for a sheet without paper."""
    factor, fit = run.order.scale, run.order.fit if product == "board" else None
    if fit is not None:
        if sheet.paper is None:
            raise UsageError(f"--fit: the sheet {sheet.name} has no pages of a size", "--sheet a4, for example")
        factor = tiles.largest_scale(printed.drawing, sheet.paper, *fit)
        run.notes.append(f"{printed.name}, {sheet.name}: printed at {factor:.0%}")
    elif product == "board" and sheet.paper is not None:
        fewer = tiles.page_saving(tiles.scaled(printed.drawing, factor), sheet.paper)
        if fewer is not None:
            smaller, columns, rows = fewer
            less = f"at {factor * smaller:.0%} it would take {columns * rows} instead: --fit {columns}x{rows}"
            run.notes.append(f"{printed.name}, {sheet.name}: {_pieces(printed.drawing, factor, sheet)} pages; {less}")
    back = None if printed.back is None else tiles.scaled(printed.back, factor)
    return replace(printed, drawing=tiles.scaled(printed.drawing, factor), back=back)


def _pieces(drawing: Drawing, factor: float, sheet: Sheet) -> int:
    assert sheet.paper is not None
    whole = tiles.scaled(drawing, factor)
    return tiles.plan_tiles(whole.width, whole.height, sheet.paper).count


def _backed(printed: Printed, sheet: Sheet) -> Printed:
    """A board or part with its back as the sheet prints backs: on the other side, below a fold, or not at all."""
    if printed.back is None or sheet.backs is Backs.DUPLEX:
        return printed
    drawing = printed.drawing if sheet.backs is Backs.NONE else tiles.folded(printed.drawing, printed.back)
    return replace(printed, drawing=drawing, back=None)


def _on_paper(
    drawn: Sequence[Printed], sheet: Sheet, share: bool, words: tuple[str, ...]
) -> tuple[list[Page], list[Bookmark]]:
    """The pages with all copies of boards or parts, and a bookmark for each.

    On a sheet's paper, large ones are cut into pieces and small ones can share pages; without paper each has a page of
    its size, with its bleed.
    """
    copies = [printed for printed in drawn for _ in range(printed.copies)]
    if sheet.paper is not None and share:
        backs = {at: printed.back for at, printed in enumerate(copies) if printed.back is not None}
        pages, at = pack([printed.drawing for printed in copies], sheet.paper, backs, sheet, words)
    else:
        pages, at = [], []
        for printed in copies:
            at.append(len(pages))
            if sheet.paper is None:
                faces = (printed.drawing, printed.back)
                pages += [tiles.single_page(one, sheet.bleed) for one in faces if one is not None]
                continue
            pages += tiles.tile(printed.drawing, sheet.paper, sheet.bleed, words)
            if printed.back is not None:
                pages += tiles.back_pages(printed.back, sheet, sheet.paper, sheet.bleed)
    first = {printed.name: page for printed, page in reversed(list(zip(copies, at, strict=True)))}
    found = [Bookmark(printed.title, 0, first[printed.name]) for printed in drawn if printed.name in first]
    return pages, sorted(found, key=lambda bookmark: bookmark.page)
