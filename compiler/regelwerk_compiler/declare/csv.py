"""Columns and rows of card tables that stand in CSV files, each cell with its place in the file."""

from __future__ import annotations

from dataclasses import replace

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.csv import parse_csv
from regelwerk_dsl.data.manifest import Manifest
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import read_inside
from regelwerk_dsl.source import SourceFile


def read_tables(
    trees: list[syn.SourceTree], manifest: Manifest, diagnostics: Diagnostics, sources: list[SourceFile]
) -> list[syn.SourceTree]:
    """The trees with every CSV table read in. The files read are added to `sources`."""
    return [
        replace(tree, declarations=tuple(_read(decl, manifest, diagnostics, sources) for decl in tree.declarations))
        for tree in trees
    ]


def _read(decl: syn.Decl, manifest: Manifest, diagnostics: Diagnostics, sources: list[SourceFile]) -> syn.Decl:
    if not isinstance(decl, syn.CardsDecl) or decl.csv is None:
        return decl
    name = "".join(part for part in decl.csv.parts if isinstance(part, str))
    shown = manifest.shown_path(name)
    source = read_inside(manifest.folder, name, shown, diagnostics, decl.csv.span, manifest.memory)
    table = parse_csv(source, diagnostics) if source is not None else None
    if table is None:
        return decl
    sources.append(table.source)
    return replace(decl, columns=table.columns, rows=table.rows)
