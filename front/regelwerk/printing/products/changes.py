"""The leaflet for owners of an earlier edition: the changes, their reasons, and the cards before and after."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from regelwerk_printables.booklet import leaflet
from regelwerk_printables.booklet.content.facts import Facts
from regelwerk_printables.booklet.content.update import Pair, pairs_of, update_elements
from regelwerk_printables.booklet.make import Content
from regelwerk_printables.web.page import html

from ..print_run import Earlier, Language, PrintRun
from ..printout import Made
from .cards import wanted_cards


def make(run: PrintRun, language: Language) -> Iterator[Made]:
    """A leaflet for each language, as pages or as a page for screens; none if nothing has changed."""
    earlier = run.earlier
    assert earlier is not None
    for one in language:
        alone = (one,)
        if alone not in run.compared:
            wanted_cards(run, alone)
        if run.is_stopped:
            return
        icons = run.design.icons(run.game, one, run.diagnostics)
        facts = Facts(run.game, one, earlier.told, readings=run.design.layout.wordlist(one).readings, icons=icons)
        pairs = _as_owned(run, earlier, pairs_of(*run.compared[alone]), one)
        others = _others(run, earlier, one)
        if len(list(update_elements(facts, pairs, others=others))) == 1:  # the heading
            continue
        shown = list(update_elements(facts, pairs, run.order.message, others))
        if run.order.html:
            name = run.order.file_name("changes", alone, suffix=".html")
            content = Content([], None, False, shown, None, [])
            yield Made(name, "changes", html(content, facts))
            continue
        made = leaflet(facts, run.design.layout.wordlist(one), shown)
        run.diagnostics.extend(made.problems)
        if not run.is_stopped:
            yield run.pdf(run.order.file_name("changes", alone, "a5"), "changes", alone, made.pages, made.bookmarks)


def _as_owned(run: PrintRun, earlier: Earlier, pairs: list[Pair], language: str) -> list[Pair]:
    """The cards before, with the marks of the earlier edition instead of those of the printed one."""
    keys = {one.before.key for one in pairs if one.before is not None and not one.is_same}
    cards = earlier.design.cards(run.marked(earlier.told), language, run.diagnostics, only=keys) if keys else []
    owned = {card.key: card for card in cards}
    return [replace(one, before=owned.get(one.shown.key, one.before)) for one in pairs]


def _others(run: PrintRun, earlier: Earlier, language: str) -> list[str]:
    """The titles of boards and parts that look different or are new."""
    found = []
    for product in ("boards", "parts"):
        now = getattr(run.design, product)(run.marked(run.game), language, run.diagnostics)
        before = getattr(earlier.design, product)(earlier.game, language, run.diagnostics)
        known = {one.name: one.drawing for one in before}
        found += [one.title for one in now if one.drawing != known.get(one.name)]
    return list(dict.fromkeys(found))
