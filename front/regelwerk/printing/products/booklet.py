"""The booklet, as pages, as sheets to fold, as pictures, or as a page for screens."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from regelwerk_compiler.checked.play import GamePosition, PlayedScenario
from regelwerk_compiler.words.catalogues.entries import Catalogue, load_catalogue
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.inserts import CARD, ExampleInsert, PictureInsert
from regelwerk_dsl.source import NO_SPAN
from regelwerk_dsl.suggest import did_you_mean
from regelwerk_printables.booklet import PAPERS, Book, book, fold
from regelwerk_printables.booklet.content.facts import Place, no_place
from regelwerk_printables.design.figures import shown_in
from regelwerk_printables.design.session import Printed
from regelwerk_printables.drawing.drawing import Drawing
from regelwerk_printables.icons import credits
from regelwerk_printables.web.page import html

from ...errors import UsageError
from ...game import usual_players
from ...loading.compilation import load_checked, load_compiled
from ..order import DRAWN
from ..positions import played_scenarios, shown_positions
from ..print_run import PrintRun
from ..printout import Made

COVER, BACK_COVER = "cover", "back_cover"  # pictures for the first and the last page; or a board or part for the first
BOARD = "board"  # without a cover, the board on the first page; without this one, the first board


def make(run: PrintRun, language: tuple[str, ...]) -> Iterator[Made]:
    """A booklet for each language; none if the game has no chapters. Its problems are added to those of the run.

    Raises:
        UsageError: there is no such page size.
    """
    if run.order.size not in PAPERS:
        near = did_you_mean(run.order.size, PAPERS)
        raise UsageError(f"{run.order.size} is not a size of booklets", near or f"one of: {', '.join(PAPERS)}")
    for one in language:
        yield from _booklet(run, one)


def book_of(run: PrintRun, language: str) -> Book | None:
    """The booklet in a language; None if the game has no chapters."""
    game, order = run.game, run.order
    if not game.chapters:
        return None
    examples = {insert.name for insert in game.inserts() if isinstance(insert, ExampleInsert)}
    pictures = [insert for insert in game.inserts() if isinstance(insert, PictureInsert)]
    front = _front(run)
    printed = _pictures(run, language, {one.drawing for one in pictures} | {front}, bool(examples))
    played: list[PlayedScenario] = []
    shown: dict[str, GamePosition] = {}
    if examples or any(one.of for one in pictures):
        made = load_compiled(order.source)
        played = played_scenarios(made.rules, [one for one in made.scenario_list if one.name in examples], language)
        shown = shown_positions(made.rules, made.scenario_list, pictures, usual_players(*game.players))
    situations = run.design.situations(run.game, language, run.diagnostics, printed)
    figures = run.design.figures(situations)
    return book(
        run.game,
        language,
        played,
        base=load_checked(order.source.base) if order.source.is_changed else None,  # to mark what differs
        pictures={one.name: one.drawing for one in printed},
        front=next((one.name for one in printed if one.name == front or one.name.startswith(f"{front}-")), ""),
        situations=situations,
        figures=figures,
        positions=shown,
        doubts={str(gap.id.message): gap.reason for gap in run.gaps if gap.language == language} if order.proof else {},
        words=run.design.layout.wordlist(language),
        icons=run.design.icons(run.game, language, run.diagnostics),
        place=_places(run, language),
        credits=lambda: credits(run.design.layout.shapes.icons if {*DRAWN} <= {*order.products} else figures.icons),
        sourced=order.sourced,
        paper=PAPERS[order.size],
    )


def _places(run: PrintRun, language: str) -> Place:
    """Looks up the places of texts in a language's catalogue; finds none in the language of the sources."""
    if language == run.game.languages[0]:
        return no_place
    catalogue = load_catalogue(run.order.source.folder, language, Diagnostics(), NO_SPAN) or Catalogue(language)
    changes = [one.name for one in reversed((*run.game.errata, *run.game.variants)) if one.applied]
    return replace(catalogue, changes=tuple(changes)).place


def _booklet(run: PrintRun, language: str) -> Iterator[Made]:
    order, made_of = run.order, book_of(run, language)
    if made_of is None:
        return
    if order.html:
        content = made_of.content()
        run.diagnostics.extend(content.problems)
        if not run.is_stopped:
            name = order.file_name("booklet", (language,), suffix=".html")
            yield Made(name, "booklet", html(content, made_of.facts))
        return
    found = made_of.pages()
    run.diagnostics.extend(found.problems)
    if run.is_stopped:
        return
    if order.imposed:
        for paper in order.papers:
            size = run.sheet(paper).paper
            if size is None:
                raise UsageError(f"the sheet {paper} has no paper to fold", "--sheet a4, for example")
            name = order.file_name("booklet", (language,), f"{paper}-folded")
            yield run.pdf(name, "booklet", (language,), fold(found.pages, size, found.has_back))
    elif order.png:
        drawings = {
            f"{number:03}": Drawing(page.width, page.height, page.items) for number, page in enumerate(found.pages, 1)
        }
        yield from run.pictures("booklet", drawings, (language,))
    else:
        name = order.file_name("booklet", (language,), order.size)
        yield run.pdf(name, "booklet", (language,), found.pages, found.bookmarks)


def _front(run: PrintRun) -> str:
    """The name of the drawing on the first page: a cover of the layouts, else a board."""
    layout = run.design.layout
    if COVER in {**layout.pictures, **layout.boards, **layout.parts}:
        return COVER
    return BOARD if BOARD in layout.boards else next(iter(layout.boards), COVER)


def _pictures(run: PrintRun, language: str, wanted: set[str], has_examples: bool) -> list[Printed]:
    """The boards and parts that chapters show; all of them if a chapter names an unknown one.

    Boards with views are included if a chapter shows an example, since it may appear on them.
    """
    design = run.design
    sheets = {**design.layout.boards, **design.layout.parts}
    wanted = {name for name in wanted if not name.startswith(CARD)}
    composed = [picture for name, picture in design.layout.pictures.items() if name in wanted | {COVER, BACK_COVER}]
    wanted = wanted - set(design.layout.pictures) | shown_in(composed) & set(sheets)
    if wanted - set(sheets) - {COVER}:
        wanted = set(sheets)
    elif has_examples:
        wanted = wanted | {name for name, sheet in sheets.items() if sheet.views}
    boards = {name: board for name, board in design.layout.boards.items() if name in wanted}
    parts = {name: part for name, part in design.layout.parts.items() if name in wanted}
    some = replace(design, layout=replace(design.layout, boards=boards, parts=parts))
    drawn = some.boards(run.game, language, run.diagnostics) if boards else []
    return drawn + (some.parts(run.game, language, run.diagnostics) if parts else [])
