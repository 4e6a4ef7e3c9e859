"""Names in emitted code: those of the source, made safe for Python and unique in the module."""

from __future__ import annotations

import ast
import keyword
import unicodedata
from collections.abc import Iterable

from regelwerk_runtime.engine.primitives import BUILTINS, FIXED_LOCALS, IMPORTS, METHODS, STATE_FACTS

from ..model.symbols import LocalSymbol

MADE_HERE = {
    *("State", "GAME", "SITES", "SENTENCES", "POINTS", "LAYOUT", "ENUMS", "CARDS", "LUCK", "NAMES", "LANGUAGES"),
    *("FACTS", "SCENARIOS"),
}
TAKEN_BY_CODE = frozenset(MADE_HERE.union(FIXED_LOCALS, BUILTINS, *IMPORTS.values()))
"""The names that emitted code uses itself, and that nothing of a game can have."""


class Runtime:
    """The names of the runtime, as attributes; each one that is used is imported."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def __getattr__(self, name: str) -> str:
        if not any(name in names for names in IMPORTS.values()):
            raise AttributeError(f"emitted code may not use {name}")
        self.used.add(name)
        return name

    def imports(self) -> list[ast.ImportFrom]:
        """The statements that import what was asked for."""
        wanted = ((module, sorted(self.used.intersection(names))) for module, names in IMPORTS.items())
        return [ast.ImportFrom(module, [ast.alias(name) for name in names], 0) for module, names in wanted if names]


class Methods:
    """The methods of the engine, as `m.ask`."""

    def __getattr__(self, name: str) -> str:
        return f"m.{METHODS[name].name}"


m = Methods()


def safe(name: str) -> str:
    """A Python identifier for a name of the source, without an underscore in front."""
    plain = unicodedata.normalize("NFKC", name)
    text = "".join(char if char == "_" or char.isalnum() else "_" for char in plain).lstrip("_") or "x"
    if not text.isidentifier():
        text = f"x_{text}" if f"x_{text}".isidentifier() else "x_" + text.encode("utf-8").hex()
    return f"{text}_" if keyword.iskeyword(text) or text in TAKEN_BY_CODE else text


class Names:
    """The Python names of a module and of the locals in its functions.

    A name that is taken gets a number. Locals never have names of the module, whichever comes first, and neither have
    the names that emitted code uses itself.

    Attributes:
        taken: the names of the module, and those that emitted code uses itself.
        given: the names of the module, by thing.
    """

    def __init__(self) -> None:
        self.taken: set[str] = set(TAKEN_BY_CODE)
        self.given: dict[object, str] = {}
        self.run = Runtime()
        self._locals: set[str] = set()  # of any function

    def of(self, thing: object, wish: str) -> str:
        """The name of a thing (any hashable key), the same at each call."""
        if thing not in self.given:
            self.given[thing] = self.claim(wish)
        return self.given[thing]

    def claim(self, wish: str) -> str:
        """A name of the module for something new."""
        name = _free(wish, self.taken, self._locals)
        self.taken.add(name)
        return name

    def local(self, wish: str, others: set[str]) -> str:
        """A name in one function, different from others there."""
        name = _free(wish, self.taken, others)
        self._locals.add(name)
        return name

    def name_locals(self, locals_: Iterable[LocalSymbol]) -> set[str]:
        """Gives each local of one function its Python name: that of the source, with a number where it is taken."""
        used: set[str] = set()
        for local in locals_:
            local.python = self.local(local.name, used)
            used.add(local.python)
        return used


def slot_names(wishes: Iterable[str]) -> dict[str, str]:
    """The slots of the state, by variable."""
    found: dict[str, str] = {}
    taken = {*STATE_FACTS, "key", "keys"}  # the verifier takes these for keys of enums, which are texts
    for wish in wishes:
        found[wish] = _free(wish, taken)
        taken.add(found[wish])
    return found


def _free(wish: str, *taken: set[str]) -> str:
    name = plain = safe(wish)
    number = 1
    while any(name in names for names in taken):
        number += 1
        name = f"{plain}_{number}"
    return name
