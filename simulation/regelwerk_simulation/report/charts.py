"""Charts drawn with Matplotlib, as SVG for pages and as PDF for paper: the same input gives the same bytes.

Series differ in colour, mark and line or hatching, so that charts are readable in grey and for colour-blind people; the
colours are those of M. Okabe and K. Ito. Text stays text, in the fonts given by the caller.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it reports its own folders and font caches

# Its import reads a `matplotlibrc` of the current folder, which may be a stranger's, or a pipe.
with chdir(Path(__file__).parent) if Path("matplotlibrc").exists() else nullcontext():
    import matplotlib as mpl
from matplotlib import font_manager  # noqa: E402
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.backends.backend_pdf import FigureCanvasPdf  # noqa: E402
from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.ticker import FuncFormatter, MaxNLocator  # noqa: E402

from .page import Columns, Dots, Drawing, Kind, Lines  # noqa: E402
from .wording import Wording  # noqa: E402

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)), (0, (3, 3)), "-")
HATCHES = ("", "///", "\\\\\\", "xx", "--", "||", "++")
INK, FAINT = "#333333", "#D9D9D9"
WIDTH = 6.6  # inches
STEPS = [1, 2, 5, 10]
"""Distances between the numbers of an axis, times a power of ten."""
LABEL = 34  # most characters of a label


@dataclass(frozen=True)
class Fonts:
    """Font files of regular and bold text, each in the order in which characters are searched."""

    regular: tuple[Path, ...]
    bold: tuple[Path, ...]


def draw(drawing: Drawing, tr: Wording, fonts: Fonts, form: Literal["svg", "pdf"]) -> bytes:
    """A chart as a separate file, without its title."""
    with _settings(fonts.regular[::-1] if form == "svg" else fonts.regular):  # a page's own font may be wide
        figure = Figure(figsize=(WIDTH, _height(drawing)), layout="constrained")
        axes = figure.add_subplot()
        axes.set_axisbelow(True)
        match drawing:
            case Dots():
                _dots(axes, drawing, tr)
            case Columns():
                _columns(axes, drawing, tr)
            case Lines():
                _lines(axes, drawing, tr)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        if len(_names(drawing)) > 1:
            figure.legend(loc="outside upper left", ncols=3, frameon=False, handlelength=3)
        file = io.BytesIO()
        if form == "svg":
            canvas: Any = FigureCanvasSVG(figure)
            canvas.print_svg(file, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        else:
            canvas = FigureCanvasPdf(figure)
            canvas.print_pdf(file, metadata={"CreationDate": None, "Creator": None, "Producer": None})
    return file.getvalue()


@contextmanager
def _settings(fonts: Sequence[Path]) -> Iterator[None]:
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(
            {
                "font.family": [_family(path) for path in fonts],
                "font.size": 9,
                "text.parse_math": False,
                "axes.unicode_minus": True,
                "svg.fonttype": "none",
                "svg.hashsalt": "regelwerk",
                "pdf.fonttype": 42,
                "hatch.linewidth": 0.6,
                **dict.fromkeys(("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), INK),
                "grid.color": FAINT,
                "grid.linewidth": 0.6,
            }
        )
        yield


def _family(path: Path) -> str:
    """A name by which Matplotlib knows only this file, whatever fonts of the same family are installed."""
    name = f"{path.stem} of regelwerk"
    known = font_manager.fontManager.ttflist
    if all(font.name != name for font in known):
        known.append(font_manager.FontEntry(str(path), name=name))
    return name


def _names(drawing: Drawing) -> list[str]:
    match drawing:
        case Dots():
            return list(drawing.series)
        case Columns():
            return [name for name, _ in drawing.series]
        case Lines():
            return [line.name for line in drawing.lines]


def _height(drawing: Drawing) -> float:
    legend = 0.3 if len(_names(drawing)) > 1 else 0.0
    if isinstance(drawing, Dots):
        return 0.75 + legend + len(drawing.rows) * max(0.24, 0.14 * len(drawing.series))
    return 2.6 + legend


def _style(at: int) -> dict[str, Any]:
    return {"color": COLOURS[at % len(COLOURS)]}


def _formatter(tr: Wording, kind: Kind) -> FuncFormatter:
    if kind is Kind.SHARE:
        return FuncFormatter(
            lambda value, _: tr.share(round(value, 6), 0 if float(round(value * 100, 4)).is_integer() else 1)
        )
    return FuncFormatter(lambda value, _: tr.number(round(value, 6)))


def shortened(label: str) -> str:
    """A label that leaves room for the chart; the table has the full text."""
    wide = sum(2 if ord(char) > 0x2E7F else 1 for char in label)
    if wide <= LABEL:
        return label
    taken, room = "", LABEL - 1
    for char in label:
        room -= 2 if ord(char) > 0x2E7F else 1
        if room < 0:
            break
        taken += char
    return f"{taken.rstrip()}…"


def _dots(axes: Axes, drawing: Dots, tr: Wording) -> None:
    if drawing.expected is not None:
        at, meaning = drawing.expected
        axes.axvline(at, color=INK, linestyle=(0, (4, 3)), linewidth=1)
        axes.annotate(
            meaning, (at, 1), (3, 2), ("data", "axes fraction"), textcoords="offset points", fontsize=8, va="bottom"
        )
    number = len(drawing.series)
    for series, name in enumerate(drawing.series):
        shift = (series - (number - 1) / 2) * min(0.6 / number, 0.25)
        points = [(row + shift, found[series]) for row, (_, found) in enumerate(drawing.rows)]
        known = [(row, one) for row, one in points if one is not None]
        if not known:
            continue
        values = [one.value for _, one in known]
        bounds = [one.reaches for _, one in known]
        axes.errorbar(
            values,
            [row for row, _ in known],
            xerr=[
                [max(0.0, value - low) for value, (low, _) in zip(values, bounds, strict=True)],
                [max(0.0, high - value) for value, (_, high) in zip(values, bounds, strict=True)],
            ],
            fmt=MARKS[series % len(MARKS)],
            markersize=5,
            capsize=2.5,
            elinewidth=1.4,
            label=name,
            **_style(series),
        )
    axes.set_yticks(range(len(drawing.rows)), [shortened(label) for label, _ in drawing.rows])
    axes.set_ylim(len(drawing.rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    axes.xaxis.set_major_locator(MaxNLocator(7, steps=STEPS))
    axes.xaxis.set_major_formatter(_formatter(tr, drawing.kind))
    axes.set_xlabel(drawing.axis)


def _columns(axes: Axes, drawing: Columns, tr: Wording) -> None:
    single = drawing.whole and drawing.width == 1
    shift = -0.5 if single else 0.0
    edges = [drawing.start + drawing.width * at + shift for at in range(len(drawing.series[0][1]) + 1)]
    for series, (name, shares) in enumerate(drawing.series):
        if series == 0:
            axes.stairs(
                shares, edges, fill=True, facecolor="#9CC9E3", edgecolor=COLOURS[0], linewidth=1.2, label=name or None
            )
        else:
            axes.stairs(
                shares,
                edges,
                linewidth=1.8,
                linestyle=DASHES[series % len(DASHES)],
                hatch=HATCHES[series % len(HATCHES)],
                label=name,
                **_style(series),
            )
    axes.set_ylim(bottom=0)
    axes.set_xlim(edges[0], edges[-1])
    axes.grid(axis="y")
    axes.xaxis.set_major_locator(MaxNLocator(10, integer=drawing.whole, steps=STEPS))
    axes.xaxis.set_major_formatter(_formatter(tr, drawing.kind))
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=STEPS))
    axes.yaxis.set_major_formatter(_formatter(tr, Kind.SHARE))
    axes.set_xlabel(drawing.axis)
    axes.set_ylabel(drawing.upright)


def _lines(axes: Axes, drawing: Lines, tr: Wording) -> None:
    for series, line in enumerate(drawing.lines):
        axes.fill_between(line.x, line.low, line.high, alpha=0.15, linewidth=0, **_style(series))
        axes.plot(
            line.x,
            line.y,
            linestyle=DASHES[series % len(DASHES)],
            marker=MARKS[series % len(MARKS)],
            markevery=max(1, len(line.x) // 10),
            markersize=4.5,
            linewidth=1.6,
            label=line.name,
            **_style(series),
        )
    axes.grid(axis="y")
    axes.xaxis.set_major_locator(MaxNLocator(10, integer=True, steps=STEPS))
    axes.xaxis.set_major_formatter(_formatter(tr, Kind.NUMBER))
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=STEPS))
    axes.yaxis.set_major_formatter(_formatter(tr, Kind.NUMBER))
    axes.set_xlabel(drawing.axis)
    axes.set_ylabel(shortened(drawing.upright))
