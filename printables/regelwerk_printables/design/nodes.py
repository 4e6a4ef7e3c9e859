"""Nodes of layout files: mappings that know the source of each value; and the place of each name of a section."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from regelwerk_dsl.data.yaml import Yaml
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

Place = tuple[Yaml, tuple[str | int, ...]]
"""A file with the path to a value in it."""

SECTIONS = (
    "words", "colors", "data", "fonts", "languages", "styles", "shapes", "cards", "boards", "parts", "pictures",
)  # fmt: skip
DRAWN = ("boards", "parts")  # their names become names of files
FILE_NAME = re.compile(r"\w[\w -]{0,99}")


def find_places(files: Sequence[Yaml], diagnostics: Diagnostics, *within: str) -> dict[str, Place]:
    """The place of each name of a section, or of a mapping in it; duplicate names are reported."""
    found: dict[str, Place] = {}
    section = within[0]
    for file in files:
        names: Mapping[str, Any] = file.data
        for key in within:
            names = names.get(key) or {}
        for name in names:
            path = (*within, name)
            if section in DRAWN and not FILE_NAME.fullmatch(name):
                help = "write letters, digits, `_`, `-` and blanks"
                diagnostics.report("E0155", file.keys[path], f"`{name}` cannot name a file", help=help)
            if name in found:
                first, at = found[name]
                labels = (Label(first.keys[at], "first listed here"),)
                what = f"`{name}` appears twice under `{section}`"
                diagnostics.report("E0158", file.keys[path], what, labels=labels)
            found.setdefault(name, (file, path))
    return found


def find_overrides(files: Sequence[Yaml], diagnostics: Diagnostics) -> dict[str, dict[str, Place]]:
    """The places of the overrides of each template, by card."""
    templates = dict.fromkeys(name for file in files for name in file.data.get("overrides") or {})
    return {name: find_places(files, diagnostics, "overrides", name) for name in templates}


class Node(Struct, frozen=True):
    """A mapping of a layout file, or several merged into one, with the source of each value."""

    data: Mapping[str, Any]
    origins: Mapping[str, Place]
    own: Place

    @classmethod
    def of(cls, place: Place) -> Node:
        """The mapping at a place."""
        file, path = place
        data: Any = file.data
        for step in path:
            data = data[step]
        return cls(data, {key: (file, (*path, key)) for key in data}, place)

    def over(self, other: Node) -> Node:
        """The two mappings merged; this one's values win."""
        return Node({**other.data, **self.data}, {**other.origins, **self.origins}, self.own)

    def span(self, *path: str | int) -> Span:
        """The place of the mapping, or of a value in it."""
        if not path:
            file, at = self.own
            return file.keys.get(at) or file.span(*at)
        file, at = self.origins.get(str(path[0]), self.own)
        return file.span(*at, *path[1:])

    def within(self, key: str, step: str | int) -> Node:
        """A mapping in a list or mapping."""
        file, at = self.origins[key]
        return Node.of((file, (*at, step)))

    def nodes(self, key: str) -> list[Node]:
        """The mappings of a list."""
        return [self.within(key, index) for index in range(len(self.data.get(key) or []))]
