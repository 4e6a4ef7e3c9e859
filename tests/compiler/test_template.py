"""Tests of templates and of the printer of emitted code: a hole holds one expression, in parentheses where needed."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from regelwerk_compiler.emit.printer import head, shown
from regelwerk_compiler.emit.template import Mask, bool_op, literal, name, plus, py, statement, tuple_of
from regelwerk_compiler.emit.writer import Writer
from regelwerk_dsl.source import SourceFile, Span

VALUES = {"a": 3, "b": -2, "c": 0, "d": (5, 7)}
BINARY = ("{} + {}", "{} - {}", "{} * {}", "{} & {}", "{} | {}", "{} << ({} & 3)", "{} >> ({} & 3)")
UNARY = ("-{}", "~{}", "not {}", "abs({})", "{}.real")
LOGIC = ("{} < {}", "{} == {}", "{} <= {} < 9", "not {} != {}")


def _larger(inner: st.SearchStrategy[ast.expr]) -> st.SearchStrategy[ast.expr]:
    pairs, triples = st.tuples(inner, inner), st.tuples(inner, inner, inner)
    return st.one_of(
        st.builds(lambda template, two: py(template, *two), st.sampled_from(BINARY + LOGIC), pairs),
        st.builds(lambda template, one: py(template, one), st.sampled_from(UNARY), inner),
        st.builds(lambda three: py("{} if {} else {}", *three), triples),
        st.builds(lambda kind, three: bool_op(kind(), [*three]), st.sampled_from((ast.And, ast.Or)), triples),
        st.builds(lambda three: py("max({*})", [*three]), triples),
        st.builds(lambda two: py("{}[{} & 1]", tuple_of(two), two[0]), pairs),
        st.builds(lambda two: py("sum({0} for _ in d if {1})", *two), pairs),
        st.builds(plus, inner, st.integers(-9, 9)),
    )


NUMBERS = st.integers(-20_000, 20_000).map(literal) | st.sampled_from("abc").map(name) | st.just(Mask(37))
TREES = st.recursive(NUMBERS, _larger, max_leaves=12)


class _Loading(ast.NodeTransformer):
    """Adds the contexts that only Python's compiler needs in a tree."""

    def visit(self, node: Any) -> Any:
        made = {key: self.visit(value) for key, value in ast.iter_fields(node) if isinstance(value, ast.AST)}
        lists = {key: value for key, value in ast.iter_fields(node) if isinstance(value, list)}
        made |= {
            key: [self.visit(one) if isinstance(one, ast.AST) else one for one in value] for key, value in lists.items()
        }
        plain = {key: value for key, value in ast.iter_fields(node) if key not in made}
        if "ctx" in node._fields and "ctx" not in made:
            made["ctx"] = ast.Load()
        kind = ast.Constant if isinstance(node, Mask) else node.__class__
        found = kind(**plain, **made)
        if isinstance(found, ast.comprehension):
            found.target.ctx = ast.Store()  # type: ignore[attr-defined]
        return found


@given(TREES)
@example(py("{}.real", 12_345))
def test_a_printed_tree_is_parsed_back(tree: ast.expr) -> None:
    whole = ast.fix_missing_locations(ast.Expression(_Loading().visit(tree)))
    meant = eval(compile(whole, "tree", "eval"), dict(VALUES))
    assert eval(shown(tree), dict(VALUES)) == meant


@given(st.text() | st.integers() | st.booleans() | st.none() | st.tuples(st.text(), st.integers()))
def test_a_printed_constant_is_read_back(value: object) -> None:
    assert ast.literal_eval(shown(literal(value))) == value
    assert ast.literal_eval(shown(literal({"key": value, "more": (value, value)}))) == {
        "key": value,
        "more": (value, value),
    }


@pytest.mark.parametrize("text", ["", "a b", "a; b", "1", "a.", "__import__('os')", "a\nb", "a,b", "f()"])
def test_only_names_fill_holes_as_text(text: str) -> None:
    for template in ("s.places[{}]", "s.{}", "f({}=1)"):
        with pytest.raises(ValueError, match="is no name"):
            py(template, text)


def test_names_that_look_like_holes_are_names() -> None:
    assert shown(py("{} + {}", "hole_1_", "each_0_")) == "hole_1_ + each_0_"
    assert head(statement("{} = {}", "hole_1_", py("({*},)", ["each_0_"]))) == "hole_1_ = (each_0_,)"


def test_only_constants_and_trees_are_written() -> None:
    with pytest.raises(TypeError, match="is not written"):
        literal(2.5)


WRITTEN = """\
a = 1
if a:
    while b:
        pass
elif c:
    b = 2
else:
    if d:
        c = 3
        d = 4
    else:
        d = 5
for q in e:
    a = 6
else:
    b = 7
"""


def test_a_writer_prints_open_blocks_with_the_origin_of_lines() -> None:
    source = SourceFile("a.regel", "\n" * 9)
    first, second, third = (Span(source, at, at + 1) for at in range(3))
    writer = Writer()
    writer.add("a = 1")
    with writer.block("if a:", span=first), writer.block("while b:"):
        pass  # an effect without lines
    with writer.other():
        with writer.block("if c:", span=second):
            writer.add("b = 2")
        with writer.other(third), writer.inside("effect"), writer.block("if d:"):
            writer.add("c = 3", span=first)
    depth = writer.depth
    for _ in range(3):
        writer.again()
    writer.add("d = 4")
    writer.depth -= 1
    writer.otherwise()
    writer.add("d = 5")
    writer.depth = depth
    with writer.block("for {} in {}:", "q", "e"):
        writer.add("a = {}", 6)
    with writer.other(second):
        writer.add("b = 7")
    lines = writer.lines()
    assert "\n".join(lines.texts) + "\n" == WRITTEN
    assert [span and span.line for span in lines.spans] == [
        *(None, 1, None, None, 2, None, 3, None, 1, None, None, None),
        *(None, None, 2, None),
    ]
    assert lines.inner == {7: "effect", 8: "effect", 10: "effect"}
    assert lines.starts == [0, 1, 12, 16]
