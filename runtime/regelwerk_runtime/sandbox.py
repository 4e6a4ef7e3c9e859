"""Execution of verified emitted modules, with only the builtins and imports that the table lists."""

from __future__ import annotations

import builtins
import linecache
from ast import Module
from collections.abc import Iterable, Mapping
from types import CodeType, ModuleType
from typing import Any

from .engine.primitives import BUILTINS, IMPORTS
from .engine.state import slot_names
from .scenario import Scenario
from .verifier import ContractError, verify

GAME_FILE = "<game>"  # the file name of an emitted game in tracebacks
GAME_MODULE = "regelwerk_game"  # the name under which a scenario module imports its game
SCENARIO_MODULE = "regelwerk_scenarios"

_TYPING = ModuleType("typing")
_TYPING.__dict__["Any"] = Any


def run_module(
    text: str,
    name: str,
    modules: Mapping[str, ModuleType] | None = None,
    code: Iterable[CodeType] | None = None,
    verified: bool = False,
) -> dict[str, Any]:
    """Verifies an emitted module and executes it.

    Args:
        text: the module, as the compiler wrote it.
        name: its name.
        modules: modules that it may import besides the names of the runtime that the table lists.
        code: the module's code objects, which are not verified: for modules of one's own games.
        verified: whether the text was verified before it was stored where only this user can write.

    Returns:
        Its namespace.

    Raises:
        ContractError: it has something that the table of primitives does not list; nothing of it was run.
    """
    known = {"typing": _TYPING, **(modules or {})}

    def import_allowed(
        wanted: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if level == 0 and wanted in known:
            return known[wanted]
        if level == 0 and fromlist and set(fromlist) <= set(IMPORTS.get(wanted, ())):
            return builtins.__import__(wanted, globals, locals, fromlist, level)
        names = f" {', '.join(fromlist)} from" if fromlist else ""
        raise ImportError(f"a compiled game may not import{names} {wanted}")

    allowed = {builtin: getattr(builtins, builtin) for builtin in BUILTINS}
    namespace: dict[str, Any] = {"__name__": name, "__builtins__": {**allowed, "__import__": import_allowed}}
    filename = file_of(name)
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    if code is None:
        tree = text if verified else _verified(text, known)
        try:
            code = [compile(tree, filename, "exec", dont_inherit=True)]
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise ContractError(f"the emitted module is not Python: {error}") from None
    for part in code:
        exec(part, namespace)
    return namespace


def _verified(text: str, known: Mapping[str, ModuleType]) -> Module:
    game = known.get(GAME_MODULE)
    if game is None:
        return verify(text)
    names = [name for name in game.__dict__ if not name.startswith("_")]
    return verify(text, GAME_MODULE, names, slot_names(game.__dict__["State"]))


def file_of(name: str) -> str:
    """The file name that tracebacks show for an emitted module."""
    return GAME_FILE if name == GAME_MODULE else f"<{name}>"


def run_scenarios(text: str, names: Mapping[str, Any], code: Iterable[CodeType] | None = None) -> tuple[Scenario, ...]:
    """The scenarios of an emitted module; `names` are those of its game's module, `code` as in `run_module`."""
    module = ModuleType(GAME_MODULE)
    module.__dict__.update(names)
    return tuple(run_module(text, SCENARIO_MODULE, {GAME_MODULE: module}, code)["SCENARIOS"])
