"""Tests of card tables in spreadsheets: cells, sheets, and errors, which name the row."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from regelwerk_compiler.driver import CheckResult, Options, check_game
from regelwerk_dsl.data.spreadsheets import sheet_text
from regelwerk_dsl.disk import real
from workbooks import Sheets, write_ods, write_ods_rows, write_xlsx, write_xlsx_rows

RULES = """players 2..2
enum Town: bergen, oslo
cardtype Order "orders":
    pays: 0..90 = 5
    goal: Town = oslo
    fast: Bool = no
    note: Text = "none"
    title "{this.pays} for {this.goal}"

cards Order from "FILE"

state:
    deck: pile of Order = all
play at most 9: finish
outcome for p:
    most deck.count
"""
HEAD = ("key", "pays", "goal", "fast", "note: Text")
ROWS: Sheets = {
    "Orders": [HEAD, ("a", 12.0, "bergen", True, "at\nonce; today"), ("",), ("b", "", "oslo", "", "")],
    "Other": [("key", "pays"), ("c", 7)],
}
WRITERS = {"orders.xlsx": write_xlsx, "orders.ods": write_ods}


def checked(folder: Path, name: str, listed: str = "") -> CheckResult:
    manifest = f"name: one\ntitle: One\nsources: [one.regel]\nlanguages: [en]\ncsv: [{listed}]\n"
    (folder / "game.yaml").write_text(manifest)
    (folder / "one.regel").write_text(RULES.replace("FILE", name))
    return check_game(folder, Options())


@pytest.mark.parametrize("name", WRITERS)
def test_cells_are_read_like_those_of_a_table(name: str, tmp_path: Path) -> None:
    WRITERS[name](tmp_path / name, ROWS)
    assert sheet_text((tmp_path / name).read_bytes()).splitlines() == [
        "key;pays;goal;fast;note: Text",
        'a;12;bergen;yes;"at once; today"',
        ";;;;",
        "b;;oslo;;",
    ]
    assert not checked(tmp_path, name).diagnostics


@pytest.mark.parametrize("name", WRITERS)
def test_a_sheet_is_named_after_the_file(name: str, tmp_path: Path) -> None:
    WRITERS[name](tmp_path / name, ROWS)
    result = checked(tmp_path, f"{name}#Other")
    assert not result.diagnostics and result.game is not None
    assert list(result.game.cards) == ["c"]


@pytest.mark.parametrize("name", WRITERS)
def test_a_mistake_is_reported_in_its_row(name: str, tmp_path: Path) -> None:
    WRITERS[name](tmp_path / name, {"Orders": [HEAD, ("a", 12), (), ("b", 12, "brgen")]})
    (found,) = checked(tmp_path, name).diagnostics
    assert found.span.source.name.endswith(name) and found.span.line == 4 and "bergen" in found.help


def test_prose_needs_no_quotes(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "orders.xlsx", {"Orders": [("key", "note", "text"), ("a", "For the inn.", "Pay, then go.")]})
    result = checked(tmp_path, "orders.xlsx")
    assert not result.diagnostics and result.game is not None
    assert str(result.game.cards["a"].members[0].fields["note"]) == "For the inn."


def test_an_unknown_column_is_reported_once(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "orders.xlsx", {"Orders": [("key", "noet"), ("a", "For the inn."), ("b", "To be paid.")]})
    (found,) = checked(tmp_path, "orders.xlsx").diagnostics
    assert found.span.line == 1 and "note" in found.help


def test_a_table_in_a_folder_is_named_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    write_xlsx(tmp_path / "tables" / "orders.xlsx", ROWS)
    (found,) = checked(tmp_path, "orders.xlsx#Other", "tables/orders.xlsx").diagnostics
    assert found.code == "E0151" and "`tables/orders.xlsx`" in found.help


def test_a_table_that_is_not_saved_yet_hides_its_namesake_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "orders.csv").write_text("key;pays\na;1\n")
    checked(tmp_path, "orders.csv", "orders.csv, tables/orders.csv")
    result = check_game(tmp_path, Options(), {real(tmp_path / "orders.csv"): "key;pays\nb;2\n"})
    assert not result.diagnostics and result.game is not None
    assert list(result.game.cards) == ["b"]


@pytest.mark.parametrize(
    ("wanted", "code", "words"),
    [
        ("orders.xlsx#Othr", "E0160", "did you mean `Other`?"),
        ("absent.xlsx", "E0151", "does not exist"),
        ("large.ods", "E0151", "large.ods` is larger than 20 megabytes"),
        ("../orders.xlsx", "E0157", "leads out of the game's folder"),
        ("text.ods", "E0160", "is not a spreadsheet"),
        ("zip.ods", "E0160", "is not a spreadsheet"),
        ("far.ods", "E0160", "as far as column 16384, row 1,048,576"),
    ],
)
def test_an_unreadable_file_is_reported_where_it_is_named(wanted: str, code: str, words: str, tmp_path: Path) -> None:
    write_xlsx(tmp_path / "orders.xlsx", ROWS)
    (tmp_path / "text.ods").write_text("key;pays\n")
    with (tmp_path / "large.ods").open("wb") as large:
        large.truncate(20_000_001)
    with zipfile.ZipFile(tmp_path / "zip.ods", "w") as file:
        file.writestr("nothing.txt", "")
    far = '<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
    far += 'table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row>'
    write_ods_rows(tmp_path / "far.ods", far)
    (found,) = checked(tmp_path, wanted).diagnostics
    assert (found.code, found.span.line) == (code, 10)
    assert words in f"{found.message} {found.help}"


@pytest.mark.parametrize(
    ("format_", "shown"),
    [
        ("General", "45294.5"),
        ("yyyy-mm-dd", "2024-01-03 12:00:00"),
        ('0" d"', "45294.5"),
        ("[h]:mm", "2024-01-03 12:00:00"),
    ],
)
def test_a_number_in_a_format_for_dates_is_a_date(format_: str, shown: str, tmp_path: Path) -> None:
    path = tmp_path / "orders.xlsx"
    write_xlsx_rows(path, '<row><c s="1"><v>45294.5</v></c><c t="str"><v>a_x000D_</v></c></row>', format_)
    assert sheet_text(path.read_bytes()) == f"{shown};a\n"


@pytest.mark.parametrize("days", ["-900000", "2958466", "100000000000000000000"])
def test_an_impossible_date_is_read_as_its_number(days: str, tmp_path: Path) -> None:
    path = tmp_path / "orders.xlsx"
    write_xlsx_rows(path, f'<row><c s="1"><v>{days}</v></c></row>', "yyyy-mm-dd")
    assert sheet_text(path.read_bytes()) == f"{days}\n"


def test_blanks_are_kept_and_notes_of_a_text_left_out(tmp_path: Path) -> None:
    path = tmp_path / "orders.ods"
    note = "<office:annotation><text:p>a note</text:p></office:annotation>"
    text = f"<text:p>to<text:s/><text:span>{note}Oslo</text:span></text:p><text:p>now</text:p>"
    repeated = (
        '<table:table-cell table:number-columns-repeated="2" office:value-type="date" office:date-value="1920-05-01"/>'
    )
    string = f'<table:table-cell office:value-type="string">{text}</table:table-cell>'
    write_ods_rows(path, f'<table:table-row table:number-rows-repeated="2">{repeated}{string}</table:table-row>')
    assert sheet_text(path.read_bytes()) == "1920-05-01;1920-05-01;to Oslo now\n" * 2
