"""Tests of messages as terminals and editors show them."""

from __future__ import annotations

from golden import CASES, check_golden
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics, Label
from regelwerk_dsl.parse import parse_source
from regelwerk_dsl.render import render, render_all, render_line, to_dict
from regelwerk_dsl.source import SourceFile, Span


def test_the_appearance_of_messages() -> None:
    text, diagnostics = (CASES / "parse/errors/many.regel").read_text(encoding="utf-8"), Diagnostics()
    parse_source(SourceFile("many.regel", text), diagnostics)
    lines = "".join(f"{render_line(item)}\n" for item in diagnostics)
    check_golden(CASES / "parse/errors/many.rendered", f"{render_all(diagnostics)}\n\n{lines}")


def test_carets_are_aligned_below_wide_letters_and_labels() -> None:
    source = SourceFile("a.regel", "名前 = 値段\t+ x\n")
    first, second, third = (Span(source, start, end) for start, end in ((0, 2), (5, 7), (10, 11)))
    item = Diagnostic("E0302", "two kinds", second, "coins", (Label(third, "stones"), Label(first, "a name")), "do")
    assert render(item).splitlines() == [
        "error[E0302]: two kinds",
        " --> a.regel:1:6",
        "  |",
        "1 | 名前 = 値段    + x",
        "  | ----   ^^^^      - stones",
        "  | |      |",
        "  | |      coins",
        "  | |",
        "  | a name",
        "  |",
        "help: do",
    ]
    data = to_dict(item)
    assert (data["line"], data["column"], data["end_line"], data["end_column"]) == (1, 6, 1, 8)


def test_carets_of_ranges_of_lines_and_of_lines_that_are_far_apart() -> None:
    source = SourceFile("a.regel", "effect a():\n    stop\nenum A = b\n\n\nenum C = d\n")
    item = Diagnostic("E0101", "odd", Span(source, 0, 18), "this", (Label(Span(source, 21, 25), "here"),))
    far = Diagnostic("E0101", "odd", Span(source, 0, 6), "", (Label(Span(source, 34, 38), "there"),))
    assert render(item).splitlines()[2:] == [
        "  |",
        "1 | effect a():",
        "  | ^^^^^^^^^^^ this",
        "...",
        "3 | enum A = b",
        "  | ---- here",
    ]
    assert render(far).splitlines()[3:] == ["1 | effect a():", "  | ^^^^^^", "...", "6 | enum C = d", "  | ---- there"]
    near = Diagnostic("E0101", "odd", Span(source, 0, 6), "", (Label(Span(source, 16, 20), "next"),))
    assert render(near).splitlines()[3:] == ["1 | effect a():", "  | ^^^^^^", "2 |     stop", "  |     ---- next"]


def test_of_a_very_long_line_the_part_with_all_marks_is_shown() -> None:
    source = SourceFile("a.regel", f"{' ' * 300}first{' ' * 100}second{' ' * 300}\n")
    item = Diagnostic("E0101", "odd", Span(source, 405, 411), "", (Label(Span(source, 300, 305), ""),))
    shown, marks = render(item).splitlines()[3:]
    assert (shown.index("first"), shown.index("second")) == (marks.index("-----"), marks.index("^^^^^^"))


def test_a_message_cannot_command_a_terminal() -> None:
    source = SourceFile("a\x1b[31m.regel", "x \x1b]0;title\x07 y" + "z" * 500)
    item = Diagnostic("E0101", "a\x1b[0m\nb", Span(source, 2, 400))
    assert "\x1b" not in render(item) + render_line(item) and "\n" not in render_line(item)
    assert max(map(len, render(item).splitlines())) < 250
