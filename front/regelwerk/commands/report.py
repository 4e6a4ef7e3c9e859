"""`regelwerk report FILE…`: a report on simulated games, as one HTML file, as PDF and as CSV."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path

import click
from regelwerk_dsl.writing import check_place, replacing

from ..errors import InputError, UsageError
from ..printing.printout import PAGE
from ..simulating import extras
from ..terminal.console import Screen
from ..terminal.options import FILE, FOLDER, language_option, option

PDF_MARK = b"/Creator (regelwerk)"


@click.command("report")
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=FILE, help="A file of `regelwerk simulate`.")
@option("-o, --output FILE", "The HTML file (default: FILE.html beside the first file).", FILE)
@option("--pdf", "Write the same as PDF, beside the HTML file.")
@option("--csv FOLDER", "Write each table as CSV to a folder.", FOLDER, name="folder")
@language_option
@extras()
def report(files: tuple[Path, ...], output: Path | None, pdf: bool, folder: Path | None, lang: str) -> None:
    """Report what simulated games show.

    Writes one HTML file that needs no network and no scripts: findings, charts and tables. Several files of one game
    are compared with the first, such as a variant with the base game over the same seeds.
    """
    from regelwerk_printables.fonts import chain  # `--help` does without it, and without extras
    from regelwerk_simulation.dataset import Dataset, DatasetError
    from regelwerk_simulation.report.charts import Fonts
    from regelwerk_simulation.report.csv_files import csv_bytes
    from regelwerk_simulation.report.html import html
    from regelwerk_simulation.report.making import make_page

    screen = Screen()
    target = output or files[0].with_suffix(".html")
    if target.suffix == ".pdf":
        raise UsageError(f"{target} is not an HTML file", "-o names the HTML file; --pdf writes the PDF beside it")
    targets = {target: PAGE} | ({target.with_suffix(".pdf"): PDF_MARK} if pdf else {})
    for path, mark in targets.items():
        check_place(path, partial(_is_ours, mark), named=path == output)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    fonts = Fonts(*(tuple(one.path for one in chain("sans", bold)) for bold in (False, True)))
    with screen.busy("Reading the games"), ExitStack() as opened:
        try:
            page, tr = make_page([opened.enter_context(Dataset.open(file)) for file in files], lang)
        except DatasetError as error:
            raise InputError(str(error), "regelwerk simulate GAME -o FILE.parquet writes such files") from error
    written: dict[Path, bytes] = {}
    if folder is not None:
        written = {folder / f"{table.key}.csv": csv_bytes(table, tr) for table in page.tables()}
    for path, data in written.items():
        targets[path] = data.partition(b",")[0]  # the title of the first column
        check_place(path, partial(_is_ours, targets[path]))
    with screen.busy("Drawing the charts"):
        written[target] = html(page, tr, fonts).encode()
        if pdf:
            from regelwerk_simulation.report.pdf import pdf as pdf_of  # loads what draws

            written[target.with_suffix(".pdf")] = pdf_of(page, tr, fonts)
    for path, mark in targets.items():
        with replacing(path, partial(_is_ours, mark), named=path == output) as file:
            file.write(written[path])
        if path.suffix != ".csv":
            screen.note(f"{path}: {len(written[path]) / 1024:,.0f} KiB")
    if folder is not None:
        screen.note(f"{folder}: {sum(path.suffix == '.csv' for path in written)} tables")
    for number, finding in enumerate(page.findings, 1):
        screen.say(f"{number}. {finding}")


def _is_ours(mark: bytes, head: bytes) -> bool:
    """True if an existing file has our mark and may be replaced."""
    return mark in head
