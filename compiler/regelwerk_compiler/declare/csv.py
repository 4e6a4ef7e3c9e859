"""Columns and rows of card tables that stand in CSV files and spreadsheets, each cell with its place in the file."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.csv import COPIES_COLUMN, holds_text, parse_csv
from regelwerk_dsl.data.manifest import Manifest
from regelwerk_dsl.data.sheets import SHEET, read_table
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import inside
from regelwerk_dsl.source import SourceFile


def read_tables(
    trees: list[syn.SourceTree], manifest: Manifest, diagnostics: Diagnostics, sources: list[SourceFile]
) -> list[syn.SourceTree]:
    """The trees with every table of a file read in. The files read are added to `sources`."""
    values = _value_columns(trees)
    return [
        replace(
            tree, declarations=tuple(_read(decl, manifest, values, diagnostics, sources) for decl in tree.declarations)
        )
        for tree in trees
    ]


def _value_columns(trees: list[syn.SourceTree]) -> dict[str, frozenset[str]]:
    """The columns that hold values, by card type: fields of types other than `Text`, and the copies."""
    return {
        kind.name.name: frozenset(
            field.name.name for field in kind.members if isinstance(field, syn.CardField) and not holds_text(field.type)
        )
        | {COPIES_COLUMN}
        for tree in trees
        for kind in tree.declarations
        if isinstance(kind, syn.CardTypeDecl)
    }


def _read(
    decl: syn.Decl,
    manifest: Manifest,
    values: Mapping[str, frozenset[str]],
    diagnostics: Diagnostics,
    sources: list[SourceFile],
) -> syn.Decl:
    if not isinstance(decl, syn.CardsDecl) or decl.csv is None:
        return decl
    name = "".join(part for part in decl.csv.parts if isinstance(part, str))
    file, span = name.partition(SHEET)[0], decl.csv.span
    path = inside(manifest.folder, file, span, diagnostics)
    if path is None:
        return decl
    listed = next((str(one) for one in manifest.csv if str(one).endswith(f"/{file}")), "")
    if listed and not (path.exists() or path in manifest.memory):
        what = f"the file `{manifest.shown_path(name)}` does not exist"
        diagnostics.report("E0151", span, what, help=f"paths begin in the folder of the game: write `{listed}`")
        return decl
    source = read_table(path, manifest.shown_path(name), diagnostics, span, manifest.memory, name)
    table = parse_csv(source, diagnostics, values.get(decl.card_type.name)) if source is not None else None
    if table is None:
        return decl
    sources.append(table.source)
    return replace(decl, columns=table.columns, rows=table.rows)
