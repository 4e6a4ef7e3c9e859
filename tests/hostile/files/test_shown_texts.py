"""Tests that text from a game stays text: no command to a terminal, no formula, no file name, no reference."""

from __future__ import annotations

import csv
import json
import re
import time
from pathlib import Path

import polib
import pytest
from attacked_game import LAYOUT, write_game
from regelwerk.main import main
from regelwerk.terminal.console import Screen, plain_table
from regelwerk_compiler.driver import check_game
from regelwerk_dsl.characters import CONTROL, UNSEEN, visible
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.render import render
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_printables.design.paint.vectors import read_svg

ESCAPE, C1, BIDI, HIDDEN = "\x1b]0;owned\x07\x1b[2J", "\x9b31m", "\u202eabc\u2066", "a\u200bb\u2060\U000e0041"
NO_TEXT = re.compile(f"{CONTROL.pattern}|\r|{UNSEEN.pattern}")


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    monkeypatch.chdir(tmp_path)


def codes(folder: Path) -> list[str]:
    return sorted({item.code for item in check_game(folder).diagnostics} - {"W0702"})


def output_of(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The output of a command on both streams, which must hold no command to a terminal."""
    assert main([str(one) for one in arguments]) in (0, 1, 2)
    found = capsys.readouterr()
    assert "internal error" not in found.err
    for text in found:
        assert not NO_TEXT.search(text), ascii(text)
    return found.out + found.err


@pytest.mark.slow
@pytest.mark.parametrize("text", [ESCAPE, C1, BIDI, HIDDEN, "\0", "\u2028", "\r\x0b\x0c\x85"], ids=ascii)
@pytest.mark.parametrize("place", ["title", "card", "sentence", "comment", "key", "value", "file"])
def test_no_terminal_command_reaches_the_output(
    place: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "shop"
    match place:
        case "title":
            write_game(folder, title=json.dumps(f"Shop {text}", ensure_ascii=False))
        case "card" | "sentence":
            write_game(folder, **{place: f"x {text} {{p}}" if place == "sentence" else f"x {text}"})
        case "comment":
            write_game(folder)
            with (folder / "shop.regel").open("a", encoding="utf-8") as file:
                file.write(f"# {text}\nvariant odd:\n    amend Deed: 1 -> {text}\n")
        case "key" | "value":
            write_game(folder)
            line = (
                f"{json.dumps(text, ensure_ascii=False)}: 1\n"
                if place == "key"
                else f"authors: [{json.dumps(text, ensure_ascii=False)}]\n"
            )
            with (folder / "game.yaml").open("a", encoding="utf-8") as file:
                file.write(line)
        case "file":
            if "\0" in text:
                return
            write_game(folder)
            (folder / f"x{text}.regel").write_text("what is this?\n")
            listed = '["*.regel"]'
            (folder / "game.yaml").write_text((folder / "game.yaml").read_text().replace("[shop.regel]", listed))
    found = codes(folder)
    hidden = text in (BIDI, HIDDEN)
    if place != "file":
        assert ("W0161" if hidden else "E0161") in found, found
    for command in (
        ["check", folder],
        ["check", folder, "--json"],
        ["run", folder, "--seed", "1", "--trace"],
        ["run", folder, "--seed", "1", "--json"],
        ["test", folder],
        ["explain", folder, "gift"],
        ["diff", folder, folder],
        ["build", folder],
        ["fmt", "--check", folder],
        ["translate", "status", folder],
        ["sources", folder],
        ["try", folder, "gift"],
        ["print", folder, "--proof", "-o", "out"],
    ):
        output_of(capsys, *command)
    assert not list(tmp_path.glob("*owned*"))


def test_texts_of_a_record_stay_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path / "shop")
    output_of(capsys, "run", "shop", "--seed", "1", "--quiet", "--record", "one.jsonl")
    lines = Path("one.jsonl").read_text(encoding="utf-8").split("\n")
    head = {**json.loads(lines[0]), "names": [f"A{ESCAPE}", f"B{BIDI}", f"C{C1}\u2028\U000e0041"]}
    Path("one.jsonl").write_text("\n".join([json.dumps(head, ensure_ascii=False), *lines[1:]]), encoding="utf-8")
    assert "the game is over" in output_of(capsys, "replay", "one.jsonl")
    Path("two.jsonl").write_text(json.dumps({**head, "game": ESCAPE + BIDI}) + "\n", encoding="utf-8")
    assert "was not found" in output_of(capsys, "replay", "two.jsonl")


def test_arguments_are_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["check", ESCAPE], [ESCAPE], ["run", "--" + BIDI], ["explain", "pig", C1], ["new", "x" + C1]):
        output_of(capsys, *arguments)
    assert not NO_TEXT.search(Path("x" + C1, "game.yaml").read_text(encoding="utf-8"))


def test_machine_readable_output_keeps_every_character(capsys: pytest.CaptureFixture[str]) -> None:
    data = {"text": ESCAPE + C1 + BIDI + HIDDEN + "\x7f\u2028"}
    Screen().json(data)
    out = capsys.readouterr().out
    assert not NO_TEXT.search(out) and json.loads(out) == data


@pytest.mark.parametrize(
    "text",
    ["Größe, Maß: „quer“ – «ça»", "日本語、ねこ「ひらがな」カタカナー", "مي\u200cخواهم", "👩\u200d🚀 ❤\ufe0f",
     "Donau\u00addampf", "Ελλάδα", "Москва", "5 µm, 3 Ω, Δx", "नमस्\u200dते", "辻\U000e0100"],
)  # fmt: skip
def test_ordinary_texts_stay_as_they_are(text: str, tmp_path: Path) -> None:
    write_game(tmp_path / "shop", title=json.dumps(text, ensure_ascii=False), card=text)
    assert codes(tmp_path / "shop") == []
    assert visible(text) == text


def test_soft_hyphens_are_for_paper(capsys: pytest.CaptureFixture[str]) -> None:
    screen, table = Screen(), plain_table("", "")
    table.add_row("Donau\u00addampf", "x")
    table.add_row("Donaudampf", "x")
    screen.say("Donau\u00addampf")
    screen.show(table)
    heading, *rows = capsys.readouterr().out.splitlines()
    assert heading == "Donaudampf" and len({row.strip() for row in rows if row.strip()}) == 1, rows


@pytest.mark.parametrize("word", ["C\u043epper", "\u0391lpha", "p\u0430y_day"])
def test_words_that_mix_alphabets_are_reported(word: str, tmp_path: Path) -> None:
    write_game(tmp_path / "shop", card=word)
    assert codes(tmp_path / "shop") == ["W0162"]


# ---- catalogues ------------------------------------------------------------------------------------------------------

HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n{more}\n'
STRANGERS = (
    '\nmsgid "a"\nmsgstr "eins"\n\nmsgctxt "game.title|"\nmsgid "b"\nmsgstr "zwei"\n\n'
    'msgctxt "c"\nmsgid "c"\nmsgid_plural "cc"\nmsgstr[0] ""\nmsgstr[1] "drei"\n'
)
ENTRY = 'msgctxt "game.title"\nmsgid "Shop"\nmsgstr "{words}"\n'


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (HEADER.format(more="") + ENTRY.format(words="La\x1b[2Jden"), "E0161"),
        (HEADER.format(more="") + ENTRY.format(words="La\\b\\vden"), "E0161"),
        (HEADER.format(more="") + ENTRY.format(words="La\0den"), "E0161"),
        (HEADER.format(more="") + ENTRY.format(words="La\u2028den"), "E0161"),
        (HEADER.format(more="") + ENTRY.format(words="La\u202eden"), "W0161"),
        (HEADER.format(more="") + ENTRY.format(words="Laden") + "nonsense\n", "E0605"),
        ("\x89MO\n", "E0161"),
        ("/etc/passwd", "E0605"),
    ],
)
def test_texts_of_a_catalogue_stay_text(
    content: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_game(tmp_path / "shop")
    (folder / "locale").mkdir()
    (folder / "locale" / "de.po").write_bytes(content.encode("utf-8", "surrogatepass"))
    assert code in codes(folder)
    output_of(capsys, "translate", "update", folder)
    output_of(capsys, "translate", "status", folder)


def test_a_lone_surrogate_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_game(tmp_path / "shop", title='"\\ud800"')
    assert codes(folder) == ["E0161"]
    output_of(capsys, "translate", "extract", folder)
    (folder / "game.yaml").write_bytes(b"name: shop\ntitle: \xed\xa0\x80\nsources: [shop.regel]\n")
    assert codes(folder) == ["E0152"]


def test_a_character_hidden_by_an_escape_is_only_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_game(tmp_path / "shop", title='"Sh\\u200bop"')
    assert codes(folder) == ["W0161"]
    assert "is over after" in output_of(capsys, "run", folder, "--seed", "1")


def test_a_header_is_not_evaluated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_game(tmp_path / "shop")
    (folder / "locale").mkdir()
    for header in (
        "Plural-Forms: nplurals=2; plural=__import__('os').system('touch owned');",
        "Content-Type: x; charset=hz",
        "9" * 5_000 + ": x",
    ):
        content = HEADER.format(more=f'"{header}\\n"\n') + ENTRY.format(words="Laden") + STRANGERS
        (folder / "locale" / "de.po").write_text(content, encoding="utf-8")
        assert "E0605" not in codes(folder)
        output_of(capsys, "translate", "update", folder)
        found = polib.pofile(str(folder / "locale" / "de.po"), encoding="utf-8")
        assert found.find("Shop").msgstr == "Laden"
        kept = {word for entry in found for word in (entry.msgstr, *entry.msgstr_plural.values())}
        assert kept >= {"eins", "zwei", "drei"}, "update loses words of entries that no text of the game has"
    assert not list(tmp_path.rglob("owned"))


# ---- exports and drawings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1"])
def test_a_table_of_cards_has_no_formula(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_game(tmp_path / "shop", card=text)
    output_of(capsys, "print", folder, "--proof", "--table", "-o", "out")
    (path,) = Path("out").rglob("*.csv")
    with path.open(encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert any(text.strip() in cell for cell in cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


@pytest.mark.parametrize("name", ["../../x", "/tmp/x", "a/b", "..", "C:x", "a\\b", "", "x" * 300, ".hidden"])
def test_a_board_cannot_name_a_place(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_game(tmp_path / "shop", layout=LAYOUT.replace("  table:", f"  {json.dumps(name)}:"))
    before = set(tmp_path.rglob("*"))
    assert "E0155" in output_of(capsys, "print", folder, "board", "--png", "--proof", "-o", "out/deep/er")
    assert set(tmp_path.rglob("*")) == before


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink" width="9mm" height="9mm">\n{}</svg>'
)
RECT = '<rect width="5" height="5"/>\n'
BOMB = "".join(f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 12))
SVGS = {
    "image": ('<image href="/etc/passwd"/>', "line 3: `image` refers to another file"),
    "network": ('<image l:href="http://example.org/x.png"/>', "line 3: `image` refers to another file"),
    "pipe": ('<use l:href="pipe.svg#x"/>', "line 3: `use` refers to another file"),
    "beside": ('<image href="other.png"/>', "line 3: `image` refers to another file"),
    "fill": ('<rect width="1" height="1" fill="url( http://example.org/#a)"/>', "line 3: `rect` refers"),
    "style": ('<style>@import "x.css";</style>', "line 3: `style` refers to another file"),
    "font": ('<style>@font-face { src: url("x.ttf") }</style>', "line 3: `style` refers to another file"),
    "many": (f'<g id="g0">{RECT}</g>{BOMB}', "its parts are too many"),
    "deep": ("<g>" * 240 + RECT * 1_700 + "</g>" * 240, "line 1492: its parts are too many, or too deep in groups"),
    "plain": ("<metadata>" + "<a/>" * 100_000 + "</metadata>", "line 3: it has more than 100,000 parts"),
    "attributes": (
        "<a " + " ".join(f"a{n}='0'" for n in range(50_000)) + "/>",
        "line 3: `a` has more than 1,000 attributes",
    ),
    "itself": ('<g id="a"><use href="#a"/></g>', "use each other too often, or themselves"),
    "huge": ('<rect width="1e999" height="1"/>', "a number in it is too large"),
    "width": ('<rect width="1" height="1" stroke="red" stroke-width="nan"/>', "a number in it is too large"),
    "dash": ('<rect width="1" height="1" stroke="red" stroke-dasharray="-1,1"/>', "negative, or not a number"),
    "alpha": ('<rect width="1" height="1" fill="rgba(1,1,1,nan)"/>', "or not a number"),
    "styles": ("<style>{}</style>".format("g{fill:red}" * 50_000) + "<g/>" * 50, "line 3: its style sheet has 50,000"),
}


@pytest.mark.parametrize("name", SVGS)
def test_a_drawing_refers_to_nothing_outside(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os
    import socket

    content, message = SVGS[name]
    path = tmp_path / "drawing.svg"
    path.write_text(SVG.format(RECT + content), encoding="utf-8")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.svg")
    monkeypatch.setattr(socket, "socket", lambda *_: pytest.fail("it went to the network"))
    begun = time.monotonic()
    with pytest.raises(ValueError, match=re.escape(message)):
        read_svg(path)
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("size", ["0mm", "-9mm", "1e-9mm", "1e300mm"])
def test_a_drawing_has_a_size(size: str, tmp_path: Path) -> None:
    path = tmp_path / "drawing.svg"
    path.write_text(SVG.replace("9mm", size, 1).format(RECT), encoding="utf-8")
    with pytest.raises(ValueError, match="width and height are not between"):
        read_svg(path)


def test_a_path_may_close_before_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "drawing.svg"
    path.write_text(SVG.format(RECT + '<path d="Z"/>'), encoding="utf-8")
    assert len(read_svg(path)[1]) == 1


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    path = tmp_path / "drawing.svg"
    path.write_text('<!DOCTYPE svg [\n<!ENTITY x SYSTEM "file:///etc/passwd">]>' + SVG.format(f"{RECT}&x;"))
    with pytest.raises(ValueError, match="line 2: an entity refers to another file"):
        read_svg(path)
    for left, kind in (('<text font-family="-x">&#65;</text>', "text"), ('<image href="data:image/png,A"/>', "image")):
        path.write_text(SVG.format(RECT + left))
        with pytest.raises(ValueError, match=f"line 3: `{kind}` is not drawn"):
            read_svg(path)


def test_no_control_character_stays() -> None:
    for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, 0xD800, 0xDC00, 0xDFFF):
        char = chr(code)
        shown = visible(f"a{char}b")
        assert shown == f"a{char}b" if char in "\t\n" else char not in shown and shown.isprintable(), hex(code)


def test_a_mark_far_out_on_a_long_line_is_shown() -> None:
    text = "x" * 5_000 + " wrong " + "y" * 5_000
    diagnostics = Diagnostics()
    diagnostics.report("E0101", Span(SourceFile("long.regel", text), 5_001, 5_006), "not this")
    lines = render(diagnostics.items[0]).splitlines()
    (shown,) = [line for line in lines if "wrong" in line]
    (under,) = [line for line in lines if "^" in line]
    assert under.index("^") == shown.index("wrong") and under.count("^") == 5
    assert max(map(len, lines)) < 300
