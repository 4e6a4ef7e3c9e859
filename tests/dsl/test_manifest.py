"""Tests of reading a game's folder: `game.yaml`, `sources.yaml`, CSV; each mistake is reported with its line.

A case is one text file: a line `==== path` begins each file of the game's folder; `(latin-1)`, `(folder)` or `(link
target)` after it gives the kind. `# E0101: words` on a line expects that code there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden import cases, check_golden
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from marked_lines import marked_lines
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.csv import CsvTable, parse_csv
from regelwerk_dsl.data.manifest import Manifest, Statements, load_manifest, load_sources, load_statements
from regelwerk_dsl.data.yaml import load_schema, read_yaml
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import read_inside
from regelwerk_dsl.source import SourceFile

CASES = cases("manifest", "*.txt")
FILE = re.compile(r"^==== (\S+)(?: \((\S+)(?: (\S+))?\))?\n", re.MULTILINE)
EXPECTED = re.compile(r"\b(E\d{4}): ([^#\n]*)")


def unpack(text: str, folder: Path) -> list[tuple[str, int, str, str]]:
    """Writes the files of a case; returns the messages that they expect: file, line, code, words."""
    parts = FILE.split(text)[1:]
    wanted = []
    for name, kind, target, content in zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=True):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if kind == "link":
            path.symlink_to(target)
        elif kind == "folder":
            path.mkdir()
        else:
            path.write_bytes(content.encode(kind or "utf-8"))
        for number, line in enumerate(content.split("\n"), 1):
            wanted += [(name, number, code, words.strip()) for code, words in EXPECTED.findall(line)]
    return wanted


def load(folder: Path) -> tuple[Manifest | None, Statements | None, list[CsvTable | None], Diagnostics]:
    diagnostics = Diagnostics()
    manifest = load_manifest(folder, diagnostics, "game")
    if manifest is None:
        return None, None, [], diagnostics
    load_sources(manifest, diagnostics)
    found = (
        read_inside(folder, str(entry), manifest.shown_path(entry), diagnostics, entry.span) for entry in manifest.csv
    )
    tables = [parse_csv(source, diagnostics) if source is not None else None for source in found]
    return manifest, load_statements(manifest, diagnostics), tables, diagnostics


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "outside.regel").write_text("players 2..4\n")
    (tmp_path / "outside.yaml").write_text("documents: []\n")
    wanted = unpack(path.read_text(encoding="utf-8"), folder)
    diagnostics = load(folder)[3]
    found = [
        (item.span.source.name.removeprefix("game/"), item.span.line, item.code, f"{item.message} / {item.help}")
        for item in diagnostics
    ]
    lone = path.stem in ("no_manifest", "link_to_statements")  # the file in question has no line on which to expect it
    key = (lambda entry: entry[2]) if lone else (lambda entry: entry[:3])
    missing = [want for want in wanted if not any(key(want) == key(have) and want[3] in have[3] for have in found)]
    extra = [have for have in found if not any(key(want) == key(have) and want[3] in have[3] for want in wanted)]
    assert not missing and not extra, f"missing: {missing}\nunexpected: {extra}"
    if wanted:
        check_golden(path.with_suffix(".places"), marked_lines(diagnostics))


def test_the_contents_of_a_correct_game(tmp_path: Path) -> None:
    (good,) = [path for path in CASES if path.stem == "good"]
    unpack(good.read_text(encoding="utf-8"), tmp_path)
    manifest, statements, (table,), diagnostics = load(tmp_path)
    assert not diagnostics.items and manifest is not None and statements is not None and table is not None
    assert (manifest.name, manifest.title, manifest.description) == ("little", "Little game", "A game for two.\n")
    assert [str(entry) for entry in manifest.sources] == ["rules.regel", "more/cards.regel"]
    assert manifest.languages == ("en", "no", "pt-BR")
    assert [(entry.name, str(entry.span)) for entry in manifest.variants] == [
        ("short", "game/game.yaml:8:12"),
        ("long_one", "game/game.yaml:8:19"),
    ]
    assert [source.name for source in load_sources(manifest, diagnostics)] == [
        "game/rules.regel",
        "game/more/cards.regel",
    ]
    first, second = statements.statements
    assert (first.id, first.documents, first.place, first.kind) == ("R1", ("en", "de"), "4", "rule")
    assert (second.kind, second.not_implemented, str(second.span)) == ("advice", "no rule", "game/sources.yaml:12:5")
    assert statements.documents[0].year == 2012 and statements.reconstructed[0].value == "3"
    assert list(statements.ids) == ["R1", "R2.a", "C1"]
    (row,) = table.rows
    assert [column.name.name for column in table.columns] == ["name", "price", "mix"]
    title, _, mix = (cell.value for cell in row.cells)
    assert isinstance(title, syn.Text) and title.parts == ("The first",)
    assert isinstance(mix, syn.PerLiteral) and mix.entries[1].span.text == "white 2"
    assert str(mix.entries[1].span) == "game/cards.csv:2:25"


@pytest.mark.parametrize(
    "text",
    [
        'key,a,b\nx,1,"red 1, white 2"\n',
        "key;a;b\nx;1;red 1, white 2\n",
        "key\ta\tb\r\nx\t1\tred 1, white 2\r\n",
        '\ufeff"key";"a";"b"\n"x";"1";"red 1, white 2"',
        "key;a;b;;\n;;;;\nx;1;red 1, white 2;;\n\n",
    ],
)
def test_kinds_of_csv(text: str) -> None:
    diagnostics = Diagnostics()
    table = parse_csv(SourceFile("a.csv", text), diagnostics)
    assert not diagnostics.items and table is not None
    (row,) = table.rows
    assert row.key.span.text == "x"
    assert [cell.span.text for cell in row.cells] == ["1", "red 1, white 2"]


def test_texts_need_no_quotes() -> None:
    diagnostics = Diagnostics()
    table = parse_csv(SourceFile("a.csv", 'key;title;note: Text;name: Good\nx;The {c};"a; b";red\n'), diagnostics)
    assert table is not None and not diagnostics.items
    title, note, name = (cell.value for cell in table.rows[0].cells)
    assert isinstance(title, syn.Text) and title.slots[0].span.text == "{c}"
    assert isinstance(note, syn.Text) and note.parts == ("a; b",)
    assert isinstance(name, syn.Name)


def test_columns_without_values_need_no_quotes() -> None:
    diagnostics = Diagnostics()
    table = parse_csv(SourceFile("a.csv", "key;says;worth\nx;End your turn.;3\n"), diagnostics, frozenset({"worth"}))
    assert table is not None and not diagnostics.items
    says, worth = (cell.value for cell in table.rows[0].cells)
    assert isinstance(says, syn.Text) and isinstance(worth, syn.Number)


def test_doubled_quotes_keep_the_places() -> None:
    diagnostics = Diagnostics()
    source = SourceFile("a.csv", 'key,name,b\nx,"The ""big"" {c}","""q"" 3"\n')
    table = parse_csv(source, diagnostics)
    assert table is not None
    (name, _) = table.rows[0].cells
    assert isinstance(name.value, syn.Text) and name.value.parts[0] == 'The "big" '
    assert name.value.slots[0].span.text == "{c}"
    assert [str(item.span) for item in diagnostics] == ["a.csv:2:28"]


def test_a_game_yaml_can_be_named_itself(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: a\ntitle: A\nsources: [a.regel]\n")
    (tmp_path / "a.regel").write_text("")
    found = load_manifest(tmp_path / "game.yaml", Diagnostics())
    assert found is not None and found.folder == tmp_path


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.text(st.characters(codec="utf-8"), max_size=60)
    | st.lists(st.sampled_from(list(":-[]{}&*!|>'\"%@`#,? \n\tab1")), max_size=40).map("".join)
)
def test_any_text_gives_only_messages(text: str) -> None:
    for name in ("game", "sources"):
        diagnostics = Diagnostics()
        found = read_yaml(SourceFile("x.yaml", text), load_schema(name), diagnostics)
        assert (found is None) == bool(diagnostics.items)
    parse_csv(SourceFile("x.csv", "key;a\n" + text), Diagnostics())
    parse_csv(SourceFile("x.csv", text), Diagnostics())


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (
            "- { fill: colors.suit[card.suit], pen: 1 }",
            'write a value with brackets in quotes: `"colors.suit[card.suit]"`',
        ),
        ("- [1, rows[2] + 3]", 'write a value with brackets in quotes: `"rows[2] + 3"`'),
        (
            """- { when: face in ["front", 'back'] }""",
            """write a value with brackets in quotes: `'face in ["front", ''back'']'`""",
        ),
        ("- { fill: [1, 2 }", ""),
    ],
)
def test_brackets_in_a_value_without_quotes(line: str, help: str) -> None:
    diagnostics = Diagnostics()
    assert read_yaml(SourceFile("x.yaml", f"top:\n  {line}\n"), {}, diagnostics) is None
    assert [item.help for item in diagnostics] == [help]


def test_patterns_of_sources(tmp_path: Path) -> None:
    text = 'name: a\ntitle: A\nsources: [main.regel, "rules/**/*.regel", "*.regel", "rules/?.regel"]\n'
    for name in ("main", "rules/b", "rules/a", "rules/deep/er/c", "rules/.hidden/d", "other"):
        path = tmp_path / f"{name}.regel"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    (tmp_path / "game.yaml").write_text(text)
    diagnostics = Diagnostics()
    found = load_manifest(tmp_path, diagnostics)
    assert found is not None and not diagnostics.items
    names = ["main.regel", "rules/a.regel", "rules/b.regel", "rules/deep/er/c.regel", "other.regel"]
    assert [entry.name for entry in found.sources] == names
    assert str(found.sources[1].span).endswith("game.yaml:3:23")


def test_texts_in_memory_replace_files(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: a\ntitle: A\nsources: [a.regel]\n")
    (tmp_path / "a.regel").write_text("on the disk")
    root = tmp_path.resolve()
    memory = {
        root / "game.yaml": 'name: a\ntitle: A\nsources: [a.regel, new.regel, "more/*.regel"]\n',
        root / "a.regel": "in a buffer",
        root / "new.regel": "never saved",
        root / "more/x.regel": "matched",
    }
    diagnostics = Diagnostics()
    found = load_manifest(tmp_path, diagnostics, memory=memory)
    assert found is not None
    assert [source.text for source in load_sources(found, diagnostics)] == ["in a buffer", "never saved", "matched"]
    assert not diagnostics.items


def test_a_file_is_read_once_and_its_faults_are_reported_each_time() -> None:
    sound, faulty = (SourceFile("a.csv", f"key;name\nred;Red\n{key};Blue\n") for key in ("blue", "red"))
    assert parse_csv(sound, Diagnostics()) is parse_csv(sound, Diagnostics())
    for _ in range(2):
        diagnostics = Diagnostics()
        for _ in range(2):  # two tables may name one file
            parse_csv(faulty, diagnostics)
        assert [item.code for item in diagnostics.items] == ["E0160"]
