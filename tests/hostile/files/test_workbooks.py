"""Tests of spreadsheets that misstate their sizes or hide cells: they get a reason, and nothing crashes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from regelwerk_dsl.data import spreadsheets
from regelwerk_dsl.data.spreadsheets import sheet_text
from workbooks import MAIN, write_ods_rows, write_xlsx_rows

FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
CELL = '<table:table-cell office:value-type="float" office:value="{}" table:number-columns-repeated="{}"/>'
ENTITY = '<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


def xlsx(rows: str, **parts: str) -> Callable[[Path], None]:
    return lambda path: write_xlsx_rows(path, rows, **parts)


def ods(cells: str, rows: str = "1") -> Callable[[Path], None]:
    row = f'<table:table-row table:number-rows-repeated="{rows}">{cells}</table:table-row>'
    return lambda path: write_ods_rows(path, row)


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (xlsx(FAR), "column 16384, row 1,048,576"),
        (xlsx(FAR.replace("XFD", "xfd")), "column 16384, row 1,048,576"),
        (xlsx('<row r="1048576">' + "<c><v>1</v></c>" * 5 + "</row>"), "column 1, row 1,048,576"),
        (xlsx('<row r="4294967295"><c><v>1</v></c></row>'), "`4294967295` is not a count of cells"),
        (xlsx('<row><c r="ZZZZ9999999999"><v>1</v></c></row>'), "is not the reference of a cell"),
        (
            xlsx('<row><c t="s"><v>9</v></c></row>', sharedStrings=f'<sst xmlns="{MAIN}" uniqueCount="4000000000"/>'),
            "A1",
        ),
        (xlsx('<row><c t="s"><v>-1</v></c></row>'), "`-1` is not a count"),
        (xlsx("<row><c><v>1e999</v></c></row>"), "and holds `1e999`"),
        (xlsx("<row><c><v>many</v></c></row>"), "and holds `many`"),
        (
            xlsx('<row/><row><c r="B2" t="e"><v>#REF!</v></c></row>'),
            "the cell B2 shows the error #REF!; correct its formula",
        ),
        (xlsx("<row><c><f>1+1</f></c></row>"), "the formula in the cell A1 has no result"),
        (xlsx("<row/>" * 999), "more than 500 elements"),
        (xlsx("<row>" + "<a b='' c=''/>" * 400 + "</row>"), "is not cells"),
        (xlsx("<row " + " ".join(f"a{n}='0'" for n in range(2_000)) + "/>"), "is not cells"),
        (xlsx("<row>", styles="<a"), "is not a spreadsheet"),
        (xlsx("", workbook=f'{ENTITY}<workbook xmlns="{MAIN}">&a;</workbook>'), "declares a document type"),
        (ods(CELL.format(1, "900000000")), "column 900000000, row 1"),
        (ods(CELL.format(1, "9" * 5000)), "is not a count of cells"),
        (ods(CELL.format(1, "-1000000") + CELL.format(1, 1_000_000)), "`-1000000` is not a count"),
        (ods(CELL.format(1, "many")), "`many` is not a count of cells"),
        (ods(CELL.format(1, 1), "90000000"), "column 1, row 90,000,000"),
        (
            xlsx(
                '<row><c t="s"><v>0</v></c></row>' * 90,
                sharedStrings=f'<sst xmlns="{MAIN}"><si><t>{"x" * 9999}</t></si></sst>',
            ),
            "more than 800,000 letters",
        ),
        (ods('<table:table-cell office:value-type="string" office:string-value="many"/>', "900000"), "800,000 letters"),
        (ods(CELL.format("nan", 1)), "the cell A1 should hold a number, and holds `nan`"),
    ],
)
def test_a_refused_spreadsheet_gets_a_reason(
    write: Callable[[Path], None], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spreadsheets, "MOST_ELEMENTS", 500)
    monkeypatch.setattr(spreadsheets, "MOST_HELD", 1_000)
    monkeypatch.setattr(spreadsheets, "MOST_LETTERS", 800_000)
    write(tmp_path / "file")
    with pytest.raises(ValueError, match=re.escape(words)):
        sheet_text((tmp_path / "file").read_bytes())


def test_everything_but_cells_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elements of other programs, and whatever precedes the first element, are ignored."""
    monkeypatch.setattr(spreadsheets, "MOST_HELD", 1_000)
    row = "<row><a/><c><v>7</v></c></row>"
    write_xlsx_rows(tmp_path / "file", row, sharedStrings=f"<?a b?><!-- c --><si>{'<a/>' * 400}</si>", styles="<a/>")
    assert sheet_text((tmp_path / "file").read_bytes()) == "7\n"
    write_xlsx_rows(tmp_path / "file", "<a/>" * 900 + row, styles=f"<a>{'<a/>' * 900}</a>")
    assert sheet_text((tmp_path / "file").read_bytes()) == "7\n"


def test_the_stated_size_of_a_part_is_not_trusted(tmp_path: Path) -> None:
    """The file's directory states sizes that are too small."""
    write_xlsx_rows(tmp_path / "file", "<row/>" * 100_000)
    data = (tmp_path / "file").read_bytes()
    size = len(f'<worksheet xmlns="{MAIN}"><sheetData></sheetData></worksheet>') + 600_000
    assert data.count(size.to_bytes(4, "little")) == 2
    with pytest.raises(ValueError, match="is not a spreadsheet"):
        sheet_text(data.replace(size.to_bytes(4, "little"), (99).to_bytes(4, "little")))
