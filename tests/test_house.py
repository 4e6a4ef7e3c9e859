"""House rules that hold for every file: sizes, names, documents, commands. Files are found by pattern, never listed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("dsl", "compiler", "runtime", "printables", "simulation", "front")
ALL = (*ROOMS, "tools", "tests", "bench")
NAMELESS = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "base"}
LONGEST = 400  # lines of a file
LONGEST_FUNCTION = 80  # lines of a function
BEGINNING = re.compile(r"[A-Z`]")
CLAUSE = re.compile(r"(What|Where|How|Why|When|Which|Who|Whether|If|No|Nothing|Nobody|It|This)\b")
THROUGH = re.compile(r"\b(goes?|go) in[;,]|\bcomes? out\b")
GAME_WORDS = re.compile(
    r"mafia|smuggl|truck|auf.?achse|tokyo|flensburg|gr[ae]y.market|\bitc\b|\btransports?\b|\bpig\b|goofspiel|kuhn|"
    r"tic.?tac.?toe|connect.four|liars?.?dice"
)  # in small letters


def files(*folders: str, pattern: str = "*.py") -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob(pattern)):
            if "__pycache__" not in path.parts:
                yield path


def tracked_text() -> Iterator[Path]:
    """All text files of the packages."""
    for path in files(*ROOMS, pattern="*"):
        if path.is_file() and path.suffix in {".py", ".lark", ".yaml", ".json", ".regel", ".toml", ".po"}:
            yield path


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


class Shape(NamedTuple):
    """What tests want to know of the tree of a module, which is long to read and large to keep.

    Attributes:
        docstring: of the module.
        functions: the lines of each function by its name.
        fields: the lines of classes without decorators that have fields of data classes.
    """

    docstring: str | None
    functions: dict[str, int]
    fields: list[int]


def shape_of(text: str) -> Shape:
    tree = ast.parse(text)
    functions = {
        node.name: node.end_lineno - node.lineno + 1
        for node in _statements(tree.body)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None
    }
    return Shape(ast.get_docstring(tree), functions, list(_fields_of_data_classes(tree)))


def _statements(body: Iterable[ast.stmt | ast.excepthandler | ast.match_case]) -> Iterator[ast.AST]:
    """All statements, without the expressions in them."""
    for node in body:
        yield node
        for part in ("body", "orelse", "handlers", "cases", "finalbody"):
            yield from _statements(getattr(node, part, ()))


def _fields_of_data_classes(tree: ast.Module) -> Iterator[int]:
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"]
    if not any(name.name == "field" for node in imports for name in node.names):
        return
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.decorator_list:
            values = [one.value for one in node.body if isinstance(one, ast.AnnAssign)]
            calls = [one.func for one in values if isinstance(one, ast.Call)]
            if any(isinstance(one, ast.Name) and one.id == "field" for one in calls):
                yield node.lineno


@cache
def shapes() -> dict[str, Shape]:
    """All modules of the project."""
    return {short(path): shape_of(path.read_text(encoding="utf-8")) for path in files(*ALL)}


def test_no_file_is_too_long() -> None:
    counts = {short(path): path.read_text(encoding="utf-8").count("\n") for path in files(*ALL)}
    assert {name: count for name, count in counts.items() if count > LONGEST} == {}


def test_every_test_file_has_a_name_of_its_own() -> None:
    """Pytest treats two files of one name in different folders as one module, and then runs neither."""
    names = Counter(path.name for path in files("tests", pattern="test_*.py"))
    assert {name: count for name, count in names.items() if count > 1} == {}


def test_no_function_is_too_long() -> None:
    counts = {f"{path}:{name}": lines for path, one in shapes().items() for name, lines in one.functions.items()}
    assert len(counts) > 1000
    assert {name: count for name, count in counts.items() if count > LONGEST_FUNCTION} == {}


def test_no_struct_has_a_field_of_data_classes() -> None:
    """`dataclasses.field` in a struct would itself become the default value."""
    struct = "from dataclasses import field\nclass A(Struct):\n    a: list[int] = field()\n"
    assert shape_of(struct).fields == [2]
    assert [f"{path}:{line}" for path, one in shapes().items() for line in one.fields] == []


def test_docstrings_of_modules_begin_with_a_noun_phrase() -> None:
    """The docstring of a module says what the module holds; it is no question and no description of a data flow."""
    wrong = []
    for path, one in shapes().items():
        if one.docstring is None:
            continue
        text = one.docstring
        first = " ".join(text.split("\n\n")[0].split())
        if THROUGH.search(text) or CLAUSE.match(first) or not BEGINNING.match(first) or not first.endswith("."):
            wrong.append(f"{path}: {first}")
    assert wrong == []


def test_no_word_of_a_game_in_the_rooms() -> None:
    found = [
        f"{short(path)}:{number}: {line.strip()}"
        for path in tracked_text()
        if GAME_WORDS.search(text := path.read_text(encoding="utf-8").lower())
        for number, line in enumerate(text.splitlines(), 1)
        if GAME_WORDS.search(line)
    ]
    assert found == []


def test_modules_are_named_for_what_they_hold() -> None:
    assert [short(path) for path in files(*ROOMS) if path.stem in NAMELESS or path.parent.name in NAMELESS] == []


def test_no_loose_module_in_a_room() -> None:
    """A module directly in a room, such as `dsl/x.py`, would be installed as a top-level module."""
    assert [short(path) for room in ROOMS for path in (ROOT / room).glob("*.py")] == []


def test_every_package_is_typed_and_every_module_has_a_docstring() -> None:
    for room in ROOMS:
        (package,) = [path for path in (ROOT / room).iterdir() if path.is_dir() and path.name.startswith("regelwerk")]
        assert (package / "py.typed").is_file()
    silent = [
        short(path)
        for path in files(*ROOMS)
        if (text := path.read_text(encoding="utf-8")).strip() and not text.startswith(('"""', 'r"""'))
    ]
    assert silent == []


def test_cards_hold_no_python() -> None:
    assert list(files("cards")) == []


TOP = {
    *(".ci", ".gitattributes", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "NOTICE"),
    *("README.md", "bench", "cards", "docs", "editors", "pyproject.toml", "requirements.lock", "tests", "tools"),
    *ROOMS,
}
"""The files and folders at the top of the project. Commands write records to where they are called, such as there."""


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout")
def test_only_known_files_lie_at_the_top() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    assert {path.split("/")[0] for path in listed.split("\0") if path} == TOP


# ---- golden files --------------------------------------------------------------------------------------------------


def names(folder: str) -> set[str]:
    """The names of the golden files in a test folder, without their ending."""
    return {path.stem for path in (ROOT / "tests" / folder).glob("*.txt")}


def test_every_game_has_a_playthrough() -> None:
    assert names("playthroughs") == {path.parent.name for path in files("cards", pattern="game.yaml")}


def test_every_game_with_layouts_has_hashes_of_its_drawings() -> None:
    assert names("drawings") == {
        f"{path.parent.name}.{language}"
        for path in files("cards", pattern="print")
        for language in yaml.safe_load((path.parent / "game.yaml").read_text(encoding="utf-8"))["languages"]
    }


# ---- documents -------------------------------------------------------------------------------------------------------

DOCUMENTS = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "cards").rglob("*.md")})
PATH = re.compile(
    r"`((?:dsl|compiler|runtime|printables|front|cards|tests|bench|docs|\.ci)/[\w./-]*)`|\]\(([\w./-]+)\)"
)


@pytest.mark.parametrize("document", DOCUMENTS, ids=short)
def test_every_path_in_the_documents_exists(document: Path) -> None:
    missing = []
    for in_code, in_link in PATH.findall(document.read_text(encoding="utf-8")):
        place = ROOT / in_code if in_code else document.parent / in_link
        if not place.exists():
            missing.append(in_code or in_link)
    assert missing == []


def sections() -> dict[str, str]:
    """The section of docs/commands.md on each command, by the command's name."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    parts = re.split(r"^## `regelwerk (\w+)[^\n]*\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_command_and_every_option_is_documented() -> None:
    from regelwerk.main import make_group

    commands = make_group().commands
    written = sections()
    assert sorted(written) == sorted(commands)
    missing = []
    for name, command in commands.items():
        for parameter in command.params:
            for flag in [*parameter.opts, *parameter.secondary_opts]:
                if flag.startswith("--") and flag != "--help" and f"`{flag}" not in written[name]:
                    missing.append(f"{name} {flag}")
            assert getattr(parameter, "help", ""), f"{name} {parameter.name} has no help"
    assert missing == []


def test_every_option_in_the_document_exists() -> None:
    from regelwerk.main import make_group

    group = make_group()
    for name, text in sections().items():
        known = {flag for parameter in group.commands[name].params for flag in parameter.opts}
        assert set(re.findall(r"^\| `(--[\w-]+)", text, flags=re.MULTILINE)) <= known, name


def test_make_help_names_every_target() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", text, flags=re.MULTILINE))
    explained = set(re.findall(r"^([a-z-]+):.*## \S", text, flags=re.MULTILINE))
    assert targets == explained


def test_importing_regelwerk_is_quick() -> None:
    """`import regelwerk` loads neither the compiler nor the parser nor the terminal before they are needed."""
    code = (
        "import sys, regelwerk; print([m for m in ('lark', 'babel', 'reportlab', 'click', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
