"""The booklet, as pages, as sheets to fold, or as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.play import GamePosition, PlayedScenario
from regelwerk_compiler.checked.prose import ExampleInsert, PictureInsert
from regelwerk_dsl.grammar.inserts import PictureName
from regelwerk_printables.booklet import fold, pages
from regelwerk_printables.design.session import Printed
from regelwerk_printables.drawing.drawing import Drawing

from ...game import usual_players
from ...loading.checked import load_checked
from ...loading.compilation import load_compiled
from ..files import Made
from ..positions import shown_positions
from ..print_run import PrintRun
from ..scenario_results import played_scenarios
from .pictures import picture_files

COVER = "cover"  # a board or part of this name stands on the first page


def make(run: PrintRun, language: tuple[str, ...]) -> Iterator[Made]:
    """One booklet for each language; none when the game has no chapters. Its problems join those of the run."""
    for one in language:
        yield from _booklet(run, one)


def _booklet(run: PrintRun, language: str) -> Iterator[Made]:
    game, order = run.game, run.order
    if not game.chapters:
        return
    printed = _pictures(run, language)
    found = pages(
        run.game,
        language,
        _played(run, language),
        base=_base(run),
        pictures={one.name: one.drawing for one in printed},
        situations=run.design.situations(run.game, language, run.diagnostics, printed),
        positions=_positions(run),
        doubts=run.gaps.by_id(language) if order.proof else {},
        words=run.design.layout.wordlist(language),
    )
    run.diagnostics.extend(found.problems)
    if run.is_stopped:
        return
    if order.imposed:
        name = order.file_name("booklet", (language,), "a4-folded")
        yield run.pdf(name, "booklet", (language,), fold(found.pages))
    elif order.png:
        drawings = {
            f"{number:03}": Drawing(page.width, page.height, page.items) for number, page in enumerate(found.pages, 1)
        }
        yield from picture_files(order, "booklet", drawings, (language,))
    else:
        name = order.file_name("booklet", (language,), "a5")
        yield run.pdf(name, "booklet", (language,), found.pages, found.bookmarks)


def _pictures(run: PrintRun, language: str) -> list[Printed]:
    """The boards and parts that chapters show; all of them where a chapter names one that is not there.

    Boards with views are among them when a chapter shows an example, which may be seen there.
    """
    design = run.design
    sheets = {**design.layout.boards, **design.layout.parts}
    wanted = {one.drawing for one in _pictures_shown(run.game)} | {COVER}
    if wanted - set(sheets) - {COVER}:
        wanted = set(sheets)
    elif _examples_shown(run.game):
        wanted |= {name for name, sheet in sheets.items() if sheet.views}
    boards = {name: board for name, board in design.layout.boards.items() if name in wanted}
    parts = {name: part for name, part in design.layout.parts.items() if name in wanted}
    some = replace(design, layout=replace(design.layout, boards=boards, parts=parts))
    drawn = some.boards(run.game, language, run.diagnostics) if boards else []
    return drawn + (some.parts(run.game, language, run.diagnostics) if parts else [])


def _examples_shown(game: CheckedGame) -> set[str]:
    """The scenarios that the chapters show."""
    return {insert.name for insert in game.inserts() if isinstance(insert, ExampleInsert)}


def _pictures_shown(game: CheckedGame) -> list[PictureInsert]:
    """The pictures that the chapters show."""
    return [insert for insert in game.inserts() if isinstance(insert, PictureInsert)]


def _played(run: PrintRun, language: str) -> list[PlayedScenario]:
    """What happened in the scenarios that the chapters show; compiles the rules if need be."""
    shown = _examples_shown(run.game)
    if not shown:
        return []
    made = load_compiled(run.order.source)
    wanted = [one for one in made.scenario_list if one.name in shown]
    return played_scenarios(made.rules, wanted, run.game, language)


def _positions(run: PrintRun) -> dict[str, GamePosition]:
    """The positions that pictures of the chapters show; compiles the rules if need be."""
    named = [PictureName(one.drawing, one.setup, one.scenario) for one in _pictures_shown(run.game)]
    shown = [name for name in named if name.of]
    if not shown:
        return {}
    made = load_compiled(run.order.source)
    return shown_positions(made.rules, made.scenario_list, shown, usual_players(*run.game.players))


def _base(run: PrintRun) -> CheckedGame | None:
    """The game without what was chosen, to mark what differs; None when nothing was chosen."""
    source = run.order.source
    return load_checked(source.base) if source.is_changed else None
