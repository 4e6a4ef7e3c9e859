"""Maker of the set of icons of printables: the outlines of game-icons.net by name, with their authors.

    python tools/make_icons.py FOLDER

FOLDER is a copy of the repository of game-icons.net: a folder for each author, and license.txt. Of several icons with
one name, that of the author with the most icons is taken; pictures of more than one outline are left out.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ICONS = Path(__file__).parents[1] / "printables/regelwerk_printables/icons/game-icons.zip"
OUTLINE = re.compile(r'<path (?:fill="[^"]*" )?d="([^"]+)"')
GROUND = "M0 0h512v512H0z"
AUTHOR = re.compile(r"^- ([^,\n]+?)(?:,[^\n]*?)?( - CC0)?$", re.MULTILINE)
WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest date of a ZIP file


def main(folder: Path) -> None:
    named = {
        re.sub(r"\W", "", name).lower(): (name, bool(free))
        for name, free in AUTHOR.findall(_read(folder / "license.txt"))
    }
    by_author: dict[str, dict[str, str]] = defaultdict(dict)
    for file in sorted(folder.glob("*/*.svg")) + sorted(folder.glob("*/*/*.svg")):
        text = _read(file)
        outlines = [one for one in OUTLINE.findall(text) if one != GROUND]
        if 'viewBox="0 0 512 512"' in text and len(outlines) == 1:
            by_author[file.relative_to(folder).parts[0]][file.stem] = outlines[0]
    found: dict[str, tuple[str, str]] = {}
    for author, icons in sorted(by_author.items(), key=lambda one: (-len(one[1]), one[0])):
        name, free = named.get(author.replace("-", ""), (author.replace("-", " ").title(), False))
        found = {**{icon: (name + " (CC0)" * free, outline) for icon, outline in icons.items()}, **found}
    with ZipFile(ICONS, "w") as target:
        for icon, (author, outline) in sorted(found.items()):
            entry = ZipInfo(f"{author}/{icon}", WHEN)
            target.writestr(entry, outline, ZIP_DEFLATED, 9)
    print(f"{len(found)} icons, {ICONS.stat().st_size / 1e6:.1f} MB")


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
