"""Names in emitted code: those of the source, made safe for Python and unique in the module."""

from __future__ import annotations

import keyword
import unicodedata
from textwrap import wrap

from regelwerk_runtime.engine.primitives import BUILTINS, IMPORTS, METHODS

from ..model.symbols import LocalSymbol

MADE_HERE = {
    *("m", "s", "f", "stop", "block", "self", "options", "player", "State", "GAME", "SITES", "SENTENCES", "POINTS"),
    *("LAYOUT", "ENUMS", "CARDS", "LUCK", "NAMES", "LANGUAGES", "FACTS", "SCENARIOS"),
}
TAKEN_BY_CODE = frozenset(MADE_HERE.union(BUILTINS, *IMPORTS.values()))


class Runtime:
    """The names of the runtime, each as it is written; who asks for one gets it imported."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def __getattr__(self, name: str) -> str:
        if not any(name in names for names in IMPORTS.values()):
            raise AttributeError(f"emitted code may not use {name}")
        self.used.add(name)
        return name

    def imports(self) -> list[str]:
        """The lines that import what was asked for."""
        lines = ["from __future__ import annotations"]
        for module, names in IMPORTS.items():
            wanted = sorted(self.used.intersection(names))
            if wanted:
                whole = f"from {module} import {', '.join(wanted)}"
                lines += ["", *([whole] if len(whole) <= 88 else [f"from {module} import (", *_wrapped(wanted), ")"])]
        return lines


def _wrapped(names: list[str]) -> list[str]:
    return wrap(", ".join(names) + ",", 84, initial_indent="    ", subsequent_indent="    ")


class Methods:
    """The methods of the engine, as `m.ask`."""

    def __getattr__(self, name: str) -> str:
        return f"m.{METHODS[name].name}"


m = Methods()


def safe(name: str) -> str:
    """A Python identifier for a name of the source."""
    plain = unicodedata.normalize("NFKC", name)
    text = "".join(char if char == "_" or char.isalnum() else "_" for char in plain) or "x"
    if not text[0].isalpha() and text[0] != "_":
        text = "_" + text
    if keyword.iskeyword(text) or text in TAKEN_BY_CODE or text.startswith("__"):
        text = text.strip("_") + "_"
    return text if text.isidentifier() else "x_" + text.encode("utf-8").hex()


class Names:
    """Names at the top of the module. Each thing gets one; a second wish for the same gets a number."""

    def __init__(self) -> None:
        self.taken: set[str] = set(TAKEN_BY_CODE)
        self.given: dict[object, str] = {}
        self.run = Runtime()

    def of(self, thing: object, wish: str) -> str:
        """The name of a thing (any hashable key), the same at each call."""
        if thing not in self.given:
            self.given[thing] = self.claim(wish)
        return self.given[thing]

    def claim(self, wish: str) -> str:
        name, number = safe(wish), 1
        while name in self.taken:
            number += 1
            name = f"{safe(wish)}_{number}"
        self.taken.add(name)
        return name


def name_locals(locals_: list[LocalSymbol], taken: set[str]) -> None:
    """Gives each local of one function its Python name: that of the source, with a number where it is taken."""
    used = set(taken)
    for local in locals_:
        name, number = safe(local.name), 1
        while name in used:
            number += 1
            name = f"{safe(local.name)}_{number}"
        used.add(name)
        local.python = name
