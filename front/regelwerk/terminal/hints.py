"""The file `terminal.yaml` of a game: hints for its pictures in characters that its declarations do not provide.

It is optional. Everything in it names something that the game declares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from regelwerk_dsl.data.yaml import Yaml, load_schema, read_yaml
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import read_inside
from regelwerk_dsl.suggest import did_you_mean

if TYPE_CHECKING:
    from regelwerk_compiler.model.symbols import Game
    from regelwerk_dsl.source import Span

HINTS = "terminal.yaml"


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints of a game for its pictures.

    Attributes:
        upward: families of places whose first row is drawn at the bottom.
        hidden: families of places without a picture.
        cards: for card types, the field that represents a card.
        signs: for state variables, the character that represents it, or follows the letter of a player.
        only: for state variables, a variable with the same indices that must be true for it to count.
        ends: for tables drawn as strips, the column with the place to which a strip returns at its end.
        untold: state whose changes are not shown beside the log.
    """

    upward: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    cards: Mapping[str, str] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    only: Mapping[str, str] = field(default_factory=dict)
    untold: frozenset[str] = frozenset()
    ends: Mapping[str, str] = field(default_factory=dict)


def read_hints(folder: Path, shown: str, diagnostics: Diagnostics) -> tuple[Hints, Yaml | None]:
    """The hints of a game, and the parsed file; no hints and None if there is no file or it has mistakes."""
    if not (folder / HINTS).is_file():
        return Hints(), None
    source = read_inside(folder, HINTS, f"{shown}/{HINTS}" if shown not in ("", ".") else HINTS, diagnostics)
    found = read_yaml(source, load_schema("terminal"), diagnostics, kept=True) if source is not None else None
    if found is None:
        return Hints(), None
    data = found.data
    hints = Hints(
        frozenset(data.get("upward", ())),
        frozenset(data.get("hidden", ())),
        data.get("cards", {}),
        data.get("signs", {}),
        data.get("only", {}),
        frozenset(data.get("untold", ())),
        data.get("ends", {}),
    )
    return hints, found


def _place(found: Yaml, path: tuple[str | int, ...], name: str) -> Span:
    """The place of a name that is a key or a value."""
    return found.keys[path] if path[-1] == name and path in found.keys else found.span(*path)


def check_hints(found: Yaml, game: Game, diagnostics: Diagnostics) -> None:
    """Reports names that the game does not have: E0159."""
    for path, name, known, what in _names(found, game):
        if name not in known:
            diagnostics.report(
                "E0159", _place(found, path, name), f"the game has no {what} `{name}`", help=did_you_mean(name, known)
            )


def _names(found: Yaml, game: Game) -> Iterator[tuple[tuple[str | int, ...], str, list[str], str]]:
    """Every name in the file: its place, the name, the valid names, and what kind of name it must be."""
    data = found.data
    tables = [enum.name for enum in game.enums.values() if enum.kind != "player"]
    state = list(game.state)
    for part in ("upward", "hidden"):
        yield from (((part, at), name, tables, "family") for at, name in enumerate(data.get(part, ())))
    yield from ((("untold", at), name, state, "state variable") for at, name in enumerate(data.get("untold", ())))
    for table, column in data.get("ends", {}).items():
        yield ("ends", table), table, tables, "family"
        if table in tables:
            yield ("ends", table), column, list(game.enums[table].fields), f"column of {table}"
    types = {kind.name: list(kind.fields) for kind in game.card_types.values()}
    for kind, named in data.get("cards", {}).items():
        yield ("cards", kind), kind, list(types), "card type"
        if kind in types:
            yield ("cards", kind), named, types[kind], f"field of {kind}"
    yield from ((("signs", name), name, state, "state variable") for name in data.get("signs", {}))
    indices = {name: variable.dims for name, variable in game.state.items()}
    for name, other in data.get("only", {}).items():
        yield ("only", name), name, state, "state variable"
        alike = [one for one, its in indices.items() if its == indices.get(name, its)]
        yield ("only", name), other, alike, f"state variable indexed like {name}"
