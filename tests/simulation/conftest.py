"""Fixtures: made-up simulations in files, and reports of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from plausible import Simulated, simulate
from regelwerk_simulation.dataset import Dataset
from regelwerk_simulation.report.making import make_page
from reported import Drawn, Report, Reported

if TYPE_CHECKING:
    from regelwerk_simulation.report.charts import Fonts
    from regelwerk_simulation.report.page import Drawing
    from regelwerk_simulation.report.wording import Wording


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    from regelwerk_printables.fonts import chain  # charts take seconds to import, and most tests here draw none
    from regelwerk_simulation.report.charts import Fonts

    return Fonts(*(tuple(one.path for one in chain("sans", bold)) for bold in (False, True)))


@pytest.fixture(scope="session")
def drawn() -> Drawn:
    """Charts that have been drawn; clear it to draw them again."""
    return {}


@pytest.fixture(autouse=True)
def _draw_once(drawn: Drawn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws a chart that several pages show only once, since drawing takes most of the time of a report."""
    forms = [f"regelwerk_simulation.report.{form}" for form in ("html", "pdf")]
    if not all(form in sys.modules for form in forms):
        return
    from regelwerk_simulation.report import charts  # which both have imported

    def draw(drawing: Drawing, tr: Wording, fonts: Fonts, form: Literal["svg", "pdf"]) -> bytes:
        key = repr(drawing), tr, form
        if key not in drawn:
            drawn[key] = charts.draw(drawing, tr, fonts, form)
        return drawn[key]

    for form in forms:
        monkeypatch.setattr(f"{form}.draw", draw)


@pytest.fixture(scope="session")
def simulations(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Files by their content: a base, a variant with the same seeds, bots of two kinds, games that broke."""
    folder = tmp_path_factory.mktemp("simulations")
    made = {
        "base": simulate(),
        "rich": simulate(purse=20, variants=("rich",)),
        "bots": simulate(players=4, bots=("plain", "keen")),
        "broken": simulate(broken=7),
    }
    return {name: one.write(folder / f"{name}.parquet") for name, one in made.items()}


@pytest.fixture(scope="session")
def reports() -> dict[tuple[object, ...], Reported]:
    """Finished pages, by the names of their simulations and the language."""
    return {}


@pytest.fixture
def report(simulations: dict[str, Path], reports: dict[tuple[object, ...], Reported], tmp_path: Path) -> Report:
    """The page of some simulations, given by name or as objects; a page of names is made once, unless `anew`."""

    def page(*wanted: str | Simulated, lang: str = "", without: Sequence[str] = (), anew: bool = False) -> Reported:
        if anew or without or not all(isinstance(one, str) for one in wanted):
            return make(*wanted, lang=lang, without=without)
        if (*wanted, lang) not in reports:
            reports[*wanted, lang] = make(*wanted, lang=lang)
        return reports[*wanted, lang]

    def make(*wanted: str | Simulated, lang: str = "", without: Sequence[str] = ()) -> Reported:
        paths = [
            simulations[one] if isinstance(one, str) else one.write(tmp_path / f"made {at}.parquet", tuple(without))
            for at, one in enumerate(wanted)
        ]
        with ExitStack() as opened:
            return make_page([opened.enter_context(Dataset.open(path)) for path in paths], lang)

    return page
