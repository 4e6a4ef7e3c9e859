"""Files of a game whose cards are the rows of a spreadsheet, with the types of columns inferred from their cells."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import islice
from pathlib import Path, PurePath

from regelwerk_dsl.data.csv import COPIES_COLUMN, TEXT_COLUMNS, CsvTable, parse_csv
from regelwerk_dsl.data.sheets import read_table
from regelwerk_dsl.diagnostics import Diagnostics, SourceError
from regelwerk_dsl.grammar.keywords import RESERVED_DECLARATIONS
from regelwerk_dsl.source import NO_SPAN, SourceFile, Span
from regelwerk_dsl.suggest import as_words
from regelwerk_printables.design.expressions import LayoutError
from regelwerk_printables.design.paint.pictures import SUFFIXES, Art

from ..errors import InputError
from .templates import filled

PICTURE = """\
      - group:  # cover fills the frame and cuts what is beyond it, contain shows the whole picture
          - { image: "{card.COLUMN}", box: [5, 15, 53, #HIGH], fit: #FIT }
        clip: { rect: [5, 15, 53, #HIGH], radius: 2 }
"""
WIDE = 53  # width of a picture's frame, in mm
MOST_CUT = 0.25  # largest share that is cut off a picture that fills its frame
MOST_LOOKED_AT = 24  # most pictures whose shapes are examined
SOME = "        when: card.COLUMN\n"  # if some cards have no picture
UNPRINTED = " not printed"
KEY = "key"
MOST_MEMBERS = 12  # most members of an enum inferred from a column

_NAME = re.compile(r"[A-Za-z]\w*\Z", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,9}\Z", re.ASCII)


def deck_files(table: Path, art: Path) -> dict[PurePath, str]:
    """The texts of the files of a game with the cards of a table, by their paths in its folder.

    `NAME` and `TITLE` in them represent the name and the title of the game.

    Args:
        table: A `.csv`, `.xlsx` or `.ods` file with a first column `key`.
        art: The folder with the pictures of the game. If most cards have one there named after their key, it is
            printed on them.

    Raises:
        InputError: The table has no cards.
        SourceError: It cannot be read as a table of cards.
    """
    found = _read(table)
    cells = [[cell.span.text.strip() for cell in row.cells] for row in found.rows]
    columns = {column.name.name: [row[at] for row in cells] for at, column in enumerate(found.columns)}
    declared = {column.name.name: column.type.span.text for column in found.columns if column.type is not None}
    keys = [row.key.name for row in found.rows]
    type_, picture = _type_name(table.stem), _picture(keys, columns, art)
    taken = {type_, *map(_capital, columns), *RESERVED_DECLARATIONS}
    enums, fields = [], []
    for name, given in columns.items():
        if name in (COPIES_COLUMN, *TEXT_COLUMNS):
            continue
        if name in declared:
            fields.append(f"    {name}: {declared[name]}")
        elif name == picture:
            fields.append(f"    {name}: Text{UNPRINTED}")
        elif (members := _members(given, taken)) and (enum := _capital(name)) not in (type_, *RESERVED_DECLARATIONS):
            names = ", ".join(f'{member} "{as_words(member)}"' for member in members)
            enums.append(f'enum {enum} "{as_words(name)}": {names}')
            fields.append(f"    {name}: {enum}")
        else:
            fields.append(f"    {name}: {_plain_type(given)}")
    heights = _heights(sum(not field.endswith(UNPRINTED) for field in fields))
    shown = PICTURE + SOME * (not all(columns.get(picture, keys))) if picture else ""
    fit = _fit(columns.get(picture, keys), art, heights) if picture else ""
    marks = {
        "#ENUMS\n": "".join(f"{enum}\n" for enum in enums) + "\n" if enums else "",
        "#FIELDS": "\n".join(fields) if fields else "    worth: Int = 0  # a field that all cards have",
        "#PICTURE\n": filled(shown, {**heights, "COLUMN": picture, "#FIT": fit}),
        **heights,
        "TYPE": type_,
        "FILE": table.name,
    }
    template = files("regelwerk").joinpath("template_deck")
    made = {}
    for path in (PurePath("game.regel"), PurePath("print", "cards.yaml"), PurePath("game.yaml")):
        made[path] = filled(template.joinpath(*path.parts).read_text(encoding="utf-8"), marks)
    return made


def _heights(lines: int) -> dict[str, str]:
    """The positions and heights on a card, in mm, of its picture, its lines of fields and its text: more lines reduce
    the picture, and finally the text.
    """
    room = max(14, (9 * lines + 1) // 2)  # a line is 4.4 high
    high = max(6, 44 - room)
    below = 15 + high + 2
    text = below + room + 1
    numbers = {"#HIGH": high, "#BELOW": below, "#ROOM": room, "#TEXT": text, "#REST": max(8, 83 - text)}
    return {mark: str(number) for mark, number in numbers.items()}


def _read(table: Path) -> CsvTable:
    diagnostics, name = Diagnostics(), str(table)
    if not re.fullmatch(r"[\w.-][\w .-]*\.(csv|xlsx|ods)", table.name):
        raise InputError(
            f"`{table.name}` cannot be named in sources",
            "rename it: letters, digits, blanks, `_`, `-`, `.`, and `.csv`, `.xlsx` or `.ods` at the end",
        )
    source = read_table(table, name, diagnostics, Span(SourceFile(name, ""), 0, 0))
    found = parse_csv(source, diagnostics, frozenset()) if source is not None else None
    if found is None or diagnostics.has_errors:
        raise SourceError(diagnostics)
    for column in found.columns:
        meant = column.name.name.lower()
        if meant in (COPIES_COLUMN, *TEXT_COLUMNS) and column.name.name != meant:
            raise InputError(f"{name} has a column `{column.name}`", f"did you mean `{meant}`?")
    if not found.rows:
        raise InputError(f"{name} has no cards", "the first line names the columns; each other line is a card")
    return found


def _type_name(stem: str) -> str:
    name = _capital(re.sub(r"\W+", "_", stem, flags=re.ASCII).strip("_"))
    return name if name[:1].isalpha() and name not in RESERVED_DECLARATIONS else "Deck"


def _capital(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _members(cells: Sequence[str], taken: Container[str]) -> list[str]:
    """The members of an enum that fits a column: a few names that are not taken, each on several cards; else none."""
    found = list(dict.fromkeys(cells))
    names = all(_NAME.match(cell) and cell not in taken for cell in found)
    return found if names and 2 <= len(found) <= MOST_MEMBERS and 2 * len(found) <= len(cells) else []


def _plain_type(cells: Sequence[str]) -> str:
    given = [cell for cell in cells if cell]
    if given and all(_NUMBER.match(cell) for cell in given):
        numbers = [int(cell) for cell in given]
        default = " = 0" if len(given) < len(cells) else ""
        return f"{min(0, *numbers)}..{max(0, *numbers)}{default}"
    if given and {*given} <= {"yes", "no"}:
        return "Bool = no"
    return "Text"


def _picture(keys: Sequence[str], columns: Mapping[str, Sequence[str]], art: Path) -> str:
    """The column with the cards' pictures, `key` if pictures are named after keys, or "" if there are none."""
    for name, cells in columns.items():
        if any(cells) and all(cell.lower().endswith(SUFFIXES) for cell in cells if cell):
            return name
    there = {path.stem for path in art.glob("*") if path.suffix.lower() in SUFFIXES}
    return KEY if 2 * len(there.intersection(keys)) > len(keys) else ""


def _fit(names: Sequence[str], art: Path, heights: Mapping[str, str]) -> str:
    """`cover` if most pictures have about the shape of their frame, else `contain`, which cuts nothing."""
    there, frame = Art(art.parent), WIDE / int(heights["#HIGH"])
    cut = []
    for name in islice(dict.fromkeys(filter(None, names)), MOST_LOOKED_AT):
        with suppress(LayoutError):  # reported when it is printed
            wide, high = there.picture(name, NO_SPAN).size
            cut.append(1 - min(wide / high / frame, frame / (wide / high)))
    return "contain" if sum(part > MOST_CUT for part in cut) * 2 > len(cut) else "cover"
