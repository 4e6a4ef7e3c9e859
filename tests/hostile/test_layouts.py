"""Tests of layout expressions that try to use up time or memory, or to reach Python: each gets a message."""

from __future__ import annotations

import pytest
from regelwerk_dsl.source import NO_SPAN
from regelwerk_printables.design.expressions import BUILT_IN, LayoutError, compile_expression

pytestmark = pytest.mark.slow

READ = (
    *("[x async for x in [1]]", "[1 for none in [1]]", "[1 for yes in [1]]", "lambda: 1", "(x := 1)", "f'{x}'", "b'x'"),
    *("1e999", "9" * 30, "1j", "...", "{1: 2}", "{1}", "[*x]", "max(*x)", "max(x=1)", "x.y()", "x[0]()", "(max)(1)(2)"),
    *("__import__('os')", "open('x')", "eval('1')", "[1 for x.y in [1]]", "[1 for [x] in [1]]", "x ** 9", "x << 9"),
    *("await x", "yield x", "x @ y", "not", "9" * 5000, "(" * 300 + ")" * 300, "_x", "x[1:2]", "x if y"),
)
WORKED_OUT = (
    *("'%999999999d' % 1", "'a' * 999999999", "[1] * 999999999", "1e300 * 1e300", "9000000000000000000 * 10"),
    *(
        "[1 for a in numbers(1, 9999) for b in numbers(1, 9999)]",
        "numbers(1, 999999999)",
        "().__class__",
        "max.__self__",
    ),
    *("len([[1 for a in numbers(1, 9999)] for b in numbers(1, 9999)])", "''.join", "[].append", "unknown", "max.x"),
    *("sum([sum([c for c in numbers(1, 9999)]) for b in numbers(1, 9999)])", "[1 for a, b in [[1]]]", "1 % 0"),
    *(
        "join([join(numbers(1, 9999)) for a in numbers(1, 999)])",
        "str(9) % 3",
        "int('9' + str(1e99))",
        "1e300 // 1e-300",
    ),
)


@pytest.mark.parametrize("text", READ)
def test_other_syntax_is_refused(text: str) -> None:
    with pytest.raises(LayoutError):
        compile_expression(text, NO_SPAN)


@pytest.mark.parametrize("text", WORKED_OUT)
def test_a_failing_evaluation_gets_a_message(text: str) -> None:
    expression = compile_expression(text, NO_SPAN)
    with pytest.raises(LayoutError):
        expression.value(dict(BUILT_IN))


def test_hexadecimal_numbers_are_numbers() -> None:
    assert compile_expression("0xff + 1", NO_SPAN).value(dict(BUILT_IN)) == 256
