"""Tests of the limits of an emitted module: nothing runs except what the table of primitives lists."""

from __future__ import annotations

import ast
from contextlib import suppress
from pathlib import Path

import pytest
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.sandbox import GAME_MODULE, run_module
from regelwerk_runtime.verifier import ContractError, verify

MODULE = '''"""A game."""

from __future__ import annotations

from typing import Any

from regelwerk_runtime.handlers import BaseState, Frame, GameOver, Match, NONE, Stop, bits, fit, move, out_of_fuel
from regelwerk_runtime.handlers import known_order, paced, spend
PRICES = (1, 2, 3)


class State(BaseState):
    __slots__ = ("money", "round")

    def __init__(self, players: int) -> None:
        super().__init__(players, fuel=100, rolls=0, cards=0, piles=1, places=0)
        self.money = [0] * 4
        self.round = 0

    def copy(self) -> State:
        other = object.__new__(State)
        self.copy_base(other)
        other.money = self.money[:]
        other.round = self.round
        return other

    def as_row(self) -> list[int]:
        return [*self.money, self.round]

    def with_row(self, row: list[int]) -> State:
        other = object.__new__(State)
        other.money = row[0:4]
        other.round = row[4]
        return other


def rich(s: State, p: int) -> bool:
    return any(s.money[q] > 3 for q in range(s.players) if q != p)


def pay(m: Match, p: int) -> None:
    s = m.s
    x = 0
    s.money[p] = fit(s.money[p] - PRICES[x], 0, 9, "money")
    if m.log is not None:
        m.say(4, p)
    while not rich(s, p):
        s.fuel -= 1
        if s.fuel < 0:
            out_of_fuel()
        x = 1
        HERE
    raise GameOver


def turn(m: Match, f: Frame) -> Stop | None:
    s = m.s
    _, p = f
    options = [q for q in range(4)]
    options.append(NONE)
    return p, options, (0, p)
'''

PLAIN = (
    *("x = 2", "s.round += 1", "s.money[p] = 3", "x = sum(1 for q in range(4))", "move(s, 0, 0)", "m.result = 3"),
    *("for q in bits(5): s.round = q", "while True: spend(s, 100)", "x = 1 if s.piles[0] else NONE", "x = (1, 2)[p]"),
    *(
        "x = [0] * 4",
        "x = list((0, 1)) * 4",
        "x = [NONE] * s.players",
        "x = -2 << p",
        "x = PRICES[p] * p",
        "x = 3 * len(s.piles[0])",
        "x = [q for q in range(3)][0] * p",
        "x = 1 << s.money[p]",
        "x = 1 << PRICES[p] - 1",
    ),
    *("x = sum(1 for q in range(1, p + 1))", "x = sum(q for q in paced(s, range(900_000_000), 2))"),
    "for q in range(900_000_000):\n    s.fuel -= 1\n    if s.fuel < 0:\n        out_of_fuel()",
    "t = [1]\nu = [q for q in t]\nfor q in t:\n    u.append(q)",
    "t = list(bits(p))\nfor q in t:\n    x = len(t)",
    "t = s.piles[p]\nfor q in t:\n    x = t[0]\n    move(s, q, 0)",
    "t = PRICES\nfor q in t if x else (p, 2):\n    x = t[0]",
    "for q in known_order(s, 1, s.piles[p]): x = q",
    "t = 0\nfor q in s.money[p:2]:\n    t += q",
    "t = []\nfor q in paced(s, s.piles[p], 3):\n    t += (q,)",
    "while x:\n    q, x = (x[0], x[1:])\n    if p:\n        continue",
    "while x < s.players - 1:\n    x = x + 1\n    if p:\n        continue\n    s.round = x",
    "while True:\n    if x < p:\n        x = x + 1\n        continue\n    spend(s, 100)\n    x = 0",
)
"""Statements that are allowed at the place marked HERE."""

HERE = Path(__file__).parent
LINES = (HERE / "dangerous_statements.txt").read_text(encoding="utf-8").splitlines()
STATEMENTS = [line.replace("\\n", "\n") for line in LINES]
EXPRESSIONS = (HERE / "dangerous_expressions.txt").read_text(encoding="utf-8").splitlines()
"""Statements that are not allowed there, one per line."""


def module_with(statement: str) -> str:
    return MODULE.replace("HERE", statement.replace("\n", "\n        "))


def assert_refused(module: str) -> None:
    """Asserts that a text is valid Python and is refused."""
    ast.parse(module)
    with pytest.raises(ContractError):
        run_module(module, GAME_MODULE)


HEADS = (
    ("(s: State, p: int)", "(s: State, p: int = open('x'))"),
    ("(s: State, p: int)", "(s: State, *p)"),
    ("(s: State, p: int)", "(s: State, **p)"),
    ("(s: State, p: int)", "(s: State, /, p)"),
    ("(s: State, p: int)", "(s: State, *, p)"),
    ("(s: State, p: int)", "(self, p)"),
    ("(s: State, p: int)", "(s: State, p: int, spend)"),
    ("(s: State, p: int)", "(s: State, p: int, PRICES)"),
    ("from __future__ import annotations\n", ""),
    ('("money", "round")', '("money", "round", open("x"))'),
    ('("money", "round")', '("money", *PRICES)'),
    ("def rich", "@Any\ndef rich"),
    ("def rich", "async def rich"),
    ("def rich(", "def turn("),
    ("def rich(", "def out_of_fuel("),
    ("def rich(", "def __getattr__("),
    ("class State", "@Any\nclass State"),
    ("(BaseState)", "(BaseState, metaclass=Any)"),
    ("(BaseState)", "(Match)"),
    ("class State", "class Other"),
    ("class State", "class Stated"),
    ('("money", "round")', '("money", "__class__")'),
    ('("money", "round")', '("money", "_names")'),
    ('("money", "round")', '("money", "fuel")'),
    ("    __slots__", '    x = open("x")\n    __slots__'),
    ("def copy(self)", "def __del__(self)"),
    ("    def copy(self)", "    @Any\n    def copy(self)"),
    ("def as_row(self)", "def __len__(self)"),
    ("def as_row(self)", "def as_row(this)"),
    ("return [*self.money, self.round]", "return [*self.money, self.__class__]"),
    ("return [*self.money, self.round]", "return open('x')"),
    ("return [*self.money, self.round]", "self.money = 3\n        return []"),
    ("return other\n\n    def as_row", "return other\n\n    def __del__(self): pass\n\n    def as_row"),
    ("other.round = row[4]", "other.fuel_left = row[4]"),
    ("        other.round = row[4]\n        return other", "        other = Match()"),
    ("object.__new__(State)", "object.__new__(Match)"),
    ("object.__new__(State)", "object.__reduce__(State)"),
    ("super().__init__", "super().__setattr__"),
    ("super().__init__(players", "super().__init__(players.__class__"),
    ("PRICES = (1, 2, 3)", "PRICES = (1).__class__"),
    ("PRICES = (1, 2, 3)", "PRICES = open('x')"),
    ("PRICES = (1, 2, 3)", "PRICES = [q for q in ().__class__]"),
    ("PRICES = (1, 2, 3)", "PRICES: open('x') = 1"),
    ("PRICES = (1, 2, 3)", "PRICES = OTHERS = 1"),
    ("PRICES = (1, 2, 3)", "PRICES, X = 1, 2"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nPRICES = 2"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nlen = 2"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\n__builtins__ = 2"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nopen('x')"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nif PRICES: PRICES_2 = 3"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nfor q in (1,): pass"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nOTHERS = ('a', 2)[0] * 2"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nWORDS = 'a'\nOTHERS = 2 * WORDS"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nOTHERS = tuple(2 * q for q in ('a', 'b'))"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nOTHERS = rich('a', 2)"),
    ("PRICES = (1, 2, 3)", "PRICES = 1\nOTHERS = rich(p='a')"),
    ("PRICES = (1, 2, 3)", "PRICES = list((1, 2))"),
    ("PRICES = (1, 2, 3)", "PRICES = [1]"),
    ("PRICES = (1, 2, 3)", "PRICES = ('a', 'b', 'c')"),
    ("from typing import Any", "from typing import Any as out_of_fuel"),
    ("from typing import Any", "from typing import Any, sys"),
    ("from typing import Any", "from .typing import Any"),
    ("from typing import Any", "import typing"),
    ("from typing import Any", "from regelwerk_game import *"),
    ("from typing import Any", "from os import *"),
)
"""Changes outside the place marked HERE, none of which is allowed."""


def test_the_module_itself_passes_and_runs() -> None:
    assert run_module(module_with("pass"), GAME_MODULE)["PRICES"] == (1, 2, 3)


@pytest.mark.parametrize("module", ["os", "typing", "zlib", "regelwerk_game.os"])
def test_scenarios_import_only_from_the_game(module: str) -> None:
    verify(f"from {GAME_MODULE} import *\nMORE = PRICES\n", GAME_MODULE, ["PRICES"])
    with pytest.raises(ContractError, match="an import of"):
        verify(f"from {module} import *\n", GAME_MODULE, ["PRICES"])


METHODS = ("def join(self, s):\n    self.copy_base(s)", "def join(other):\n    other.round = 1")


@pytest.mark.parametrize("function", METHODS)
def test_only_the_state_has_methods(function: str) -> None:
    assert_refused(module_with("pass") + f"\n\n{function}\n")


def test_a_state_without_rows_passes() -> None:
    """Modules of earlier versions have no rows."""
    before, _, rest = module_with("pass").partition("    def as_row")
    verify(before + rest[rest.index("def rich") :])


def test_functions_that_return_texts_are_only_used_for_display() -> None:
    """A function called through a table could pass the text on as a value."""
    words = "\n\ndef words(m: Match, f: Frame) -> Any:\n    return 'a'\n\n\nSITE = Site('a', option=words)\n"
    module = module_with("pass").replace("spend\nPRICES", "spend, Site\nPRICES") + words
    verify(module)
    with pytest.raises(ContractError, match="a text where none belongs"):
        verify(module + "WORDS = (words,)\n")


@pytest.mark.parametrize("statement", PLAIN)
def test_statements_of_emitted_code_pass(statement: str) -> None:
    verify(module_with(statement))


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_dangerous_statement_is_refused(statement: str) -> None:
    assert_refused(module_with(statement))


@pytest.mark.parametrize("frame", ["x = {}", "s.round = {}", "m.say(4, {})", "x = [q for q in range(3) if {}]"])
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_dangerous_expression_is_refused(expression: str, frame: str) -> None:
    assert_refused(module_with(frame.format(expression)))


@pytest.mark.parametrize(("old", "new"), HEADS)
def test_a_dangerous_head_is_refused(old: str, new: str) -> None:
    assert old in MODULE
    assert_refused(module_with("pass").replace(old, new))


@pytest.mark.parametrize("name", ["open", "eval", "exec", "getattr", "print", "input", "globals", "type"])
def test_even_unverified_code_has_no_builtins_but_those_of_the_table(name: str) -> None:
    with pytest.raises(NameError):
        run_module(name, GAME_MODULE, verified=True)


@pytest.mark.parametrize("name", ["os", "sys", "regelwerk", "regelwerk_compiler.driver", "builtins"])
def test_even_unverified_code_imports_only_the_runtime(name: str) -> None:
    with pytest.raises(ImportError, match="may not import"):
        run_module(f"import {name}", GAME_MODULE, verified=True)


@pytest.mark.parametrize("name", ["engine", "builtins", "Engine", "import_module"])
def test_even_unverified_code_imports_only_names_of_the_table(name: str) -> None:
    with pytest.raises(ImportError, match=f"may not import {name} from regelwerk_runtime.handlers"):
        run_module(f"from regelwerk_runtime.handlers import {name}", GAME_MODULE, verified=True)


def test_a_refusal_says_where_and_what() -> None:
    with pytest.raises(ContractError, match=r"line 52 of the emitted module holds the attribute x\.__class__"):
        verify(module_with("x = x.__class__"))


@pytest.mark.parametrize("loop", ["spend(s, 0 - 1_000_000)", "len(paced(s, range(1_000_000), -1))"])
def test_negative_steps_add_no_fuel(loop: str) -> None:
    """A number of steps below zero adds no fuel, even if the verifier cannot see the number."""
    names = run_module(MODULE.replace("HERE", "pass") + f"\n\ndef work(s: State) -> None:\n    {loop}\n", GAME_MODULE)
    state = names["State"](2)
    with pytest.raises(RuleError, match="take too long"):
        for _ in range(1_000):
            names["work"](state)


DEEP = (
    "+".join(["1"] * 2_000),
    "x" + ".a" * 900,
    "x" + "()" * 900,
    "len(0x" + "f" * 10_000 + ")(1)",
    "x" + "[0]" * 900,
    "1 if x else " * 900 + "1",
)


@pytest.mark.parametrize("value", DEEP, ids=range(len(DEEP)))
def test_what_is_too_deep_or_too_large_is_refused_or_runs(value: str) -> None:
    for text in (MODULE.replace("HERE", f"x = {value}"), MODULE.replace("(1, 2, 3)", value)):
        with suppress(ContractError):
            run_module(text, GAME_MODULE)


@pytest.mark.parametrize(
    "text", ["def pay(x: (1).__class__):\n    return 1\n", "def pay(x) -> (1).__class__:\n    return 1\n"]
)
def test_annotations_are_not_evaluated(text: str) -> None:
    """They are not checked, so an attack could be written there."""
    with pytest.raises(ContractError, match="an annotation that is evaluated"):
        run_module(text, GAME_MODULE)
    assert "pay" in run_module("from __future__ import annotations\n" + text, GAME_MODULE)


@pytest.mark.parametrize("text", ["X = 1\nfrom __future__ import annotations\n", "return 1\n"])
def test_what_python_refuses_is_refused(text: str) -> None:
    with pytest.raises(ContractError):
        run_module(text, GAME_MODULE)
