"""`docs/codes`: a page for every code; its wrong example gives this code and no other, its right one gives nothing.

A page's fenced blocks make two games. Their first line says to which a block belongs: `wrong`, `right` or `both`. A
comment above a block says what it is, if it is not a part of the rules:

    <!-- game -->                     the whole rules; nothing is added
    <!-- file cards.csv -->           this file of the game
    <!-- file cards.csv, latin-1 -->  the same, saved with another encoding
    <!-- file art/x.png, pixels 9 x 9 -->  a picture of that size
    <!-- file art/fonts/x.ttf, letters abc -->  a font with these letters

A block in `sh` is the command that names the chosen variants.
Rules that do not say `players`, `play` or `outcome` get them from `FRAME`; `game.yaml` is added where it is not shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of
from regelwerk.printing.positions import played_scenarios
from regelwerk_compiler.build import build
from regelwerk_compiler.driver import Options, check_game, compile_game
from regelwerk_compiler.words.messages import all_messages, icons_of
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics
from regelwerk_dsl.render import render_all
from regelwerk_printables.booklet import pages
from regelwerk_printables.design import load_design
from regelwerk_printables.sheets import load_sheets
from small_font import small_font

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "codes"
PAGES = {path.stem: path for path in sorted(FOLDER.glob("*.md")) if path.stem != "README"}
INDEX = FOLDER / "README.md"
ROOMS = ("dsl", "compiler", "printables")

RULES = "rules.regel"
FRAME = {
    "players": "players 2..4\n",
    "play": "play at most 1_000:\n    finish\n",
    "outcome": "outcome for p:\n    most 0\n",
}
"""Declarations that a game needs and an example leaves out."""
TURNS = "play at most 1_000:\n    for each p in Player:\n        do turn(p)\n"
"""The `play` of an example with an `effect turn(p: Player)`."""

BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]+) -->\n\n?)?^```(?P<language>\w+) (?P<side>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
VARIANT = re.compile(r"--variant (\w+)")
FILE = re.compile(
    r"file (?P<name>[\w./-]+)"
    r"(?:, pixels (?P<wide>\d+) x (?P<high>\d+)|, letters (?P<letters>\w+)|, (?P<encoding>[\w-]+))?"
)


@dataclass(frozen=True)
class Block:
    """A fenced block: its example, its kind, and its text."""

    side: str
    language: str
    mark: str
    text: str


def blocks_of(code: str) -> list[Block]:
    text = PAGES[code].read_text(encoding="utf-8")
    found = [Block(part["side"], part["language"], part["mark"] or "", part["text"]) for part in BLOCK.finditer(text)]
    assert len(found) == text.count("\n```") // 2, "a block has no word `wrong`, `right` or `both` on its first line"
    return found


def files_of(code: str, side: str) -> dict[str, bytes]:
    """The files of one of a page's two games."""
    rules: list[str] = []
    whole = False
    files: dict[str, bytes] = {}
    for block in blocks_of(code):
        if block.side not in (side, "both") or block.language == "sh":
            continue
        named = FILE.fullmatch(block.mark)
        if named and named["letters"]:
            files[named["name"]] = small_font(named["letters"])
        elif named and named["wide"]:
            files[named["name"]] = picture(int(named["wide"]), int(named["high"]))
        elif named:
            files[named["name"]] = block.text.encode(named["encoding"] or "utf-8")
        else:
            assert block.mark in ("", "game"), f"what is `{block.mark}`?"
            whole = whole or block.mark == "game"
            rules.append(block.text)
    text = "\n".join(rules)
    files[RULES] = (text if whole else text + frame_of(text)).encode()
    files.setdefault("game.yaml", manifest_of(files).encode())
    return files


def picture(wide: int, high: int) -> bytes:
    """A PNG file."""
    file = BytesIO()
    Image.new("RGB", (wide, high)).save(file, "PNG")
    return file.getvalue()


def variants_of(code: str, side: str) -> tuple[str, ...]:
    """The variants that are chosen for one of a page's two games."""
    commands = [block.text for block in blocks_of(code) if block.side in (side, "both") and block.language == "sh"]
    return tuple(VARIANT.findall("".join(commands)))


def frame_of(text: str) -> str:
    """The declarations that the rules lack."""
    frame = FRAME | {"play": TURNS} if "effect turn(p: Player)" in text else FRAME
    missing = [words for word, words in frame.items() if not re.search(rf"^{word}\b", text, re.MULTILINE)]
    return "".join(f"\n{words}" for words in missing)


def manifest_of(files: dict[str, bytes]) -> str:
    """The `game.yaml` of an example that does not show its own: English, and each language with a catalogue."""
    languages = dict.fromkeys(["en", *(Path(name).stem for name in files if name.endswith(".po"))])
    return f"name: example\ntitle: Example\nsources: [{RULES}]\nlanguages: [{', '.join(languages)}]\n"


def reported(code: str, side: str, folder: Path) -> tuple[list[str], str]:
    """The codes that an example gives, and the messages as an author reads them.

    A right example is compiled to the end. One with a folder `print` is also drawn, and a booklet is made of chapters.
    """
    for name, data in files_of(code, side).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    result = compile_game(folder, Options(variants=variants_of(code, side)))
    assert side == "wrong" or result.diagnostics or result.module
    found = list(result.diagnostics)
    if (folder / "print").is_dir() and not found:
        found = drawn(folder)
    if "\nchapter " in "\n" + (folder / RULES).read_text(encoding="utf-8") and not found:
        found = booklet_of(folder)
    return [item.code for item in found], render_all(found)


def drawn(folder: Path) -> list[Diagnostic]:
    """The errors of a game's layouts and sheets when everything is drawn."""
    checked = check_game(folder)
    assert checked.game is not None and checked.texts is not None
    data = build(checked.game, checked.texts, checked.statements, checked.history)
    diagnostics = Diagnostics()
    load_sheets(folder, folder.name, diagnostics)
    design = load_design(folder, diagnostics)
    design.check_icons(icons_of(all_messages(checked.game)), diagnostics)
    if not diagnostics.has_errors:
        for draw in (design.cards, design.boards, design.parts):
            draw(data, "en", diagnostics)
    return diagnostics.sorted()


def booklet_of(folder: Path) -> list[Diagnostic]:
    """The errors of a game's booklet, with its scenarios played and its boards drawn."""
    made = load_compiled(source_of(folder))
    diagnostics = Diagnostics()
    design = load_design(folder, diagnostics)
    boards = design.boards(made.game, "en", diagnostics)
    played = played_scenarios(made.rules, made.scenario_list, "en")
    situations = design.situations(made.game, "en", diagnostics, boards)
    found = pages(
        made.game,
        "en",
        played,
        pictures={board.name: board.drawing for board in boards},
        situations=situations,
        figures=design.figures(situations),
    )
    return [*diagnostics.sorted(), *found.problems]


def title_of(code: str) -> str:
    """The title in the first line of a code's page."""
    first = PAGES[code].read_text(encoding="utf-8").splitlines()[0]
    return first.removeprefix(f"# {code}: ") if first.startswith(f"# {code}: ") else ""


# ---- the pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", PAGES)
def test_a_page_is_named_after_its_code(code: str) -> None:
    assert title_of(code)


@pytest.mark.parametrize("code", PAGES)
def test_a_page_has_both_examples(code: str) -> None:
    sides = {block.side for block in blocks_of(code)}
    assert {"wrong", "right"} <= sides <= {"wrong", "right", "both"}


@pytest.mark.parametrize("code", PAGES)
def test_the_wrong_example_gives_the_code_and_no_other(code: str, tmp_path: Path) -> None:
    found, shown = reported(code, "wrong", tmp_path)
    assert found == [code], shown


@pytest.mark.parametrize("code", PAGES)
def test_the_right_example_gives_no_message(code: str, tmp_path: Path) -> None:
    found, shown = reported(code, "right", tmp_path)
    assert found == [], shown


# ---- the index and the sources ---------------------------------------------------------------------------------------


def test_the_index_lists_every_code_once_in_order() -> None:
    listed = re.findall(r"^- \[(\w+)\]\((\w+)\.md\): (.+)$", INDEX.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == [(code, code, title_of(code)) for code in sorted(PAGES)]


def test_every_code_has_a_page_and_can_be_reported() -> None:
    """A code that no line of the compiler names can never be reported."""
    sources = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    named = set(re.findall(r'"([EW]\d{4})"', "\n".join(path.read_text(encoding="utf-8") for path in sources)))
    assert sorted(PAGES.keys() - named) == [], "nothing reports these codes"
    assert sorted(named - PAGES.keys()) == [], "these codes have no page"
