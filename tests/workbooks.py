"""Small spreadsheets for tests, in the two formats that games can use."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

Cell = str | float | bool
Sheets = Mapping[str, Sequence[Sequence[Cell]]]

OPEN = "http://schemas.openxmlformats.org/"
MAIN = f"{OPEN}spreadsheetml/2006/main"
RELATIONS = f"{OPEN}officeDocument/2006/relationships"
KIND = "application/vnd.oasis.opendocument.spreadsheet"
ODF = "urn:oasis:names:tc:opendocument:xmlns:"


def write_xlsx(path: Path, sheets: Sheets) -> None:
    """Writes a workbook in the Office Open XML format."""
    content = {"xl/workbook.xml": "main", **{f"xl/worksheets/sheet{at}.xml": "" for at in range(1, len(sheets) + 1)}}
    types = "".join(
        f'<Override PartName="/{name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.'
        f'{"sheet.main" if kind else "worksheet"}+xml"/>'
        for name, kind in content.items()
    )
    default = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    names = "".join(f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
    links = "".join(
        f'<Relationship Id="r{at}" Type="{RELATIONS}/worksheet" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(sheets) + 1)
    )
    book = f'<Relationship Id="r1" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/>'
    package = f"{OPEN}package/2006/relationships"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(
            "[Content_Types].xml", f'<Types xmlns="{OPEN}package/2006/content-types">{default}{types}</Types>'
        )
        file.writestr("_rels/.rels", f'<Relationships xmlns="{package}">{book}</Relationships>')
        file.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}">{links}</Relationships>')
        file.writestr(
            "xl/workbook.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{names}</sheets></workbook>'
        )
        for at, rows in enumerate(sheets.values(), 1):
            cells = "".join(
                f'<row r="{y}">{"".join(xlsx_cell(value, f"{chr(64 + x)}{y}") for x, value in enumerate(row, 1))}</row>'
                for y, row in enumerate(rows, 1)
            )
            file.writestr(
                f"xl/worksheets/sheet{at}.xml", f'<worksheet xmlns="{MAIN}"><sheetData>{cells}</sheetData></worksheet>'
            )


def write_xlsx_rows(path: Path, rows: str, format_: str = "General", **parts: str) -> None:
    """Writes a workbook with one sheet whose rows are given as XML, and other parts in the folder `xl`."""
    formats = f'<numFmts><numFmt numFmtId="200" formatCode={quoteattr(format_)}/></numFmts>'
    styles = f'<styleSheet xmlns="{MAIN}">{formats}<cellXfs><xf/><xf numFmtId="200"/></cellXfs></styleSheet>'
    write_xlsx(path, {"One": ()})
    with zipfile.ZipFile(path) as file:
        found = {name: file.read(name).decode() for name in file.namelist()}
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    found |= {"xl/worksheets/sheet1.xml": sheet, "xl/styles.xml": styles}
    found |= {f"xl/{name}.xml": text for name, text in parts.items()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in found.items():
            file.writestr(name, text)


def xlsx_cell(value: Cell, place: str) -> str:
    if value == "":
        return ""
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    kind = ' t="b"' if isinstance(value, bool) else ""
    return f'<c r="{place}"{kind}><v>{value:g}</v></c>'


def write_ods(path: Path, sheets: Sheets) -> None:
    """Writes a workbook in the OpenDocument format, with trailing empty rows as LibreOffice writes them."""
    empty = '<table:table-cell table:number-columns-repeated="16384"/>'
    rest = f'<table:table-row table:number-rows-repeated="1048000">{empty}</table:table-row>'
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>"
        + "".join(f"<table:table-row>{''.join(map(ods_cell, row))}</table:table-row>" for row in rows)
        + f"{rest}</table:table>"
        for name, rows in sheets.items()
    )
    write_ods_content(path, tables)


def write_ods_rows(path: Path, rows: str) -> None:
    """Writes a workbook with one sheet whose rows are given as XML."""
    write_ods_content(path, f'<table:table table:name="One">{rows}</table:table>')


def write_ods_content(path: Path, tables: str) -> None:
    spaces = f'xmlns:office="{ODF}office:1.0" xmlns:table="{ODF}table:1.0" xmlns:text="{ODF}text:1.0"'
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", KIND)
        entry = '<manifest:file-entry manifest:full-path="/" manifest:media-type="' + KIND + '"/>'
        manifest = f'<manifest:manifest xmlns:manifest="{ODF}manifest:1.0">{entry}</manifest:manifest>'
        file.writestr("META-INF/manifest.xml", manifest)
        body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
        file.writestr("content.xml", f"<office:document-content {spaces}>{body}</office:document-content>")


def ods_cell(value: Cell) -> str:
    if value == "":
        return "<table:table-cell/>"
    if isinstance(value, bool):
        return f'<table:table-cell office:value-type="boolean" office:boolean-value="{str(value).lower()}"/>'
    if isinstance(value, str):
        return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value="{value:g}"/>'
