"""Verifier of emitted modules, which checks their syntax tree against the table of primitives before they run.

It knows nothing of the compiler and does not trust it: anything that the table does not list is refused before any of
the module is executed.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import NoReturn

from .engine.primitives import (
    BUILTINS,
    CALLED,
    ENGINE_FACTS,
    FIXED_LOCALS,
    IMPORTS,
    METHODS,
    STATE_FACTS,
    SYNTAX,
    VALUE_FACTS,
)
from .rounds import must_end, takes_fuel
from .sizes import SIZED, Sizes, Tables, makes_list
from .wording import Texts

IMPORTED = frozenset(name for names in IMPORTS.values() for name in names)
KINDS = frozenset(getattr(ast, name) for name in SYNTAX)
STATES = ("s", "self", "other")
"""The names whose attributes are facts of the state. Nothing else has these names."""
FIRST = {"__init__": "super().__init__", "copy": "object.__new__", "with_row": "object.__new__"}
"""For each method of the state, the function called by its first statement, which nothing else may call."""
GROWING = ("append", "setdefault")
"""Methods that make a list or dictionary longer; allowed for locals, not for the state or tables of the module."""
LISTS_OF_STATE = ("piles", "places", "where", "bags", "recalled", "rolls")
"""Attributes of the state that the runtime keeps as lists; only their items may be read."""
METHODS_OF_STATE = (["__init__", "copy", "as_row", "with_row"], ["__init__", "copy"])
"""The methods of the state; modules of earlier versions lack those for rows."""


class ContractError(Exception):
    """An emitted module has something that the table of primitives does not list. Nothing of it was executed."""


def verify(text: str, game: str = "", names: Collection[str] = (), slots: Collection[str] = ()) -> ast.Module:
    """The syntax tree of a module that complies with the contract.

    Args:
        text: the module.
        game: the module whose names it may import with `*`; "" for none.
        names: these names.
        slots: the variables of the state declared by that module.

    Raises:
        ContractError: it has something that the table does not list.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ContractError(f"the emitted module is not Python: {error}") from None
    try:
        _Verifier(game, names, slots).module(tree)
    except (ValueError, RecursionError, MemoryError) as error:  # a number or an expression too large to be shown
        raise ContractError(f"the emitted module is too large or too deeply nested: {error}") from None
    return tree


class _Verifier:
    """Verifies one module."""

    def __init__(self, game: str, names: Collection[str], slots: Collection[str]) -> None:
        self.game, self.slots = game, {*slots}
        self.top: set[str] = set()
        self.known: set[str] = {*names}
        self.evaluated = True  # whether annotations are evaluated

    # ---- statements of the module

    def module(self, tree: ast.Module) -> None:
        for statement in tree.body:
            for name in _bound_by(statement):
                if name in self.top or name in self.known or name in FIXED_LOCALS:
                    self._refuse(statement, f"a second meaning for {name}")
                self._new_name(name, statement)
                self.top.add(name)
            if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
                self.evaluated = False
        self.known |= self.top | IMPORTED | {*BUILTINS}
        self.texts = Texts(tree)
        values = {name: one.value for one in tree.body if isinstance(one, ast.Assign) for name in _bound_by(one)}
        self.tables = Tables(values)
        for statement in tree.body:
            match statement:
                case ast.ImportFrom():
                    self._import(statement)
                case ast.ClassDef():
                    self._state(statement)
                case ast.FunctionDef():
                    self._function(statement)
                case ast.Assign(targets=[ast.Name(name)], value=value):
                    nodes = [*ast.walk(value)]
                    self._nodes(nodes, set())
                    self._text(self.texts.misplaced_in_table(name, nodes))
                    if any(map(makes_list, nodes)):
                        self._refuse(statement, "a table that can grow")
                case ast.Expr(value=ast.Constant(value=str())):
                    pass
                case _:
                    self._refuse(statement, "such a statement outside functions")
        self._text(self.texts.misplaced_at_last())

    def _text(self, node: ast.AST | None) -> None:
        if node is not None:
            self._refuse(node, f"a text where none belongs, {ast.unparse(node)}")

    def _new_name(self, name: str, node: ast.AST) -> None:
        if name in IMPORTED or name in BUILTINS or name.startswith("__"):
            self._refuse(node, f"a new meaning for {name}")

    def _import(self, node: ast.ImportFrom) -> None:
        names = [alias.name for alias in node.names]
        if node.level or any(alias.asname for alias in node.names):
            self._refuse(node, "an import under another name")
        if not (node.module == self.game and self.game and names == ["*"]):
            missing = {*names} - {*IMPORTS.get(node.module or "", ())}
            if missing:
                self._refuse(node, f"an import of {', '.join(sorted(missing))} from {node.module}")

    def _state(self, node: ast.ClassDef) -> None:
        """Checks the class of the state: slots, initial values, the copy, and rows."""
        plain = node.name == "State" and not (node.keywords or node.decorator_list or getattr(node, "type_params", []))
        if not plain or [ast.unparse(base) for base in node.bases] != ["BaseState"]:
            self._refuse(node, "a class other than State")
        match node.body:
            case [
                ast.Assign(targets=[ast.Name("__slots__")], value=ast.Tuple(elts=names)),
                *members,
            ]:
                slots = [name.value for name in names if isinstance(name, ast.Constant) and isinstance(name.value, str)]
                if len(slots) < len(names):
                    self._refuse(node, "a slot that is not a name")
            case _:
                self._refuse(node, "a state that does not begin with its slots")
        methods = [member for member in members if isinstance(member, ast.FunctionDef)]
        if len(methods) < len(members) or [method.name for method in methods] not in METHODS_OF_STATE:
            self._refuse(node, "a state with other members than slots, first values, copy and rows")
        for slot in slots:
            if slot.startswith("_") or slot in STATE_FACTS:
                self._refuse(node, f"a variable called {slot}")
        self.slots = {*slots}
        for method in methods:
            self._method(method)

    def _method(self, node: ast.FunctionDef) -> None:
        first = node.body[0]
        names = [one.arg for one in node.args.args]
        if node.name == "as_row":
            if len(node.body) > 1 or not isinstance(first, ast.Return) or names != ["self"]:
                self._refuse(node, "a row that is more than an expression")
            self._body(node, node.body, {*names})
            return
        call = first.value if isinstance(first, ast.Expr | ast.Assign) else None
        if not isinstance(call, ast.Call) or ast.unparse(call.func) != FIRST[node.name] or names[:1] != ["self"]:
            self._refuse(node, f"a method that does not begin with {FIRST[node.name]}")
        if isinstance(first, ast.Assign) and ast.unparse(first) != "other = object.__new__(State)":
            self._refuse(node, "another copy than that of the state")
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        self._body(node, [ast.Expr(one) for one in given] + node.body[1:], {*names, "other"})

    def _function(self, node: ast.FunctionDef) -> None:
        names = {one.arg for one in node.args.args}
        if names & {"self", "other"}:
            self._refuse(node, "a method outside the state")
        self._body(node, node.body, names)

    def _body(self, node: ast.FunctionDef, body: list[ast.stmt], local: set[str]) -> None:
        """Checks a function: its names, then its body. Annotations are not checked, so they must not be evaluated."""
        given = node.args
        if self.evaluated and (node.returns or any(one.annotation for one in given.args)):
            self._refuse(node, "an annotation that is evaluated")
        if (
            node.decorator_list
            or given.posonlyargs
            or given.vararg
            or given.kwonlyargs
            or given.kwarg
            or given.defaults
            or getattr(node, "type_params", [])
        ):
            self._refuse(node, "such a head of a function")
        for name in local:
            self._local(name, node)
        own = [inner for statement in body for inner in ast.walk(statement)]
        for inner in own:
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store) and inner.id not in local:
                self._local(inner.id, inner)
                local.add(inner.id)
        self._nodes(own, local, {one.arg for one in given.args})
        self._text(self.texts.misplaced_in_function(node, own))

    def _local(self, name: str, node: ast.AST) -> None:
        self._new_name(name, node)
        if name in self.top:
            self._refuse(node, f"a local called {name}, as something of the module")

    # ---- contents of functions, and values of the module

    def _nodes(self, nodes: Sequence[ast.AST], local: set[str], given: Collection[str] = ()) -> None:
        sizes = Sizes(nodes, self.tables, given)
        indexed = {one.value for one in nodes if isinstance(one, ast.Subscript)}
        for node in nodes:
            kind = type(node)
            if kind not in KINDS:
                self._refuse(node, kind.__name__)
            if kind in SIZED and (what := sizes.fault(node)):
                self._refuse(node, what)
            match node:
                case ast.Name(name, ast.Load()):
                    if (name not in local and name not in self.known) or name in ("object", "super", "__build_class__"):
                        self._refuse(node, f"the name {name}")
                case ast.Attribute(ast.Name("s"), name) if name in LISTS_OF_STATE and node not in indexed:
                    self._refuse(node, f"{ast.unparse(node)} as a whole")
                case ast.Attribute():
                    self._attribute(node)
                case ast.Call():
                    self._call(node, local)
                case ast.Constant(value):
                    if not isinstance(value, int | str | None) or isinstance(value, complex):
                        self._refuse(node, f"the constant {value!r}")
                case ast.Assign([ast.Name("s")], ast.Attribute(ast.Name("m"), "s")):
                    pass
                case ast.Assign([ast.Tuple(elts=targets)]):
                    for target in targets:
                        self._name(target, local)
                case ast.Assign([target]):
                    self._target(target, local)
                case ast.Assign():
                    self._refuse(node, "an assignment to several targets one after another")
                case ast.AugAssign(ast.Attribute(ast.Name("s"), "fuel")):
                    if not takes_fuel(node):
                        self._refuse(node, "a change of fuel by something else than one less")
                case ast.AugAssign(target):
                    self._target(target, local)
                case ast.For(target) | ast.comprehension(target, is_async=0):
                    self._name(target, local)
                case ast.comprehension():
                    self._refuse(node.target, "an asynchronous loop")
                case ast.Dict(keys) if None in keys:
                    self._refuse(node, "a table within a table")
                case ast.While() if not must_end(node):
                    self._refuse(node, "a loop that need not end")
                case ast.Raise(exc, cause):
                    if not isinstance(exc, ast.Name) or exc.id != "GameOver" or cause is not None:
                        self._refuse(node, "a raise of something else than GameOver")
                case _:
                    pass

    def _attribute(self, node: ast.Attribute) -> None:
        name, stored = node.attr, not isinstance(node.ctx, ast.Load)
        match node.value:
            case ast.Name("m"):
                fits = name == "result" if stored else name in METHODS or name in ENGINE_FACTS
            case ast.Name(base) if base in STATES:
                fits = name in self.slots or name == "fuel" if stored else name in self.slots or name in STATE_FACTS
                fits = fits or (base == "self" and name == "copy_base" and not stored)
            case _:
                fits = name in VALUE_FACTS and not stored
        if not fits:
            self._refuse(node, f"the attribute {ast.unparse(node)}")

    def _call(self, node: ast.Call, local: set[str]) -> None:
        match node.func:
            case ast.Name(name):
                fits = name not in local
            case ast.Attribute(ast.Name("m"), name):
                fits = name in METHODS
            case ast.Attribute(base, name) if name in GROWING:
                fits = isinstance(base, ast.Name) and base.id in local
            case ast.Attribute(_, name):
                fits = name in CALLED or name == "copy_base"
            case ast.Subscript(ast.Name(name)):
                fits = name in self.known and name not in local
            case _:
                fits = False
        if not fits or any(isinstance(argument, ast.Starred) for argument in node.args):
            self._refuse(node, f"the call {ast.unparse(node)}")
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg.startswith("__"):
                self._refuse(node, f"the call {ast.unparse(node)}")

    def _name(self, target: ast.expr, local: set[str]) -> None:
        """Checks the target of a loop or a frame, which must be a local."""
        if not isinstance(target, ast.Name):
            self._refuse(target, f"an assignment to {ast.unparse(target)}")
        self._target(target, local)

    def _target(self, target: ast.expr, local: set[str]) -> None:
        """Checks a target of an assignment: a local, a variable of the state, or an item of either, but not a table."""
        inner = target
        while isinstance(inner, ast.Subscript):
            inner = inner.value
        match inner:
            case ast.Name(name):
                fits = name in local and name not in STATES and name != "m"
            case ast.Attribute(ast.Name(base), name):
                fits = (base in STATES and name in self.slots) or (base == "m" and inner is target)
            case _:
                fits = False
        if not fits:
            self._refuse(target, f"an assignment to {ast.unparse(target)}")

    def _refuse(self, node: ast.AST, what: str) -> NoReturn:
        raise ContractError(
            f"line {getattr(node, 'lineno', 1)} of the emitted module holds {what}, which is not allowed"
        )


def _bound_by(statement: ast.stmt) -> list[str]:
    """The names that a statement of the module defines."""
    match statement:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            return [name]
        case ast.Assign(targets=[ast.Name(name)]):
            return [name]
        case _:
            return []
