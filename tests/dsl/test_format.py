"""Tests of the formatter: golden pairs, and properties of every text: the same tree, the same comments, idempotence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden import cases, check_golden
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.format.format import FormatError, format_source
from regelwerk_dsl.format.lines import MAX_WIDTH
from regelwerk_dsl.parse import parse_source
from regelwerk_dsl.render import width
from regelwerk_dsl.source import SourceFile

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAIRS = cases("format", "*.regel")


def parse(text: str) -> tuple[syn.SourceTree, Diagnostics]:
    diagnostics = Diagnostics()
    return parse_source(SourceFile("text", text), diagnostics), diagnostics


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


EVERY = [path for folder in ("cards", "tests") for path in sorted((ROOT / folder).rglob("*.regel"))]


def check_format(text: str) -> str:
    """The formatted text, after the checks that every text must pass."""
    result = format_source(text)
    if result != text:  # an unchanged text meets all of these conditions
        before, after = parse(text)[0], parse(result)[0]
        assert after.declarations == before.declarations
        assert [comment.text for comment in after.comments] == [comment.text for comment in before.comments]
        assert format_source(result) == result
    assert '"""' in result or not re.search(r"[ \t]$", result, re.MULTILINE)
    return result


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_formatted_text_of_a_case(path: Path) -> None:
    check_golden(path.with_suffix(".formatted"), check_format(read(path)))


@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_source_can_be_formatted(path: Path) -> None:
    text = read(path)
    if any(item.code != "E0106" for item in parse(text)[1]):  # tabs at the beginning of lines are corrected
        with pytest.raises(FormatError):
            format_source(text)
    else:
        result = check_format(text)
        assert result == text or "cards" not in path.parts, "sources of the games are formatted"


def test_a_carriage_return_by_itself_ends_no_line_of_prose() -> None:
    text = 'chapter end "The end":\n    """\n    One\r two.\n    """\n'
    assert check_format(text.replace("    ", "  ")) == text


def test_the_longest_lines_are_tables_and_single_words() -> None:
    for path in PAIRS:
        for line in format_source(read(path)).split("\n"):
            assert width(line) <= MAX_WIDTH or " | " in line or "#" in line or "Unbreakable" in line, line


def test_a_text_is_cut_so_that_its_quote_has_room() -> None:
    for size in range(90, 125):
        start, end = f'    say "{"x" * size}', f' {"y" * 50}"'
        cut = f'{start}"\n        "{end}' if width(start) < MAX_WIDTH else start + end
        assert format_source(f"effect f():\n{start}{end}\n") == f"effect f():\n{cut}\n"


def test_line_ends_are_kept_and_the_byte_order_mark_is_not() -> None:
    text = "\ufeff# note\r\nenum A = 1 .. 3\r\n"
    assert format_source(text) == "# note\r\nenum A = 1..3\r\n"


@pytest.mark.parametrize(
    ("text", "result"), [("", ""), ("\n\n", ""), ("# only\n", "# only\n"), ("\n  # a\n\n\n\n\n# b", "# a\n\n\n# b\n")]
)
def test_short_texts(text: str, result: str) -> None:
    assert format_source(text) == result


def test_a_text_with_errors_is_refused() -> None:
    with pytest.raises(FormatError) as caught:
        format_source("effect f():\n    x y\n")
    assert [item.code for item in caught.value.diagnostics] == ["E0101"]


def test_a_format_that_would_change_the_meaning_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regelwerk_dsl.format.format.render_lines", lambda lines: "enum A = 1..4\n")
    with pytest.raises(FormatError, match="mean something else"):
        format_source("enum A = 1..3\n")
    with pytest.raises(FormatError, match="lose a comment"):
        format_source("enum A = 1..4  # four\n")
    monkeypatch.setattr("regelwerk_dsl.format.format.render_lines", lambda lines: "enum A =\n")
    with pytest.raises(FormatError, match="would have errors"):
        format_source("enum A = 1..4\n")


# ---- scrambled texts -------------------------------------------------------------------------------------------------


def scrambled(text: str, factor: int, pick: st.DataObject) -> str:
    """The text with other indentation, more blanks between words, blank lines and blanks at the end of lines."""
    lines = []
    prose = False
    for line in text.split("\n"):
        bare = line.lstrip(" ")
        quotes = line.count('"""')
        if prose or quotes or not bare or "\t" in line:
            lines.append(" " * ((len(line) - len(bare)) // 4 * factor) + bare if quotes and not prose else line)
            prose = prose != (quotes % 2 == 1)
            continue
        noise = pick.draw(st.integers(0, 6))
        margin = " " * ((len(line) - len(bare)) * factor // 4)
        if noise == 1:
            bare = re.sub(r'("(?:[^"\\]|\\.)*"|#.*)|(?<=[,=+*:(]) ?(?=\w)', lambda m: m[1] or "  ", bare)
        lines.append(margin + bare + (" " * 3 if noise == 2 else ""))
        if noise == 3:
            lines.append("")
    return "\n".join(lines)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([path for path in EVERY if {"cards", "run"} & {*path.parts}]), st.integers(1, 8), st.data())
def test_a_scrambled_text_has_the_same_format(path: Path, factor: int, data: st.DataObject) -> None:
    text = format_source(read(path)).replace("\r\n", "\n")
    messy = scrambled(text, factor, data)
    before, diagnostics = parse(messy)
    if diagnostics.items or before.declarations != parse(text)[0].declarations:
        return  # the noise hit something that has a meaning
    check_format(messy)


# ---- made-up texts ---------------------------------------------------------------------------------------------------

names = st.sampled_from(["a", "money", "a_rather_long_name", "größe", "緑", "x4", "d6", "by", "to", "play"])
blanks = st.sampled_from(["", " ", "  "])


def joined(left: str, operator: str, right: str, blank: str) -> str:
    space = blank if not operator[0].isalpha() else blank or " "
    return f"{left}{space}{operator}{space}{right}"


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from(["+", "-", "*", "/", "mod"])
    return st.one_of(
        st.builds(joined, inner.map(lambda e: f"({e})"), operators, inner.map(lambda e: f"({e})"), blanks),
        st.builds(lambda e, b: f"-{b}({e})", inner, blanks),
        st.builds(lambda a, b, c: f"{a}[{b},{c}]", names, inner, inner),
        st.builds(lambda a, b, c: f"{a}.{b} ({c})", names, names, inner),
        st.builds(lambda a, b, c: f"(if {a} is {b} then {c} else {a})", inner, inner, inner),
        st.builds(lambda a, b: f"(sum {a} for x in S where {b} in -1 .. 1)", inner, inner),
        st.builds(lambda a, b: f"(any x in S,y in {{ {a} }} where not {b} is none)", inner, inner),
    )


expressions = st.recursive(st.one_of(names, st.integers(0, 10_000).map(str)), grown, max_leaves=25)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(expressions, min_size=1, max_size=4), blanks)
def test_any_expression_keeps_its_meaning(parts: list[str], blank: str) -> None:
    text = f"define f->Bool={blank}{' and '.join(f'{part} is 1' for part in parts)}\n"
    assert not parse(text)[1].items, text
    result = check_format(text)
    assert all(width(line) <= MAX_WIDTH for line in result.split("\n")) or len(result) < 400


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.sampled_from(["word", "a", "{p}", "{a.b + 1}", "{n: one | many}", '\\"', "緑の", "x" * 30, "{{"]),
        max_size=60,
    )
)
def test_any_text_keeps_its_words(words: list[str]) -> None:
    check_format(f'effect f(p: Player):\n    says "{" ".join(words)}"\n    stop\n')
