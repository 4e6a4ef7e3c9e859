"""A test of golden hashes of every page that a game with layouts prints, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden import check_golden
from printed import PRINTED, Press

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
DRAWN = [(folder, language) for folder, language in PRINTED if (folder / "print").is_dir()]


@pytest.mark.parametrize(("folder", "language"), DRAWN, ids=lambda one: one if isinstance(one, str) else one.name)
def test_every_page_is_drawn_as_before(folder: Path, language: str, printed: Press) -> None:
    found = printed(folder, language).hashes

    def explain(wanted: str) -> str:
        lines = wanted.splitlines()
        old, now = _by_page(lines), _by_page(found)
        said = [
            f"{page} {_what(old.get(page), now.get(page))}" for page in {**old, **now} if old.get(page) != now.get(page)
        ]
        help = f"python tests/printed.py {folder.name} {language} PRODUCT PAGE prints a page, for comparing"
        return "\n".join([f"{folder.name} in {language}: of {len(now)} pages {len(said)} differ", *said, help])

    check_golden(HERE / f"{folder.name}.{language}.txt", "\n".join(found) + "\n", explain)


def _by_page(lines: list[str]) -> dict[str, str]:
    """The hash of each page, by its product and number."""
    return {page: digest for page, _, digest in (line.rpartition(" ") for line in lines)}


def _what(old: str | None, now: str | None) -> str:
    if old is None:
        return "is new"
    return "is gone" if now is None else f"differs: {old} -> {now}"
