"""Tests of reports on languages, catalogues and variants that `game.yaml` lists and that are missing or wrong."""

from __future__ import annotations

import re
from pathlib import Path

from regelwerk_compiler.driver import check_game
from regelwerk_dsl.render import render_line

RULES = """players 2..4

play at most 10:
    finish

outcome for p:
    most 0

variant quick "A quick game":
    amend play.limit: 10 -> 5
"""


def _messages(folder: Path, manifest: str, rules: str = RULES, **files: bytes) -> list[str]:
    (folder / "locale").mkdir()
    (folder / "rules.regel").write_text(rules, encoding="utf-8")
    (folder / "game.yaml").write_text(f"name: game\ntitle: Game\nsources: [rules.regel]\n{manifest}", encoding="utf-8")
    for name, content in files.items():
        (folder / "locale" / f"{name}.po").write_bytes(content)
    return [render_line(item).removeprefix(f"{folder.as_posix()}/") for item in check_game(folder).diagnostics]


def test_a_variant_on_offer_must_be_declared(tmp_path: Path) -> None:
    (message,) = _messages(tmp_path, "variants: [quick, quik]\n")
    assert message.startswith("game.yaml:4:19: error[E0159]: there is no variant `quik`")


def test_a_language_is_reported_where_it_is_listed(tmp_path: Path) -> None:
    (message,) = _messages(tmp_path, "languages: [en, xx]\n")
    assert message.startswith("game.yaml:4:17: error[E0604]: `xx` is not a language code")


def test_a_catalogue_is_reported_at_its_line(tmp_path: Path) -> None:
    broken = b'msgid ""\nmsgstr ""\n\nmsgctxt "a.says"\nmsgid "b"\nmsgstr: "c"\n'
    (message,) = _messages(tmp_path, "languages: [en, de]\n", de=broken)
    assert message.startswith("locale/de.po:6:1: error[E0605]: this is not a catalogue")


def test_catalogue_faults_that_would_drop_a_translation_are_reported(tmp_path: Path) -> None:
    """Lenient readers of the format ignore both faults; gettext itself refuses them."""
    entry = 'msgctxt "a.says"\nmsgid "b"\nmsgstr "c"\n'
    faults = {
        'msgctxt "a.says\nmsgid "b"\nmsgstr "c"\n': "1:1: error[E0605]: this is not a catalogue: a quotation mark",
        'msgctxt "a.says"\nmsgid "b"\nmsgstr "c "d" e"\n': "3:1: error[E0605]: this is not a catalogue: a quotation",
        f"{entry}\n{entry}": "5:1: error[E0605]: this is not a catalogue: `a.says` has an entry in line 1 already",
        f'{entry}\nmsgctxt ""\n"a."\n"says"\nmsgid "x"\nmsgstr ""\n': "5:1: error[E0605]: this is not a catalogue: `a",
        entry + "\n" + "".join(f"#~ {line}\n" for line in entry.splitlines()): "",
        'msgctxt "a.says"\nmsgid "b"\nmsgstr "c \\"d\\" \u2028 e"\n': "3:17: error[E0161]: the control",
    }
    for number, (text, expected) in enumerate(faults.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = _messages(folder, "languages: [en, de]\n", de=text.encode())
        assert [one.removeprefix("locale/de.po:")[: len(expected)] for one in found] == [expected] * bool(expected), (
            text
        )


def test_a_catalogue_in_another_encoding_is_reported(tmp_path: Path) -> None:
    (message,) = _messages(tmp_path, "languages: [en, de]\n", de='msgid "für"\nmsgstr ""\n'.encode("latin-1"))
    assert message == "locale/de.po:1:9: error[E0152]: this file is not UTF-8 text"


def test_a_wrong_reference_stops_no_other_check(tmp_path: Path) -> None:
    """A variant and a document are missing, and a rule is never called."""
    sources = "documents: [{id: rules, title: Rules, language: en}]\nstatements:\n"
    sources += "  - {id: R1, document: [ruels], place: here, gloss: Something.}\n"
    (tmp_path / "sources.yaml").write_text(sources, encoding="utf-8")
    found = _messages(tmp_path, "variants: [quick, quik]\n", RULES + "\neffect idle():\n    return\n")
    assert [re.search(r"\[(\w+)\]", message)[1] for message in found] == ["E0159", "W0702", "E0802", "E0159"]
