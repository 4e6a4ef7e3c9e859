"""Tests of reports in a real browser: drawn without a network or errors, in wide and narrow windows, and in print.

`make test-browser` runs them; they are not part of `make test`.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from regelwerk_simulation.report.charts import Fonts
from regelwerk_simulation.report.html import html
from reported import Report

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


@pytest.fixture(scope="module")
def browser() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.exit("no Chromium is installed; on Debian: apt-get install chromium", returncode=1)
    return found


def opened(browser: str, page: Path, *wanted: str) -> str:
    """Opens a page in a new browser profile."""
    profile = f"--user-data-dir={page.parent / 'profile'}"
    command = [browser, *QUIET, profile, *wanted, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


@pytest.fixture(params=["en", "ja"])
def page(request: pytest.FixtureRequest, report: Report, fonts: Fonts, tmp_path: Path) -> Path:
    file = tmp_path / "report.html"
    file.write_text(html(*report("base", "rich", lang=request.param), fonts), encoding="utf-8")
    return file


@pytest.mark.parametrize(("width", "height"), [(1200, 5000), (500, 6000)])
def test_reports_are_drawn(browser: str, page: Path, width: int, height: int) -> None:
    picture = page.with_suffix(".png")
    opened(browser, page, f"--window-size={width},{height}", f"--screenshot={picture}")
    with Image.open(picture) as drawn:
        assert drawn.size == (width, height)
        colours = drawn.convert("RGB").getcolors(1 << 20)
    assert colours is not None and {(255, 255, 255), (0x9C, 0xC9, 0xE3)} <= {colour for _, colour in colours}


def test_reports_are_printed(browser: str, page: Path) -> None:
    paper = page.with_suffix(".pdf")
    opened(browser, page, "--no-pdf-header-footer", f"--print-to-pdf={paper}")
    with pypdfium2.PdfDocument(paper) as document:
        said = "".join(one.get_textpage().get_text_range() for one in document)
        grey = document[0].render(grayscale=True).to_pil()
    assert "regelwerk" in said
    darkest, brightest = grey.getextrema()
    assert darkest < 80 and brightest == 255


def test_reports_have_their_content(browser: str, page: Path) -> None:
    written = opened(browser, page, "--dump-dom")
    assert written.count("<svg") == page.read_text(encoding="utf-8").count("<svg") > 5
