"""Tests of range checks: numbers are checked where they can leave their range, and only there."""

from __future__ import annotations

import re
from pathlib import Path

from case_games import compile_text, errors_of

GAME = """# fragment
table Plot "plots":
    key  | lines: Int | name
    east | 1          | "east"
    west | 5          | "west"
state:
    money: 0..500 = 0
define ground(n: Int) -> Int = 100 * (n - 1) * (n - 1)
define squared(n: Int) -> Int = n * n
define fourth(n: Int) -> Int = squared(squared(n))
define large(n: Int) -> Int = fourth(fourth(fourth(n)))
define dearest -> Int = sum ground(p.lines) for p in Plot
setup:
    let total = 0
    for each p in Plot:
        money = ground(p.lines) / 10
        total = total + large(p.lines)
"""
SCENARIO = """scenario hill "A hill":
    expect ground(9_000_000_000) > 0
"""


def emitted(text: str, folder: Path) -> dict[str, str]:
    """The functions of a module by name."""
    result = compile_text(text, folder)
    assert result.module is not None, errors_of(result)
    parts = re.split(r"^def ", result.module, flags=re.MULTILINE)[1:]
    return {part.split("(")[0]: part for part in parts}


def test_a_parameter_has_the_range_of_its_calls(tmp_path: Path) -> None:
    functions = emitted(GAME, tmp_path)
    assert "fit" not in functions["ground"]
    assert "fit" not in functions["dearest"]


def test_a_variable_is_checked_where_a_number_can_leave_its_range(tmp_path: Path) -> None:
    assert "fit" not in emitted(GAME, tmp_path)["setup"].split("total =")[1]
    assert "if money > 500:" in emitted(GAME.replace("/ 10", "/ 2"), tmp_path)["setup"]


def test_numbers_that_grow_beyond_64_bits_are_checked(tmp_path: Path) -> None:
    assert "9_223_372_036_854_775_807" in emitted(GAME, tmp_path)["squared"]


def test_a_scenario_may_call_a_definition_with_any_argument(tmp_path: Path) -> None:
    assert "9_223_372_036_854_775_807" in emitted(GAME + SCENARIO, tmp_path)["ground"]


def test_a_hint_may_call_a_definition_with_any_argument(tmp_path: Path) -> None:
    asking = """effect dig(p: Player):
    choose i in 1..3 by p "Where?" bots prefer ground(9_000_000_000)
    money = i
"""
    assert "9_223_372_036_854_775_807" in emitted(GAME + asking, tmp_path)["ground"]


PAYING = """effect pay(n: Int):
    let twice = n
    if money is 0: twice = 2 * n
    money = twice
effect due() -> Int:
    return 3
effect settle():
    let n = do due()
    do pay(n)
    do pay(GIVEN)
"""
PAYS = """scenario paid "Paid":
    when do pay(GIVEN)
"""


def test_what_effects_get_has_a_range(tmp_path: Path) -> None:
    assert "fit" not in emitted(GAME + PAYING.replace("GIVEN", "250"), tmp_path)["pay"]
    assert "if money > 500:" in emitted(GAME + PAYING.replace("GIVEN", "251"), tmp_path)["pay"]


def test_only_written_numbers_of_scenarios_have_a_range(tmp_path: Path) -> None:
    text = GAME + PAYING.replace("GIVEN", "250") + PAYS
    assert "fit" not in emitted(text.replace("GIVEN", "250"), tmp_path)["pay"]
    assert "if money > 500:" in emitted(text.replace("GIVEN", "251"), tmp_path)["pay"]
    assert "if not 0 <= money <= 500:" in emitted(text.replace("GIVEN", "200 + 51"), tmp_path)["pay"]


def test_a_long_chain_of_definitions_is_followed_to_some_depth(tmp_path: Path) -> None:
    chain = "".join(f"define f{n}(n: Int) -> Int = f{n - 1}(n + 1) * 2\n" for n in range(1, 60))
    text = GAME.replace("setup:\n", f"define f0(n: Int) -> Int = n\n{chain}setup:\n    money = f59(1) mod 500\n")
    assert emitted(text, tmp_path)["f1"].count("fit") == 1
