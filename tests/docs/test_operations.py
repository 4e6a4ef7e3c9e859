"""A test that the table of operations in `docs/emitted-module.md` is that of the compiler's table of primitives."""

from __future__ import annotations

from pathlib import Path

from golden import updating
from regelwerk_compiler.model.primitive import Primitive
from regelwerk_compiler.primitives.table import ROWS

PAGE = Path(__file__).parents[2] / "docs" / "emitted-module.md"
TITLE = "## Operations\n"
HEAD = "| operation | types | Python | rule error |\n| --- | --- | --- | --- |\n"


class Shown(str):
    """A name in a template, whatever attribute is read."""

    def __getattr__(self, name: str) -> Shown:
        if name == "shifted":
            return Shown(f"({self} - low)")
        return Shown(f"{self}.{name}" if self else name)


def test_the_documentation_shows_the_operations() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(TITLE)
    note, _, rest = rest.partition(HEAD)
    wanted = before + TITLE + note + HEAD + "".join(map(row_of, ROWS.values())) + "\n## " + rest.partition("\n## ")[2]
    if updating():
        PAGE.write_text(wanted, encoding="utf-8")
    assert text == wanted


def row_of(row: Primitive) -> str:
    return f"| {row.name} | {row.signature.strip()} | {python_of(row)} | {row.fails} |\n"


def python_of(row: Primitive) -> str:
    letters = [Shown(letter) for letter in "abc"]
    fixed = {name: Shown(name) for name in row.fixed}
    template = row.template if isinstance(row.template, str) else row.template(*fixed.values())
    if not template:
        return "the union of singletons"
    names = {
        "*": Shown(", ".join("abc"[: len(row.operands)])),
        "tuple": Shown("(a, b)"),
        "others": Shown("(b, c)"),
        "players": Shown("players"),
    }
    text = template.format(*letters, **{**names, **fixed, "run": Shown("")}).replace("|", "\\|")
    return f"`{text}`"
