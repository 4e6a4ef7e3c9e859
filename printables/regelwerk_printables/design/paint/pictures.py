"""The pictures of layouts: files in `art/`, checked for size and resolution."""

from __future__ import annotations

import errno
import warnings
from collections.abc import Callable
from pathlib import Path as FilePath

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import inside
from regelwerk_dsl.source import NO_SPAN, Span
from regelwerk_dsl.suggest import did_you_mean

from ...drawing.drawing import MM_PER_INCH, upright_size
from ..elements import ImageElement, Picture
from ..expressions import LayoutError

ART = "art"
SUFFIXES = (".png", ".jpg", ".jpeg", ".svg")
MAX_BYTES = 30_000_000
MAX_SIDE = 20_000  # pixels
LEAST_DPI = 150
MOST_DRAWN = 4_000_000  # parts and levels of all drawings together, as `svg_source` counts them
MOST_PIXELS = 50_000_000_000  # of all pictures together
MOST_SHOWN = 8  # names of pictures in a message


class Art:
    """The pictures of a game. Each file is read once, valid or not."""

    def __init__(self, folder: FilePath | None) -> None:
        """Make the collection for the folder of a game, or for none."""
        self._folder = folder
        self._read: dict[str, Picture | LayoutError] = {}
        self._drawn = self._pixels = 0

    def has(self, name: str) -> bool:
        """True if there is a file for a picture of this name, valid or not."""
        return is_there(self._folder, name)

    def picture(self, name: str, span: Span) -> Picture:
        """The picture of a name; `span` is the place that names it.

        Raises:
            LayoutError: E1006 (there is no such picture), E1007 (it is too large, or all of them together are).
        """
        if name not in self._read:
            try:
                self._read[name] = self._made(name, span)
            except LayoutError as error:
                self._read[name] = error
        found = self._read[name]
        if isinstance(found, LayoutError):
            raise LayoutError(found.message, span, found.help, found.code)
        return found

    def _made(self, name: str, span: Span) -> Picture:
        name = _with_suffix(self._folder, name)
        path = _path(self._folder, name, span)
        if FilePath(name).suffix.lower() != ".svg":
            return Picture(name, self._size(path, name, span), str(path))
        from .vectors import read_svg  # slow to import, and few pictures are SVG

        def count(work: int) -> None:
            if self._drawn > MOST_DRAWN:
                help = f"together they have {MOST_DRAWN:,} parts and levels of groups at most; save some of them as PNG"
                raise LayoutError(f"the drawing `{name}` is one too many for this game", span, help, "E1007")
            self._drawn += work

        try:
            size, outlines = read_svg(path, count)
        except (ValueError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise LayoutError(f"the picture `{name}` cannot be drawn: {reason}", span, code="E1006") from None
        return Picture(name, size, outlines=outlines)

    def _size(self, path: FilePath, name: str, span: Span) -> tuple[float, float]:
        """The size in pixels of an undamaged picture."""

        def count(pixels: int) -> None:
            if self._pixels > MOST_PIXELS:
                help = f"together they have {MOST_PIXELS // 1_000_000:,} million pixels at most; make them smaller"
                raise LayoutError(f"the picture `{name}` is one too many for this game", span, help, "E1007")
            self._pixels += pixels

        return _pixels(path, name, span, count)


def is_there(folder: FilePath | None, name: str) -> bool:
    """True if a game has a file for a picture of this name, valid or not."""
    return folder is not None and _is_inside(folder, name) and (folder / ART / _with_suffix(folder, name)).is_file()


def _is_inside(folder: FilePath, name: str) -> bool:
    return inside(folder, f"{ART}/{name}", NO_SPAN, Diagnostics()) is not None


def _with_suffix(folder: FilePath | None, name: str) -> str:
    """The name of the file: without a suffix, it gets the first for which there is a file, also in capitals."""
    if folder is not None and FilePath(name).suffix.lower() not in SUFFIXES and _is_inside(folder, name):
        for suffix in SUFFIXES:
            if (folder / ART / f"{name}{suffix}").is_file():
                return f"{name}{suffix}"
        found = (path for path in (folder / ART / name).parent.glob("*") if path.stem == FilePath(name).name)
        there = sorted(path.suffix for path in found if path.suffix.lower() in SUFFIXES)
        if there:
            return f"{name}{there[0]}"
    return name


def check_resolution(picture: Picture, element: ImageElement, span: Span) -> None:
    """Raises LayoutError E1007 if a picture is too coarse for the box of an element."""
    _, _, wide, high = element.box
    if picture.path and isinstance(wide, float) and isinstance(high, float) and wide > 0 and high > 0:
        sides = picture.size[0] / wide, picture.size[1] / high
        dpi = MM_PER_INCH * (max(sides) if element.fit == "contain" else min(sides))
        if dpi < LEAST_DPI:
            pixels = f"{picture.size[0]:.0f} x {picture.size[1]:.0f} pixels"
            what = f"the picture `{picture.name}` has {pixels}: {dpi:.0f} dpi in this box"
            help = f"use a larger picture or a smaller box: less than {LEAST_DPI} dpi does not print well"
            raise LayoutError(what, span, help, "E1007")


def _path(folder: FilePath | None, name: str, span: Span) -> FilePath:
    if folder is None:
        raise LayoutError(f"there is no folder `{ART}` for the picture `{name}`", span, code="E1006")
    diagnostics = Diagnostics()
    path = inside(folder, f"{ART}/{name}", span, diagnostics)
    if path is None:
        raise LayoutError(diagnostics.items[0].message, span, diagnostics.items[0].help, "E0157")
    if (suffix := FilePath(name).suffix) and suffix.lower() not in SUFFIXES:
        raise LayoutError(
            f"`{name}` is not a kind of picture that can be printed", span, f"there are: {', '.join(SUFFIXES)}", "E1006"
        )
    if not path.is_file():
        there = sorted(found.name for found in (folder / ART).glob("*") if found.suffix.lower() in SUFFIXES)
        listed = ", ".join(there[:MOST_SHOWN]) + (f" and {len(there) - MOST_SHOWN} more" * (len(there) > MOST_SHOWN))
        help = did_you_mean(name, there) or (f"there are: {listed}" if there else f"put it into the folder `{ART}`")
        raise LayoutError(f"there is no picture `{ART}/{name}`", span, help, "E1006")
    return path


def _pixels(path: FilePath, name: str, span: Span, count: Callable[[int], None]) -> tuple[float, float]:
    from PIL import Image as PilImage  # slow to import, and most layouts have no picture files
    from PIL import UnidentifiedImageError

    from ...drawing.pixels import FORMATS, read_picture

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", PilImage.DecompressionBombWarning)
            with read_picture(str(path), MAX_BYTES)[1] as picture:
                size, kind = upright_size(picture), picture.format
                if kind not in FORMATS:  # several pictures in a JPEG are a format of their own
                    what = f"the picture `{name}` is actually in {kind} format"
                    raise LayoutError(what, span, "save it as PNG or JPEG", "E1006")
                if max(size) > MAX_SIDE:
                    what = f"the picture `{name}` has more than {MAX_SIDE} pixels on a side"
                    raise LayoutError(what, span, code="E1007")
                count(size[0] * size[1])
                picture.draft(None, (1, 1))  # a JPEG is read through without decoding all of it
                picture.load()  # fails if it is damaged
    except (PilImage.DecompressionBombError, PilImage.DecompressionBombWarning):
        most = (PilImage.MAX_IMAGE_PIXELS or 0) // 1_000_000
        raise LayoutError(f"the picture `{name}` has more than {most} million pixels", span, code="E1007") from None
    except UnidentifiedImageError:
        raise LayoutError(f"the picture `{name}` is neither PNG nor JPEG", span, code="E1006") from None
    except (OSError, ValueError, SyntaxError) as error:  # a broken PNG is a syntax error
        if isinstance(error, OSError) and error.errno == errno.EFBIG:
            raise LayoutError(f"the picture `{name}` {error.strerror}", span, code="E1007") from None
        raise LayoutError(f"the picture `{name}` cannot be read: {error}", span, code="E1006") from None
    return float(size[0]), float(size[1])
