"""Tests of the text that screen readers get from drawings."""

from __future__ import annotations

from regelwerk_printables.drawing.drawing import Box, Form, Glyphs, Group, Item, Mm, Pt, Rect, Tagged
from regelwerk_printables.drawing.spoken import spoken


def word(text: str, line: int = 0) -> Glyphs:
    return Glyphs(Mm(0), Mm(4 * line), text, "sans", Pt(9))


def test_texts_are_read_out_paragraph_by_paragraph_wherever_they_are_drawn() -> None:
    square = Rect(Box(Mm(0), Mm(0), Mm(9), Mm(9)))
    coin = Tagged("Figure", (Group((square,)),), alt="coins")
    items: tuple[Item, ...] = (
        square,
        Tagged("H1", (word("Fair "), word("weather"))),
        Tagged("P", (Group((word("turned by a quarter"),), angle=90),)),
        Tagged("Sect", (Tagged("P", (word("Take 3 "), coin, word(" and wait "), word("a turn."))),)),
        Tagged("Artifact", (word("decoration"),)),
        Form("frame", Mm(9), Mm(9), (word("in a frame"),)),
        Tagged("Table", (Tagged("TR", (Tagged("TD", (word("1"),)), Tagged("TD", (word("2"),)))),)),
    )
    assert list(spoken(items)) == [
        "Fair weather",
        "turned by a quarter",
        "Take 3 coins and wait a turn.",
        "in a frame",
        "1",
        "2",
    ]


def test_lines_are_joined_as_their_script_requires() -> None:
    def read(*lines: str) -> list[str]:
        return list(spoken([Tagged("P", tuple(word(text, line) for line, text in enumerate(lines)))]))

    assert read("Roll two and use", "one of them.") == ["Roll two and use one of them."]
    assert read("A sta-", "tion") == ["A sta-tion"]
    assert read("駅を建て", "る。") == ["駅を建てる。"]
    assert read("Tokyo", "駅") == ["Tokyo 駅"]
