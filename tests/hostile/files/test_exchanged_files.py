"""Tests of files of a game that are exchanged for links between the check of their path and their opening."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
import regelwerk_dsl.files
from attacked_game import LAYOUT, RULES, write_game
from PIL import Image
from posix_only import POSIX
from regelwerk.main import main
from regelwerk_dsl.disk import read_bytes, real
from regelwerk_printables.drawing.pixels import read_picture
from regelwerk_printables.fonts.own import read_face
from small_font import small_font
from workbooks import write_xlsx

pytestmark = POSIX
SECRET = "secret words of another folder"
FOLDERS = ("locale/de.po", "print/cards.yaml")
FILES = ("game.yaml", "shop.regel", "sources.yaml", "locale/de.po", "print/cards.yaml", "deeds.csv")
FONTS = "fonts: { own: { regular: own.ttf } }\nstyles: { text: { size: 9, smallest: 5, font: own } }\n"
PICTURES = """\
      - { image: "red.png", box: [2, 24, 3, 3] }
      - { image: "red.jpg", box: [6, 24, 3, 3] }
      - { image: "red.svg", box: [10, 24, 3, 3] }
"""
COMMANDS = (
    ["check", "shop"],
    ["run", "shop", "--quiet"],
    ["translate", "status", "shop"],
    ["print", "shop", "--proof", "-o", "out"],
    ["print", "shop", "--proof", "--png", "-o", "out"],
    ["print", "shop", "cards", "--sheet", "drivethrucards", "-o", "out"],
)


@pytest.fixture
def full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game with a file of each kind, in a folder that becomes the current one."""
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    monkeypatch.chdir(tmp_path)
    head, _, rest = LAYOUT.partition("\n")
    assert head.startswith("styles")
    game = write_game(tmp_path / "shop", layout=FONTS + rest.replace("boards:", PICTURES + "boards:"))
    card = (
        (game / "print" / "cards.yaml")
        .read_text()
        .replace("width: 40\n", "width: 44.45\n")
        .replace("height: 60\n    f", "height: 63.5\n    f")
    )
    (game / "print" / "cards.yaml").write_text(card)
    tables = 'cardtype Note:\n    price: 0..9\n\ncards Note from "deeds.csv"\ncards Note from "more.xlsx"\n'
    (game / "shop.regel").write_text(RULES.format(card="Gift", sentence="{p} earns 1") + tables, encoding="utf-8")
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("csv: [deeds.csv, more.xlsx]\n")
    (game / "deeds.csv").write_text('key,title,price\nloan,"Loan",3\n', encoding="utf-8")
    write_xlsx(game / "more.xlsx", {"One": [["key", "title", "price"], ["debt", "Debt", 2]]})
    (game / "sources.yaml").write_text("documents: []\n", encoding="utf-8")
    (game / "art" / "fonts").mkdir(parents=True)
    (game / "art" / "fonts" / "own.ttf").write_bytes(small_font("Ded"))
    for name in ("red.png", "red.jpg"):
        Image.new("RGB", (60, 60), "red").save(game / "art" / name)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><rect width="9" height="9"/></svg>'
    (game / "art" / "red.svg").write_text(svg, encoding="utf-8")
    assert main(["translate", "update", "shop"]) == 0
    return game


@pytest.mark.parametrize(("name", "whole"), [*((one, False) for one in FILES), *((one, True) for one in FOLDERS)])
def test_a_file_or_folder_exchanged_for_a_link_is_not_read(
    name: str, whole: bool, full: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = full / name
    (full.parent / "outside").mkdir()
    outside = full.parent / "outside" / wanted.name
    outside.write_text(SECRET, encoding="utf-8")

    def exchanged(path: Path) -> Path:
        found = real(path)
        if path.absolute() == wanted and not wanted.is_symlink() and not wanted.parent.is_symlink():
            place = wanted.parent if whole else wanted
            place.rename(full.parent / "moved")
            place.symlink_to(outside.parent if whole else outside)
        return found

    monkeypatch.setattr(regelwerk_dsl.files, "real", exchanged)
    command = {"print": ["print"], "locale": ["translate", "status"]}.get(wanted.parent.name, ["check"])
    status = main([*command, str(full)])
    said = "".join(capsys.readouterr())
    assert wanted.is_symlink() or wanted.parent.is_symlink()
    assert status == 1 and ("has become a link" in said or "is a link that leads out" in said)
    assert SECRET not in said


@pytest.mark.parametrize("read", [read_bytes, read_picture, read_face])
def test_nothing_that_reads_files_of_a_game_follows_a_link(read: Callable[..., object], full: Path) -> None:
    folder = real(full / "art")
    file = BytesIO()
    Image.new("RGB", (9, 9)).save(file, "PNG")
    content = small_font("a") if read is read_face else file.getvalue()
    (folder / "a.png").write_bytes(content)
    unlinked: dict[str, bool] = {} if read is not read_bytes else {"linked": False}
    read(folder / "a.png", **unlinked)
    (folder / "b.png").symlink_to("a.png")
    (full / "way").symlink_to("art")
    for path in (folder / "b.png", full / "way" / "a.png"):
        with pytest.raises((OSError, ValueError), match="has become a link"):
            read(path, **unlinked)


def test_no_file_of_a_game_is_opened_by_its_whole_path(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    watching = True

    def audit(event: str, arguments: tuple[object, ...]) -> None:  # it cannot be removed again
        if watching and event == "open" and isinstance(arguments[0], str | bytes):
            opened.append(str(Path(str(arguments[0])).absolute()))

    sys.addaudithook(audit)
    for command in COMMANDS:
        assert main(command) == 0, command
    watching = False
    assert not [path for path in opened if Path(path).is_relative_to(full) and Path(path).is_file()]
