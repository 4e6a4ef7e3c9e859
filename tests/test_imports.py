"""Checks of imports between modules: no cycles, every name from its owner, no `Any` between packages.

Modules are found by pattern; the lists here hold exceptions, each with its reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {
    "regelwerk_dsl": "dsl",
    "regelwerk_compiler": "compiler",
    "regelwerk_runtime": "runtime",
    "regelwerk_printables": "printables",
    "regelwerk_simulation": "simulation",
    "regelwerk": "front",
    "regelwerk_faults": "tools",
}

LOOKUPS = "a game hands out its lookups, which are made from it when they are first used"
RECORDS = "a match saves itself, and what it saves is a match; its type is for type checkers only"
PART = "part of the lookups, kept in a file of its own; for type checkers only"

CLOSING: dict[tuple[str, str], str] = {
    ("regelwerk_compiler.model.symbols", "regelwerk_compiler.model.tree"): (
        "symbols hold typed bodies, which refer to symbols; for type checkers only"
    ),
    ("regelwerk_runtime.tables.game", "regelwerk_runtime.engine.engine"): (
        "the tables hold handlers, which are called with the engine; for type checkers only"
    ),
    ("regelwerk_runtime.tables.game", "regelwerk_runtime.tables.layout"): LOOKUPS,
    ("regelwerk_runtime.tables.game", "regelwerk_runtime.tables.texts"): LOOKUPS,
    ("regelwerk_runtime.tables.game", "regelwerk_runtime.tables.registry"): (
        "a game registers itself when it is made, and a pickled one is looked up there"
    ),
    ("regelwerk_runtime.tables.luck", "regelwerk_runtime.tables.layout"): PART,
    ("regelwerk_runtime.tables.traits", "regelwerk_runtime.tables.layout"): PART,
    ("regelwerk_runtime.match", "regelwerk_runtime.records.record"): RECORDS,
    ("regelwerk_runtime.match", "regelwerk_runtime.records.replay"): RECORDS,
    ("regelwerk_runtime.match", "regelwerk_runtime.records.saving"): RECORDS,
}
"""The imports that close a cycle, each with the reason why it may."""

FRAMES = "frames, options and words of emitted code: integers, or tuples of them, nested"
DATA = "the content of a YAML file, which its reader checks against a schema"
ANSWERS = "what SQL answers, whose columns are those of the query"
NAMES = "the namespace of an executed module"
KEPT = "plain data, of another form in each object, which those that keep it make and read"
UNTYPED: dict[str, str] = {
    "regelwerk_compiler.model.primitive:Primitive.evaluate": "operands and result differ from primitive to primitive",
    "regelwerk_dsl.data.yaml:Yaml.data": DATA,
    "regelwerk_dsl.data.yaml:load_schema": DATA,
    "regelwerk_dsl.data.yaml:read_yaml": DATA,
    "regelwerk_dsl.results:Results.supply": KEPT,
    "regelwerk_dsl.results:Results.get": KEPT,
    "regelwerk_dsl.results:Results.keep": KEPT,
    "regelwerk_runtime.decision:described": FRAMES,
    "regelwerk_runtime.engine.engine:Engine.say": FRAMES,
    "regelwerk_runtime.engine.engine:Engine.position": FRAMES,
    "regelwerk_runtime.match:Match.said": FRAMES,
    "regelwerk_runtime.records.starting:Setup.begin": FRAMES,
    "regelwerk_runtime.sandbox:run_module": NAMES,
    "regelwerk_runtime.sandbox:run_scenarios": NAMES,
    "regelwerk_runtime.tables.game:Frame": FRAMES,
    "regelwerk_runtime.tables.game:Words": FRAMES,
    "regelwerk_runtime.views.facade:Facade.to_dict": "facts as nested plain data, which callers index by name",
    "regelwerk_simulation.compare.pairs:Pairs.columns": ANSWERS,
    "regelwerk_simulation.compare.pairs:Pairs.rows": ANSWERS,
    "regelwerk_simulation.dataset:Dataset.answer": ANSWERS,
    "regelwerk_simulation.dataset:Dataset.rows": ANSWERS,
    "regelwerk_simulation.dataset:Dataset.run": "facts about a batch as plain data, which callers index by name",
}
"""Signatures with `Any` that other packages see, each with the reason why it may."""


@dataclass(frozen=True)
class Module:
    """A parsed module; `is_face` marks the `__init__` of a package."""

    name: str
    is_face: bool
    tree: ast.Module

    @property
    def room(self) -> str:
        return self.name.partition(".")[0]


@cache
def modules() -> dict[str, Module]:
    """All modules of the packages by their full names."""
    found = {}
    for package, room in PACKAGES.items():
        for path in sorted((ROOT / room / package).rglob("*.py")):
            parts = path.relative_to(ROOT / room).with_suffix("").parts
            is_face = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_face else parts)
            found[name] = Module(name, is_face, ast.parse(path.read_text(encoding="utf-8")))
    return found


def imported_names(module: Module) -> Iterator[tuple[str, str]]:
    """The owner and the name of each `from OWNER import name` of our packages, wherever in the module it stands."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            parts = module.name.split(".")
            kept = parts[: len(parts) + module.is_face - node.level] if node.level else []
            owner = ".".join([*kept, *([node.module] if node.module else [])])
            if owner in modules():
                yield from ((owner, alias.name) for alias in node.names)


def top_level(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.If | ast.Try):
            yield from top_level(statement.body)
            yield from top_level(statement.orelse)
        else:
            yield statement


def definitions(module: Module) -> dict[str, ast.stmt]:
    """The names that a module defines itself, with the statements that define them."""
    found: dict[str, ast.stmt] = {}
    for statement in top_level(module.tree.body):
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found[name] = statement
            case ast.Assign(targets=targets):
                names = (node for target in targets for node in ast.walk(target))
                found |= {node.id: statement for node in names if isinstance(node, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = statement
            case _:
                pass
    return found


def listed(module: Module) -> set[str]:
    """The names that a package's `__init__` imports from its own modules, and so publishes as the package's own."""
    if not module.is_face:
        return set()
    pairs = list(imported_names(module))
    stars = {name for owner, star in pairs if star == "*" for name in definitions(modules()[owner])}
    return stars | {name for _, name in pairs}


# ---- cycles ----------------------------------------------------------------------------------------------------------


def import_cycles(imports: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that all reach each other."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        waiting = [start]
        while waiting:
            new = imports[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    reach = {name: reached(name) for name in imports}
    groups = {frozenset(other for other in reach[name] if name in reach[other]) for name in imports}
    return sorted(sorted(group) for group in groups if group)


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """The modules that each module imports: at its top, in functions and for type checkers."""
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=False, cache_dir=None)
    return {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}


def test_no_cycles_between_modules(imports: dict[str, set[str]]) -> None:
    assert import_cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c"]]
    assert imports.keys() == modules().keys()
    open_ = {name: {one for one in found if (name, one) not in CLOSING} for name, found in imports.items()}
    assert import_cycles(open_) == []


@pytest.mark.parametrize("edge", CLOSING, ids=" -> ".join)
def test_every_exception_closes_a_cycle(edge: tuple[str, str], imports: dict[str, set[str]]) -> None:
    others = {name: {one for one in found if (name, one) not in CLOSING} for name, found in imports.items()}
    importer, imported = edge
    assert imported in imports[importer]
    others[importer].add(imported)
    assert import_cycles(others) != []


# ---- owners ----------------------------------------------------------------------------------------------------------


def test_every_name_is_imported_from_its_owner() -> None:
    """The owner is the module that defines the name, or the package whose `__init__` publishes it."""
    wrong, count = [], 0
    for module in modules().values():
        for owner, name in imported_names(module):
            count += 1
            source = modules()[owner]
            if name == "*" or f"{owner}.{name}" in modules() or name in definitions(source) or name in listed(source):
                continue
            wrong.append(f"{module.name} imports {name} from {owner}")
    assert count > 2000
    assert wrong == []


# ---- late imports ----------------------------------------------------------------------------------------------------


def late_imports(path: Path) -> Iterator[tuple[int, str]]:
    """The imports in functions, by line, each with the reason beside or above it; consecutive ones share a reason."""
    source = path.read_text(encoding="utf-8")
    lines = ["", *(line.strip() for line in source.splitlines())]
    found: dict[int, ast.stmt] = {}
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            found |= {node.lineno: node for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)}
    reason, end = "", 0
    for line, node in sorted(found.items()):
        beside = re.sub(r"# type: ignore\S*", "", lines[line]).partition("#")[2].strip()
        above = lines[line - 1].strip("# ") if lines[line - 1].startswith("#") else ""
        is_next = not any(lines[end + 1 : line])
        reason, end = beside or above or (reason if is_next else ""), node.end_lineno or line
        yield line, reason


def test_every_late_import_has_a_reason() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{line}": reason
        for package, room in PACKAGES.items()
        for path in (ROOT / room / package).rglob("*.py")
        for line, reason in late_imports(path)
    }
    assert len(found) > 80
    assert [place for place, reason in found.items() if not reason] == []


# ---- types between packages ------------------------------------------------------------------------------------------


def seen_from_outside() -> Iterator[tuple[Module, ast.stmt]]:
    """The definitions whose names other packages import, or reach through a module that they import."""
    found: set[tuple[str, str]] = set()
    for module in modules().values():
        for owner, name in imported_names(module):
            if owner.partition(".")[0] == module.room:
                continue
            whole = modules().get(f"{owner}.{name}")
            if whole is None:
                found.add(defined_at(owner, name))
            else:
                attributes = {node.attr for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)}
                found |= {(whole.name, one) for one in attributes & definitions(whole).keys()}
    for owner, name in sorted(found):
        yield modules()[owner], definitions(modules()[owner])[name]


def defined_at(owner: str, name: str) -> tuple[str, str]:
    """The module that defines a name that a package publishes, with the name."""
    source = modules()[owner]
    if name in definitions(source):
        return owner, name
    for one, known in imported_names(source):
        if known == name or (known == "*" and name in definitions(modules()[one])):
            return defined_at(one, name)
    raise LookupError(f"{owner} has no {name}")


def signatures(statement: ast.stmt) -> Iterator[tuple[str, list[ast.expr]]]:
    """The annotations of a function, or of the public members of a class, by name."""
    match statement:
        case ast.FunctionDef(name=name, args=args, returns=returns):
            every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
            hints = [one.annotation for one in every if one is not None and one.annotation is not None]
            yield name, [*hints, *([returns] if returns is not None else [])]
        case ast.ClassDef(name=name, body=body):
            for member in body:
                for inner, hints in signatures(member):
                    if not inner.startswith("_") or inner in ("__init__", "__call__"):
                        yield f"{name}.{inner}", hints
        case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias"), value=ast.expr() as value):
            yield name, [value]
        case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
            yield name, [annotation]
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp() as value):
            yield name, [value]  # an alias of a type
        case _:
            return


def is_any(node: ast.AST) -> bool:
    """Whether part of an annotation is `Any`, or a quoted type that mentions it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.search(r"\bAny\b", node.value) is not None
    return isinstance(node, ast.Name) and node.id == "Any"


def test_no_any_between_packages() -> None:
    promises = {
        f"{module.name}:{name}": hints
        for module, statement in seen_from_outside()
        for name, hints in signatures(statement)
    }
    assert len(promises) > 500
    untyped = {name for name, hints in promises.items() if any(is_any(node) for one in hints for node in ast.walk(one))}
    assert untyped == UNTYPED.keys()
