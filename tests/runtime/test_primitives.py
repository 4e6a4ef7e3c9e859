"""Tests of the runtime's table of primitives: each row agrees with its function, and the documentation shows it."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import pytest
from golden import updating
from regelwerk_runtime import handlers
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.engine.primitives import BUILTINS, CALLS, IMPORTS, Call
from regelwerk_runtime.engine.state import LONGEST_LIST, MOST_ANSWERS, MOST_LISTS, keep, keep_options

CONTRACT = Path(__file__).parents[2] / "docs" / "emitted-module.md"
HEAD = "| call | answers | fuel | does | rule error |\n| --- | --- | --- | --- | --- |\n"


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_every_callable_name_exists(call: Call) -> None:
    if call.name != "push":  # the stack's own `append`
        function = getattr(Engine if call.receiver else handlers, call.name)
        found = list(inspect.signature(inspect.unwrap(function)).parameters)
        assert found[bool(call.receiver) :] == [name.lstrip("*") for name in call.parameters]
        assert bool(call.fails) == ("RuleError: " in (inspect.getdoc(function) or ""))


@pytest.mark.parametrize("module", [name for name in IMPORTS if name.startswith("regelwerk_runtime")])
def test_every_name_that_may_be_imported_exists(module: str) -> None:
    for name in IMPORTS[module]:
        assert hasattr(import_module(module), name), name


def test_handlers_has_nothing_else() -> None:
    public = {name for name in vars(handlers) if not name.startswith("_")} - {"annotations", "engine", "errors"}
    assert public - {"scenario", "tables"} == set(IMPORTS["regelwerk_runtime.handlers"])


def test_the_documentation_shows_the_table() -> None:
    rows = [f"| `{row.call}` | {row.result} | {row.fuel or ''} | {row.meaning} | {row.fails} |" for row in CALLS]
    section = HEAD + "\n".join(rows) + f"\n\nBuiltins: `{' '.join(BUILTINS)}`.\n"
    text = CONTRACT.read_text(encoding="utf-8")
    before, _, rest = text.partition("## What emitted code may call\n\n")
    note, _, rest = rest.partition(HEAD)
    _, _, after = rest.partition("\n## Operations\n")
    wanted = f"{before}## What emitted code may call\n\n{note}{section}\n## Operations\n{after}"
    if updating():
        CONTRACT.write_text(wanted, encoding="utf-8")
    assert text == wanted


def test_caches_keep_no_more_results_than_they_may() -> None:
    answers: dict[tuple[object, ...], int] = {}
    for number in range(3 * MOST_ANSWERS):
        assert keep(answers, (number,), number + 1) == number + 1
        assert answers[(number,)] == number + 1
        assert len(answers) <= MOST_ANSWERS


def test_few_and_short_lists_of_options_are_kept() -> None:
    lists: dict[tuple[object, ...], tuple[int, ...]] = {}
    for number in range(2 * MOST_LISTS):
        assert keep_options(lists, (number,), [number, 7]) == (number, 7) == lists[(number,)]
        assert len(lists) <= MOST_LISTS
    longest, longer = [*range(LONGEST_LIST)], [*range(LONGEST_LIST + 1)]
    assert keep_options(lists, ("longest",), longest) == lists[("longest",)] == (*longest,)
    assert keep_options(lists, ("longer",), longer) == (*longer,)
    assert ("longer",) not in lists
