"""Tests of the typesetter: the line breaks of each case, and properties that hold for every text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from golden import cases, check_golden
from hypothesis import example, given, settings
from hypothesis import strategies as st
from regelwerk_printables.drawing.drawing import MM_PER_PT, Box, Color, Form, Glyphs, Group, Link, Mm, Pt, Rect
from regelwerk_printables.fonts import chain, face
from regelwerk_printables.typeset import Setting, Span, Style, divisions_of, fit, set_text
from regelwerk_printables.typeset.breaks import atoms

ICON = Form("stone", Mm(4), Mm(4), (Rect(Box(Mm(0), Mm(0), Mm(4), Mm(4))),))
SIZE = Pt(10)
NOT_FIRST = "、。」』）】！？ーっょァ々"
NOT_LAST = "「『（【"


def spans(text: str) -> list[Span]:
    """The spans of a text, in which a diamond stands for an icon."""
    return [Span("", icon=ICON) if part == "◆" else Span(part) for part in re.split("(◆)", text) if part]


def lines(setting: Setting) -> list[str]:
    return [setting.words(line).replace("\ufffc", "◆") + ("-" if line.hyphen else "") for line in setting.lines]


def set_case(case: dict[str, Any]) -> Setting:
    style = Style(
        SIZE,
        SIZE,
        case["language"],
        align=case.get("align", "left"),
        phrases=case.get("phrases", False),
        hanging=case.get("hanging", False),
    )
    return set_text(spans(case["text"]), style, Mm(case["sizes"] * SIZE * MM_PER_PT))


@pytest.mark.parametrize("path", cases("typeset", "*.yaml"), ids=lambda path: path.stem)
def test_line_breaks_of_a_case(path: Path) -> None:
    setting = set_case(yaml.safe_load(path.read_text(encoding="utf-8")))
    shown = [ascii_spaces(line) for line in lines(setting)]
    if setting.excess:
        shown.append(f"excess: {setting.excess:.2f} mm")
    check_golden(path.with_suffix(".lines"), "\n".join(shown) + "\n")


def ascii_spaces(text: str) -> str:
    return (
        text.replace("\u00a0", "<nbsp>")
        .replace("\u2060", "<wj>")
        .replace("\u200b", "<zwsp>")
        .replace("\u00ad", "<shy>")
    )


def drawn(setting: Setting) -> list[Glyphs]:
    return [item for item in setting.items(Mm(0), Mm(0)) if isinstance(item, Glyphs)]


JAPANESE = st.text(st.sampled_from("石を三個取るカードショっー、。「」（）！？『』【】々ょァ"), max_size=60)
LATIN = st.lists(st.text(st.sampled_from("abcdefgäöüßANZ-0123"), min_size=1, max_size=16), max_size=20).map(" ".join)
ANYTHING = st.one_of(
    JAPANESE, LATIN, st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=40)
)
STYLES = st.builds(
    Style,
    size=st.sampled_from([Pt(6), Pt(8.5), Pt(12)]),
    smallest=st.just(Pt(5)),
    language=st.sampled_from(["ja", "de", "en", "fr", "xx"]),
    align=st.sampled_from(["left", "center", "right", "justify"]),
    phrases=st.booleans(),
    hanging=st.booleans(),
)
WIDTHS = st.floats(8, 80).map(Mm)


@settings(max_examples=60, deadline=None)
@given(ANYTHING, STYLES, WIDTHS)
def test_every_character_is_on_a_line(text: str, style: Style, width: Mm) -> None:
    setting = set_text([Span(text)], style, width)
    assert squeezed("".join(map(setting.words, setting.lines))) == squeezed(setting.source.chars)


def squeezed(text: str) -> str:
    return re.sub(r"[ \t\u3000\u200b\n]", "", text)


@settings(max_examples=60, deadline=None)
@given(ANYTHING, STYLES, WIDTHS)
def test_no_line_is_wider_than_the_box_unless_reported(text: str, style: Style, width: Mm) -> None:
    setting = set_text([Span(text)], style, width)
    widest = max(map(setting.line_width, setting.lines), default=0)
    assert widest <= width + setting.excess + 1e-6
    for item in drawn(setting):
        advance = sum(face(item.font).widths[char] for char in item.text) * item.size * MM_PER_PT / 1000
        right = item.x + advance + (len(item.text) - 1) * item.spacing * MM_PER_PT
        trailing = 1.01 * item.size * MM_PER_PT  # hanging punctuation, or a space after a word
        assert item.x >= -setting.excess - 1e-6
        assert right <= width + setting.excess + trailing


@settings(max_examples=80, deadline=None)
@given(JAPANESE, STYLES, WIDTHS)
def test_no_line_starts_or_ends_with_a_forbidden_character(text: str, style: Style, width: Mm) -> None:
    setting = set_text([Span(text)], style, width)
    assert not [words for line in setting.lines[1:] if (words := setting.words(line))[0] in NOT_FIRST]
    assert not [words for line in setting.lines[:-1] if (words := setting.words(line))[-1] in NOT_LAST]


@settings(max_examples=50, deadline=None)
@given(ANYTHING, STYLES, WIDTHS, st.floats(2, 60).map(Mm))
@example("0000 0000", Style(Pt(12), Pt(5), "ja"), Mm(8), Mm(8))
def test_fit_takes_the_largest_size_that_fits(text: str, style: Style, width: Mm, height: Mm) -> None:
    setting = fit([Span(text)], style, width, height)
    assert style.smallest <= setting.size <= style.size
    if setting.excess:
        assert setting.size == style.smallest
    else:
        assert setting.height <= height + 1e-6
    if setting.size < style.size:
        larger = Style(Pt(min(style.size, setting.size + 0.25)), style.smallest, style.language, align=style.align,
                       phrases=style.phrases, hanging=style.hanging)  # fmt: skip
        tried = set_text([Span(text)], larger, width)
        assert tried.height > height or tried.excess > 0


def test_a_hyphen_has_room_on_its_line() -> None:
    text, style = "Donaudampfschifffahrtsgesellschaftskapitänsmütze", Style(Pt(10), Pt(10), "de")
    for tenths in range(150, 400):
        ends = [line for line in set_text([Span(text)], style, Mm(tenths / 10)).lines if line.hyphen]
        assert ends
        for line in ends:
            (alone,) = set_text([Span(f"{text[line.start : line.end]}-")], style, Mm(500)).lines
            assert alone.width * 10 * MM_PER_PT / 1000 <= tenths / 10 + 0.1, "but for its kerning"


def test_one_line_shrinks_until_it_is_low_enough() -> None:
    low = fit([Span("Low")], Style(Pt(12), Pt(6), "en"), Mm(100), Mm(3))
    assert low.size == 8.5 and not low.excess and low.height <= 3


@settings(max_examples=30, deadline=None)
@given(st.lists(st.one_of(JAPANESE, LATIN), max_size=5), WIDTHS)
def test_bold_spans_change_no_character(parts: list[str], width: Mm) -> None:
    mixed = set_text([Span(part, bold=at % 2 == 0) for at, part in enumerate(parts)], Style(Pt(8), Pt(8), "de"), width)
    assert squeezed("".join(item.text for item in drawn(mixed))).replace("-", "") == squeezed("".join(parts)).replace(
        "-", ""
    )


def test_a_character_missing_from_a_font_comes_from_the_next() -> None:
    setting = set_text([Span("Я石☂é")], Style(Pt(8), Pt(8), "ja"), Mm(50))
    assert [(item.text, item.font) for item in drawn(setting)] == [
        ("Я", "symbols"), ("石", "gothic"), ("☂", "symbols"), ("é", "sans"),
    ]  # fmt: skip
    assert setting.missing == ()


def test_a_character_that_no_font_has_is_reported_and_marked() -> None:
    setting = set_text([Span("石𓀀と🐘𓀀")], Style(Pt(8), Pt(8), "ja"), Mm(50))
    assert setting.missing == ("𓀀", "🐘")
    assert "".join(item.text for item in drawn(setting)) == "石〓と〓〓"


def test_letters_are_composed() -> None:
    setting = set_text([Span("u\u0308 か\u3099")], Style(Pt(8), Pt(8), "de"), Mm(50))
    assert [(item.text, item.font) for item in drawn(setting)] == [("ü ", "sans"), ("が", "gothic")]


def test_an_icon_is_as_high_as_capitals_and_stands_on_the_baseline() -> None:
    setting = set_text([Span("A"), Span("", icon=ICON), Span("B")], Style(Pt(10), Pt(10), "en"), Mm(50))
    before, icon, after = setting.items(Mm(1), Mm(2))
    assert isinstance(before, Glyphs) and isinstance(icon, Group) and isinstance(after, Glyphs)
    high = icon.scale * ICON.height
    assert high == pytest.approx(face("sans").capitals / 1000 * 10 * MM_PER_PT)
    assert icon.dy + high == pytest.approx(before.y)
    assert before.x < icon.dx and icon.dx + icon.scale * ICON.width < after.x


def test_a_block_is_aligned_at_the_top_the_middle_or_the_bottom() -> None:
    setting = set_text([Span("one two three")], Style(Pt(10), Pt(10), "en"), Mm(12))
    tops = [setting.items(Mm(0), Mm(0), Mm(40), place)[0] for place in ("top", "middle", "bottom")]
    first = [item.y for item in tops if isinstance(item, Glyphs)]
    assert first[1] - first[0] == pytest.approx((40 - setting.height) / 2)
    assert first[2] - first[0] == pytest.approx(40 - setting.height)
    em = 10 * MM_PER_PT
    assert setting.height == pytest.approx(em * (1 + 1.35 * (len(setting.lines) - 1)))


@pytest.mark.parametrize(("align", "left"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_lines_are_aligned_left_centred_or_right(align: Any, left: float) -> None:
    setting = set_text([Span("Wort")], Style(Pt(10), Pt(10), "de", align=align), Mm(50))
    assert drawn(setting)[0].x == pytest.approx(left * (50 - setting.line_width(setting.lines[0])))


def test_justified_words_reach_both_edges() -> None:
    style = Style(Pt(8), Pt(8), "de", align="justify")
    setting = set_text([Span("Vier Wörter auf jeder Zeile und dann noch mehr Wörter dazu")], style, Mm(40))
    first = [item for item in drawn(setting) if item.y == drawn(setting)[0].y]
    assert len(first) > 2
    assert first[-1].x + width_of(first[-1]) == pytest.approx(40)
    last = [item for item in drawn(setting) if item.y == drawn(setting)[-1].y]
    assert len(last) == 1


def test_justified_kanji_are_spaced() -> None:
    style = Style(Pt(8), Pt(8), "ja", align="justify")
    setting = set_text([Span("石を三個まで取り、自分の前に置いてください。次の手番まで待つ。")], style, Mm(40))
    first, last = drawn(setting)[0], drawn(setting)[-1]
    assert first.spacing > 0 and last.spacing == 0
    assert first.x + width_of(first) + (len(first.text) - 1) * first.spacing * MM_PER_PT == pytest.approx(40)


def width_of(item: Glyphs) -> float:
    return sum(face(item.font).advances(item.text.rstrip())) * item.size * MM_PER_PT / 1000


def test_a_link_lies_over_its_words_on_every_line() -> None:
    red = Color(1, 0, 0)
    text = [Span("see "), Span("the third chapter", color=red, link="chapter.three"), Span(" now")]
    setting = set_text(text, Style(Pt(10), Pt(10), "en"), Mm(20))
    links = [item for item in setting.items(Mm(0), Mm(0)) if isinstance(item, Link)]
    words = [item for item in drawn(setting) if item.fill == red]
    assert len(links) == len(words) > 1
    for link, word in zip(links, words, strict=True):
        assert link.target == "chapter.three"
        assert link.box.x == pytest.approx(word.x)
        assert link.box.y < word.y < link.box.y + link.box.height


def test_an_empty_text_has_no_lines() -> None:
    setting = fit([], Style(Pt(10), Pt(6), "ja"), Mm(20), Mm(5))
    assert (setting.lines, setting.height, setting.excess, setting.items(Mm(0), Mm(0))) == ((), 0, 0, ())


def test_bold_of_mincho_is_the_bold_gothic() -> None:
    assert [found.name for found in chain("serif", True)] == ["serif-bold", "gothic-bold", "symbols-bold"]


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(ANYTHING, st.text(st.sampled_from("石取る「」『』（）、。3個、ー…A €"), max_size=40)),
    st.sampled_from(["ja", "de", ""]),
)
def test_fast_line_breaking_agrees_with_the_full_rule(text: str, language: str) -> None:
    def found(quick: bool) -> list[tuple[int, int]]:
        atoms_ = []
        for match in atoms(language, quick).finditer(text):
            if match.lastindex == 1:
                atoms_ += [(at, at + 1) for at in range(match.start(), match.end())]
            else:
                atoms_.append((match.start(), match.end()))
        return atoms_

    assert found(quick=True) == found(quick=False)


def divided(text: str, width: float, **more: Any) -> list[str]:
    style = Style(SIZE, SIZE, "de", **more)
    return lines(set_text([Span(text)], style, Mm(width * SIZE * MM_PER_PT)))


def test_a_game_can_define_the_hyphenation_of_words() -> None:
    assert divided("Der Megatransport steht.", 7.5, align="justify")[0] == "Der Megatrans-"
    own = divisions_of(["Mega-transport"])
    assert divided("Der Megatransport steht.", 7.5, align="justify", divisions=own)[0] == "Der Mega-"
    never = divisions_of(["Megatransport"])
    assert divided("Der MEGATRANSPORT steht.", 7.5, align="justify", divisions=never)[0] == "Der"


def test_no_short_end_of_a_word_is_a_last_line() -> None:
    for width in range(65, 140):
        found = divided("So kommt ein jeder zu den vielen neuen Transporten.", width / 10, align="justify")
        assert len(found[-1]) >= 6 or not found[-2].endswith("-"), width


@pytest.mark.parametrize(("language", "font"), [("de", "sans"), ("en", "sans"), ("ja", "gothic")])
def test_dots_are_on_the_baseline_after_latin_letters(language: str, font: str) -> None:
    setting = set_text([Span("von … an")], Style(SIZE, SIZE, language), Mm(60))
    assert [item.font for item in drawn(setting) if "…" in item.text] == [font]
    assert "".join(item.text for item in drawn(setting)) == "von … an"


@pytest.mark.parametrize(
    ("text", "sizes", "shown"),
    [
        ("アフリカ、オーストラリアに新しい商品", 10, ["アフリカ、", "オーストラリアに", "新しい商品"]),
        ("アフリカ、ヨーロッパに新しい商品", 11, ["アフリカ、ヨーロッパに", "新しい商品"]),
        ("ヨーロッパに商品の恵み", 9.5, ["ヨーロッパに", "商品の恵み"]),
    ],
)
def test_a_japanese_title_splits_no_katakana_word(text: str, sizes: float, shown: list[str]) -> None:
    style = Style(SIZE, SIZE, "ja", phrases=True)
    assert lines(set_text([Span(text)], style, Mm(sizes * SIZE * MM_PER_PT))) == shown
