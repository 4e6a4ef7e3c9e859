"""Tests of `docs/architecture.md`: packages are described, paths exist, and names are defined where it says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
GAME = ROOT / "cards" / "itc"
ROOMS = ("dsl", "compiler", "runtime", "printables", "simulation", "front")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^## (?P<title>.+)\n(?P<text>(?:(?!## ).*\n)*)", re.MULTILINE)
STEP = re.compile(r"^\d+\. (?P<text>.*\n(?:    ?\S.*\n|   \S.*\n)*)", re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
PATH_LIKE = re.compile(r"[\w.-]+(/[\w.-]+)*/?")


def sections() -> dict[str, str]:
    """The text below each heading, by heading; the text above the first has the heading ""."""
    text = FENCE.sub("", PAGE.read_text(encoding="utf-8"))
    return {"": text.partition("\n## ")[0]} | {found["title"]: found["text"] for found in SECTION.finditer(text)}


def folder_of(title: str) -> Path:
    """The package in the title of a section; the project for all others."""
    found = CODE.search(title)
    return ROOT / found[1] if found else ROOT


def is_path(code: str) -> bool:
    return bool(PATH_LIKE.fullmatch(code)) and ("/" in code or code.endswith((".py", ".md", ".toml")))


def steps() -> Iterator[str]:
    """The steps of all walks."""
    for title, text in sections().items():
        if title.startswith("One "):
            yield from (found["text"] for found in STEP.finditer(text))


@cache
def defined_in(file: Path) -> frozenset[str]:
    """The functions and classes of a module, and `Class.method`."""
    names = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)}
    return frozenset(names)


@cache
def text_of_game() -> str:
    """The sources and layouts of the game, the names of its cards, and its emitted module."""
    files = [path for pattern in ("*.regel", "*.yaml") for path in sorted(GAME.rglob(pattern))]
    made = load_compiled(source_of(GAME))
    parts = [*(path.read_text(encoding="utf-8") for path in files), *(one.key for one in made.game.cards), made.module]
    return "\n".join(parts)


def is_in_game(code: str) -> bool:
    """Whether words occur in the game; for a path of names, such as `Good.black.sold`, each name."""
    names = code.split(".") if re.fullmatch(r"\w+(\.\w+)+", code) else [code]
    return (GAME / code).exists() or all(
        re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text_of_game()) for name in names
    )


def test_every_package_is_described_in_a_section() -> None:
    found = {folder_of(title).relative_to(ROOT).parts[0]: title for title in sections() if folder_of(title) != ROOT}
    assert set(found) == {*ROOMS, "tools", "cards", "editors", "tests"}
    for room in ROOMS:
        folder = folder_of(found[room])
        packages = {f"{path.name}/" for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
        assert packages <= set(CODE.findall(sections()[found[room]])), room


def test_every_path_exists() -> None:
    missing = [
        f"{title}: {code}"
        for title, text in sections().items()
        for code in CODE.findall(f"{title}\n{text}")
        if is_path(code) and not (folder_of(title) / code).exists() and not (ROOT / code).exists()
    ]
    assert missing == []


def test_every_numbered_line_is_a_step() -> None:
    lines = re.findall(r"^\d+\. ", FENCE.sub("", PAGE.read_text(encoding="utf-8")), re.MULTILINE)
    assert len(list(steps())) == len(lines) > 40


@pytest.mark.parametrize("step", list(steps()), ids=lambda step: step.split("`")[1].rpartition("/")[2])
def test_every_name_of_a_step_is_defined_in_its_files(step: str) -> None:
    """Python names are defined in a file that the step names; all others occur in the game or in its emitted module."""
    code = CODE.findall(step)
    files = [ROOT / one for one in code if is_path(one) and one.endswith(".py")]
    assert files, step
    names = {name for file in files for name in defined_in(file)}
    for file, name in re.findall(r"`([^`\n]+\.py)`: `([^`\n]+)`", step):
        assert name in defined_in(ROOT / file), f"{name} is not in {file}"
    for name, file in re.findall(r"`([^`\n]+)` (?:of|in)\s+`([^`\n]+\.py)`", step):
        assert name in defined_in(ROOT / file), f"{name} is not in {file}"
    assert [one for one in code if not is_path(one) and one not in names and not is_in_game(one)] == []


def test_every_decision_is_listed_once() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(
        r"^\| \[[^]]+\]\(([\w.-]+)\) \| \S", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(path.name for path in folder.glob("*.md") if path.name != "README.md")
