"""Tests of parsing: golden trees, messages about mistakes, recovery, and properties of every text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dump import dump_node, dump_tree
from golden import CASES, cases, check_golden
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark import Lark
from marked_lines import marked_lines
from posix_only import BURST, POSIX
from regelwerk_dsl import syntax
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.errors.examples import load_examples, state_of
from regelwerk_dsl.grammar import parser as grammar
from regelwerk_dsl.grammar.keywords import DECLARATION_WORDS, KEYWORDS
from regelwerk_dsl.grammar.parser import STARTS, Grammar, grammar_text
from regelwerk_dsl.parse import parse_cell, parse_expression, parse_source
from regelwerk_dsl.private import private_folder
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import nearest
from regelwerk_dsl.syntax.nodes import walk

ROOT = Path(__file__).parents[2]
TREES = cases("parse", "*.regel")
ERRORS = cases("parse/errors", "*.regel")
EXPECTED = re.compile(r"# ([EW]\d{4}): ([^#\n]*)")


def parse(text: str, name: str = "case.regel") -> tuple[syntax.SourceTree, Diagnostics]:
    diagnostics = Diagnostics()
    return parse_source(SourceFile(name, text), diagnostics), diagnostics


def messages(text: str) -> list[tuple[int, str]]:
    return [(item.span.line, item.code) for item in parse(text)[1]]


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


# ---- goldens ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", TREES, ids=lambda path: path.stem)
def test_tree(path: Path) -> None:
    tree, diagnostics = parse(read(path), path.name)
    assert not [f"{item.span}: {item.message}" for item in diagnostics]
    check_golden(path.with_suffix(".tree"), dump_tree(tree))


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_errors(path: Path) -> None:
    """Each `# E0101: words` on a line expects that code there, with these words in its message or help; golden files
    hold the underlined parts.
    """
    text = read(path)
    wanted = [
        (number, code, words.strip())
        for number, line in enumerate(text.split("\n"), 1)
        for code, words in EXPECTED.findall(line)
    ]
    assert wanted, "a case of errors expects at least one"
    found = [(item.span.line, item.code, f"{item.message} / {item.help}") for item in parse(text, path.name)[1]]
    missing = [want for want in wanted if not any(want[:2] == have[:2] and want[2] in have[2] for have in found)]
    extra = [have for have in found if not any(want[:2] == have[:2] and want[2] in have[2] for want in wanted)]
    assert not missing and not extra, f"missing: {missing}\nunexpected: {extra}"
    check_golden(path.with_suffix(".places"), marked_lines(parse(text, path.name)[1]))


@pytest.mark.slow
@POSIX
def test_the_grammar_is_cached_only_where_nobody_else_can_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    safe = tmp_path / "safe"
    safe.mkdir(mode=0o700)
    monkeypatch.setattr(grammar, "user_cache_dir", lambda name: str(safe / name))
    assert private_folder(safe / "regelwerk") == safe / "regelwerk"
    made = grammar.GRAMMAR.parser.tables  # the same each time, and takes a second to make
    monkeypatch.setattr(grammar, "make_tables", lambda *_: made)
    Grammar().parser.parse("enum A = 1..3", "start")
    (kept,) = (safe / "regelwerk").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    whole = kept.read_bytes()
    for spoiled in (whole.replace(b"enum", b"enun", 1), BURST):
        kept.write_bytes(spoiled)
        Grammar().parser.parse("enum A = 1..3", "start")
        assert kept.read_bytes() != spoiled
    kept.chmod(0o666)
    kept.write_bytes(b"left by somebody")
    Grammar().parser.parse("enum A = 1..3", "start")
    assert kept.read_bytes() == b"left by somebody"
    (safe / "regelwerk").chmod(0o777)
    assert private_folder(safe / "regelwerk") is None
    (tmp_path / "link").symlink_to(safe)
    assert private_folder(tmp_path / "link") is None


# ---- the grammar -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_grammar_has_no_conflicts() -> None:
    """Strict mode refuses any conflict of rules or terminals."""
    grammar = Grammar()
    Lark(grammar_text(), parser="lalr", postlex=grammar.layout, start=STARTS, strict=True)


def test_every_word_of_the_grammar_is_listed() -> None:
    words = {word for word in Grammar().words.values() if word[0].isalpha()}
    assert words == set(KEYWORDS)


def test_every_declaration_has_a_case() -> None:
    text = "\n".join(read(path) for path in TREES)
    assert [word for word in DECLARATION_WORDS if not re.search(rf"^{word}\b", text, re.MULTILINE)] == []


def test_every_node_has_a_case() -> None:
    seen = {type(node) for path in TREES for node in walk(parse(read(path))[0].declarations)}
    seen |= {type(comment) for path in TREES for comment in parse(read(path))[0].comments}
    kinds = {kind for kind in vars(syntax).values() if isinstance(kind, type) and issubclass(kind, syntax.Node)}
    unparsed = {"Node", "SourceTree", "Passage", "Cell"} - {kind.__name__ for kind in seen}
    assert {kind.__name__ for kind in kinds - seen} == unparsed


# ---- spans -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", TREES, ids=lambda path: path.stem)
def test_spans_lie_inside_each_other_and_hold_the_words(path: Path) -> None:
    tree, _ = parse(read(path))
    for declaration in tree.declarations:
        for node in walk(declaration):
            if node.span.source is not tree.source:  # sentences none of which is there
                continue
            text = node.span.text
            assert declaration.span.start <= node.span.start <= node.span.end <= declaration.span.end
            if isinstance(node, syntax.Name | syntax.Ident | syntax.NamedType) and "ü" not in node.name:
                assert node.name in (text.strip('()"'), text)
            if isinstance(node, syntax.Expr | syntax.Stmt | syntax.Decl):
                assert text == text.strip() and text
    for comment in tree.comments:
        assert comment.span.text == comment.text


def test_nodes_are_equal_whatever_their_place_and_layout() -> None:
    def read(text: str) -> syntax.SourceTree:
        return parse_source(SourceFile("case.regel", text), Diagnostics())

    effect = "effect f(p: Player):\n    if p is 1: stop\n"
    apart = "effect f( p: Player ):\n\n    if p is (1):\n        stop\n"
    one, same, other = read(effect), read(apart), read(effect.replace("1", "2"))
    assert [node == one for node in (same, other)] == [True, False]
    assert [node != one for node in (same, other)] == [False, True]
    assert hash(one) == hash(same)
    assert one.declarations[0].span != same.declarations[0].span


def test_a_slot_has_its_place_in_the_file() -> None:
    tree, _ = parse('effect f(p: Player):\n    says "{p} has"\n        " {money[p] + 1}"\n    stop\n')
    (declaration,) = tree.declarations
    assert isinstance(declaration, syntax.EffectDecl) and declaration.sentences.says is not None
    first, second = declaration.sentences.says.slots
    assert str(first.span) == "case.regel:2:11" and first.span.text == "{p}"
    assert second.span.text == "{money[p] + 1}" and second.value.span.text == "money[p] + 1"


# ---- expressions and cells alone -------------------------------------------------------------------------------------


def test_expression_in_a_span() -> None:
    source = SourceFile("x", "xx a + b[\n1] yy")
    expression = parse_expression(source, Span(source, 3, 13), Diagnostics())
    assert dump_node(expression or syntax.Name("?")).splitlines()[0] == "Binary 1:4-2:3 operator='+'"


@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        ("", "NoneType", ""),
        ("  ", "NoneType", ""),
        (" 2_500 ", "Number", "2_500"),
        ("-5", "Unary", "-5"),
        ("red", "Name", "red"),
        ("yes", "BoolLiteral", "yes"),
        ("red 1", "PerLiteral", "red 1"),
        ("red 1, white -2", "PerLiteral", "red 1, white -2"),
        ("gray, red", "ListLiteral", "gray, red"),
        ("1, 4", "ListLiteral", "1, 4"),
        ('"The {c}"', "Text", '"The {c}"'),
        ("Spot(red, 1)", "Call", "Spot(red, 1)"),
        ("a -b", "PerLiteral", "a -b"),
        ("a - b", "Binary", "a - b"),
    ],
)
def test_cell(text: str, kind: str, shown: str) -> None:
    diagnostics = Diagnostics()
    cell = parse_cell(text, SourceFile("x", f"ab{text}cd"), 2, diagnostics)
    assert not diagnostics.items
    assert type(cell.value).__name__ == kind
    assert cell.value is None or cell.value.span.text == cell.span.text == shown


def test_a_faulty_cell_is_reported_and_empty() -> None:
    diagnostics = Diagnostics()
    cell = parse_cell("1 2 3", SourceFile("x", "1 2 3"), 0, diagnostics)
    assert cell.value is None and [item.code for item in diagnostics] == ["E0101"]


# ---- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", load_examples(), ids=lambda example: example.message[:40])
def test_an_example_is_a_mistake_with_its_message(example: object) -> None:
    for piece in example.pieces:  # type: ignore[attr-defined]
        assert state_of(piece) is not None, piece
        found = [item.message for item in parse(piece)[1]]
        assert example.message in found or "`choose` does not say" in found[0], piece  # type: ignore[attr-defined]


def test_messages_name_no_terminals() -> None:
    terminals = {terminal.name for terminal in Grammar().parser.tables.terminals} - {"A"}
    for path in ERRORS:
        for item in parse(read(path))[1]:
            words = set(re.findall(r"\b[A-Z_]{2,}\b", f"{item.message} {item.help}"))
            assert not words & terminals, item


def test_many_mistakes_many_reports() -> None:
    """Eleven mistakes in one file give eleven reports, each on its line."""
    text = read(CASES / "parse/errors/many.regel")
    wanted = sorted((n, code) for n, line in enumerate(text.split("\n"), 1) for code, _ in EXPECTED.findall(line))
    assert len(wanted) == 11
    assert messages(text) == wanted


def test_a_faulty_line_leaves_the_rest() -> None:
    text = "effect f():\n    x = 1\n    mvoe a to b\n        deeper = 1\n    if a:\n        y y\n    z = 2\n"
    tree, diagnostics = parse(text)
    (declaration,) = tree.declarations
    assert len(diagnostics) == 2
    assert isinstance(declaration, syntax.EffectDecl)
    assert [type(statement).__name__ for statement in declaration.body.statements] == [
        "AssignStmt",
        "IfStmt",
        "AssignStmt",
    ]


@pytest.mark.parametrize(
    ("name", "candidates", "found"),
    [
        ("mvoe", ["move", "mode"], "move"),
        ("Blakc", ["black", "block"], "black"),
        ("north", ["Norths", "norths"], "norths"),
        ("ab", ["ac"], None),
        ("north_amerca", ["north_america", "south_america"], "north_america"),
        ("red", ["green"], None),
        ("same", ["same"], None),
    ],
)
def test_nearest_name(name: str, candidates: list[str], found: str | None) -> None:
    assert nearest(name, candidates) == found


# ---- hostile texts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "define a -> Int = " + "(" * 3_000 + "1" + ")" * 3_000,
        "define a -> Int = " + "not " * 3_000 + "x",
        "define a -> Int = " + "1 + " * 3_000 + "1",
        "define a -> Int = " + "a." * 3_000 + "b",
        "effect a():\n" + "".join(" " * depth + "if x:\n" for depth in range(1, 400)) + " " * 400 + "stop\n",
        "effect a():\n    if x:\n        stop\n" + "    else if x:\n        stop\n" * 600,
        'effect a():\n    says "' + "{" * 5_000 + '"\n    stop\n',
        "define a -> Int = " + "9" * 10_000,
        "effect a():\n    x = roll " + "9" * 5_000 + "d" + "9" * 5_000,
        "\x00\x01\ud7ff\n\r\r\n\x0b\x0c",
        '"""' * 1_001,
        "effect a():\n" + "    (\n" * 300,
    ],
    ids=lambda text: text[:24].strip(),
)
def test_hostile_text_gives_only_messages(text: str) -> None:
    tree, _ = parse(text)
    dump_tree(tree)


SIGNS = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ".",
    "..",
    "|",
    "=",
    "+=",
    "==",
    "<",
    "->",
    "?",
    "-",
    "*",
    "'",
    '"',
    '"""',
]
BLANKS = ["\n", "\n    ", "\n        ", "\n  ", "\t", " ", "\r\n"]
fragments = st.sampled_from([*KEYWORDS, *SIGNS, *BLANKS, "name", "x", "12", "2d6", "x4", '"a {b} c"', "# note", "ü"])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(fragments, max_size=40))
def test_any_text_is_parsed_or_reported(parts: list[str]) -> None:
    text = " ".join(parts)
    tree, diagnostics = parse(text)
    assert tree.declarations or diagnostics.items or not text.replace("\ufeff", "").strip() or "#" in text
    for item in diagnostics:
        assert 0 <= item.span.start <= item.span.end <= len(text)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TREES), st.data())
def test_a_planted_fault_is_found_near_its_place(path: Path, data: st.DataObject) -> None:
    """A character removed or added causes no traceback; reports lie in the same declaration or below."""
    text = read(path)
    at = data.draw(st.integers(0, len(text) - 1))
    fault = data.draw(st.sampled_from(["", ")", "(", ":", '"', " xyzzy ", "=", "\n"]))
    faulty = text[:at] + fault + text[at + (fault == "") :]
    _, diagnostics = parse(faulty)
    for item in diagnostics:
        assert 0 <= item.span.start <= item.span.end <= len(faulty)
    start = max((m.start() for m in re.finditer(r"^\S", faulty, re.MULTILINE) if m.start() < at), default=0)
    assert all(item.span.end >= start - 1 for item in diagnostics)
