"""Columns and rows of card tables that stand in CSV files and spreadsheets, each cell with its place in the file."""

from __future__ import annotations

from dataclasses import replace

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.csv import parse_csv
from regelwerk_dsl.data.manifest import Manifest
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import SPREADSHEETS, checked, inside, read_bytes, read_inside, report_unread
from regelwerk_dsl.source import SourceFile, Span, source_file

SHEET = "#"  # before the name of a sheet of a spreadsheet


def read_tables(
    trees: list[syn.SourceTree], manifest: Manifest, diagnostics: Diagnostics, sources: list[SourceFile]
) -> list[syn.SourceTree]:
    """The trees with every table of a file read in. The files read are added to `sources`."""
    return [
        replace(tree, declarations=tuple(_read(decl, manifest, diagnostics, sources) for decl in tree.declarations))
        for tree in trees
    ]


def _read(decl: syn.Decl, manifest: Manifest, diagnostics: Diagnostics, sources: list[SourceFile]) -> syn.Decl:
    if not isinstance(decl, syn.CardsDecl) or decl.csv is None:
        return decl
    name = "".join(part for part in decl.csv.parts if isinstance(part, str))
    shown = manifest.shown_path(name)
    if name.partition(SHEET)[0].endswith(SPREADSHEETS):
        source = _spreadsheet(name, manifest, diagnostics, decl.csv.span)
    else:
        source = read_inside(manifest.folder, name, shown, diagnostics, decl.csv.span, manifest.memory)
    table = parse_csv(source, diagnostics) if source is not None else None
    if table is None:
        return decl
    sources.append(table.source)
    return replace(decl, columns=table.columns, rows=table.rows)


def _spreadsheet(name: str, manifest: Manifest, diagnostics: Diagnostics, cited: Span) -> SourceFile | None:
    """The text of a sheet: `orders.xlsx`, or `orders.xlsx#Summer` for one with a name."""
    from regelwerk_dsl.data.spreadsheets import sheet_text  # slow to import, and most games have none

    file, _, sheet = name.partition(SHEET)
    path = inside(manifest.folder, file, cited, diagnostics)
    if path is None:
        return None
    try:
        text = sheet_text(read_bytes(path), sheet)
    except OSError as error:
        report_unread(manifest.shown_path(file), error, cited, diagnostics)
    except ValueError as error:
        diagnostics.report("E0160", cited, f"the file `{manifest.shown_path(file)}` cannot be read: {error}")
    else:
        return checked(source_file(manifest.shown_path(name), text, name), diagnostics)
    return None
