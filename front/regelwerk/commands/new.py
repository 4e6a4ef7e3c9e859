"""`regelwerk new DIR` and `new --variant FILE`: a small complete game, or a variant, to start from."""

from __future__ import annotations

import os
import re
import shlex
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.characters import CONTROL
from regelwerk_dsl.disk import holds, read_bytes, real
from regelwerk_dsl.grammar.keywords import RESERVED_NAMES
from regelwerk_dsl.writing import PREFIX, write_whole
from regelwerk_dsl.writing import SUFFIX as LEFT

from ..errors import UsageError
from ..loading.cache import PICTURES
from ..loading.source import MANIFEST, source_of
from ..starting.templates import as_text, filled
from ..terminal.console import Screen
from ..terminal.options import FILE, option

if TYPE_CHECKING:
    from regelwerk_compiler.declare.collect import Declarations

SUFFIX = ".regel"
FOLDER = "A new or empty folder, whose name becomes the game's title. With --variant: the game that it amends."
TABLE = "Create a game with the cards of this table (.csv, .xlsx, .ods) and a design for them."

LIVE = "#LIVE"
SAMPLES = {
    "#VALUE": "amend goal: 50 -> 40",
    "#RULE": "replace define goal -> Int = 40",
    "#REMOVE": "remove name_of_a_card",
    "#COPIES": "amend name_of_a_card.copies: 2 -> 3",
    "#EXPECT": "goal is 40",
}
"""Examples in the comments if the game is not known."""


@click.command("new")
@click.argument("folder", metavar="[DIR|GAME]", default="", help=FOLDER)
@option("--variant FILE", "Create a variant in this new file instead.", FILE)
@option("--cards FILE", TABLE, FILE)
def new(folder: str, variant: Path | None, cards: Path | None) -> None:
    """Create a small complete game, a deck of cards from a spreadsheet, or a variant.

    Comments in the new files explain each part.
    """
    screen = Screen()
    if variant is not None and cards is not None:
        raise UsageError("a variant has no table of cards", "leave out --variant or --cards")
    if variant is not None:
        _make_variant(variant, folder, screen)
    elif folder and cards is not None:
        _make_deck(Path(folder), cards, screen)
    elif folder:
        _make_game(Path(folder), screen)
    else:
        raise UsageError(
            "name a folder for the new game", "regelwerk new DIR, or regelwerk new --variant FILE.regel GAME"
        )


def _make_game(folder: Path, screen: Screen) -> None:
    """Writes the files of a game, `game.yaml` last: until then it is not a game, and `new` can be repeated."""
    templates = sorted(files("regelwerk").joinpath("template").iterdir(), key=lambda file: file.name)
    made = {folder / file.name: _named(folder, file.read_text(encoding="utf-8")) for file in templates}
    if folder.exists() and not (folder.is_dir() and all(_is_left(path, made) for path in folder.iterdir())):
        raise UsageError(
            f"{folder} already exists", "choose a new or empty folder, or add --cards FILE for a table in it"
        )
    _make(folder, made, ("check", "test", "run", "play"), screen)


def _make_deck(folder: Path, table: Path, screen: Screen) -> None:
    """Writes the files of a game with the cards of a table, which is copied into the folder if it is elsewhere."""
    from ..starting.deck import deck_files  # the parser is slow to import

    made = {folder / path: _named(folder, text) for path, text in deck_files(table, folder / PICTURES).items()}
    if real(folder / table.name) != real(table):
        made = {folder / table.name: read_bytes(table), **made}
    for path in made:
        if path.exists() and not _is_left(path, made):
            raise UsageError(f"{path} already exists", "choose a folder without a game")
    _make(folder, made, ("print", "check", "run"), screen)


def _named(folder: Path, text: str) -> bytes:
    """A template file with the game's name and title filled in."""
    title = _title(real(folder).name)
    return (
        text.replace("name: NAME", f"name: {_name(title)}").replace("title: TITLE", f"title: {_quoted(title)}").encode()
    )


def _make(folder: Path, made: Mapping[Path, bytes], commands: Sequence[str], screen: Screen) -> None:
    _write_all(made)
    for path in made:
        screen.say(str(path))
    screen.note("\n".join(f"regelwerk {command} {_shown(folder)}" for command in commands))


def _is_left(path: Path, made: Mapping[Path, bytes]) -> bool:
    """True if a file was left behind when an earlier `new` of the same game was killed."""
    if path.name == MANIFEST or path not in made:
        return path.name.startswith(PREFIX) and path.name.endswith(LEFT)
    return not path.is_symlink() and holds(path, made[path])


def _write_all(made: Mapping[Path, bytes]) -> None:
    """Writes all files, with the folders they need, or none of them."""
    folders = {folder: None for path in made for folder in path.parents if not folder.exists()}
    written: list[Path] = []
    try:
        for path, data in made.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
            written.append(path)
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()
        raise


def _make_variant(path: Path, game: str, screen: Screen) -> None:
    if path.suffix != SUFFIX:
        raise UsageError(f"the file of a variant must end in {SUFFIX}", f"regelwerk new --variant {path}{SUFFIX}")
    if path.exists():
        raise UsageError(f"{path} already exists", "choose another name")
    table = None
    if game:
        from ..loading.checking import check_source  # a new game needs no compiler

        table = check_source(source_of(game)).table
    title = _title(path.stem)
    words = re.sub(r"[\s_-]+", " ", title).strip()
    names = _title(_shown(path)), _title(_shown(game))
    text = _variant_text(_name(title, "variant"), f"{words[:1].upper()}{words[1:]}", *names, table)
    _write_all({path: text.encode()})
    screen.say(str(path))
    screen.note(
        "\n".join(
            f"regelwerk {command} {_shown(game) or 'GAME'} --variant {_shown(path)}"
            for command in ("check", "diff", "test", "run")
        )
    )


def _shown(path: Path | str) -> str:
    """A path, quoted for a command line."""
    return shlex.quote(str(path)) if str(path) else ""


def _name(title: str, kind: str = "game") -> str:
    """A name for the sources, made from a title: small letters, digits and underscores, beginning with a letter."""
    plain = unicodedata.normalize("NFKD", title.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return name if name[:1].isalpha() and name not in RESERVED_NAMES else f"{kind}_{name}".rstrip("_")


def _title(name: str) -> str:
    """The name of a file as text on one line."""
    return re.sub(r"\s", " ", CONTROL.sub(" ", os.fsencode(name).decode("utf-8", "replace")))


def _quoted(title: str) -> str:
    """A title as a YAML text."""
    return '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _variant_text(name: str, title: str, file: str, game: str, table: Declarations | None) -> str:
    """The text of a new variant that does not change anything yet.

    Args:
        name: the variant's name in the sources.
        title: its title for readers.
        file: its file, as written in commands.
        game: the game, as written in commands; "" if it is not known.
        table: the declarations of the game; None if it is not known.
    """
    text = files("regelwerk").joinpath("template_variant", "variant.regel").read_text(encoding="utf-8")
    samples, live = dict(SAMPLES), ""
    if table is not None:
        names = (f"{name}_{number}" if number > 1 else name for number in count(1))
        name = next(one for one in names if one not in table.changes and one not in table.chapters)
        if values := list(_values(table)):
            (path, value), (other, its) = values[0], values[-1]
            live = f"    amend {path}: {value} -> {value}  # the second one is yours\n"
            samples |= {"#VALUE": f"amend {other}: {its} -> {its}", "#EXPECT": f"{path} is {value}"}
        for key, card in islice(table.cards.items(), 1):
            copies = card.copies.span.text.removeprefix("x") if card.copies is not None else "1"
            samples |= {"#REMOVE": f"remove {key}", "#COPIES": f"amend {key}.copies: {copies} -> {copies}"}
        if rule := min(_rules(table), key=len, default=""):
            samples["#RULE"] = f"replace {rule}"
    words = {"GAME": game or "GAME", "FILE": file, "NAME": name, "TITLE": as_text(title)}
    return filled(text, {f"    {LIVE}\n": live, **samples, **words})


def _values(table: Declarations) -> Iterator[tuple[str, str]]:
    """The values that are plain numbers, each as path and text: first definitions, then cells of tables."""
    for define in table.defines.values():
        if not define.params and isinstance(define.body, syn.Number):
            yield define.name.name, define.body.span.text
    for name, enum in table.enums.items():
        if isinstance(enum, syn.TableDecl):
            for row in enum.rows:
                for column, cell in zip(enum.columns, row.cells, strict=False):
                    if isinstance(cell.value, syn.Number):
                        yield f"{name}.{row.key}.{column.name}", cell.value.span.text


def _rules(table: Declarations) -> Iterator[str]:
    """The texts of rules that take one line."""
    for define in table.defines.values():
        text = define.span.text
        if define.params and "\n" not in text and not isinstance(define.body, syn.Block):
            yield text
