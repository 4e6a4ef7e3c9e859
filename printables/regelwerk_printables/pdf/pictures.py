"""Pictures in a file: with no more pixels than necessary, and with unchanged JPEG data if possible."""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

from pikepdf import Dictionary, Name, Pdf, Stream
from PIL import Image as Pictures

from ..drawing.drawing import ORIENTATION, Color
from ..drawing.pixels import plain, read_picture

POINTS_PER_INCH = 72
SPARE = 1.1  # a picture with up to this many times the necessary pixels on a side is not scaled
QUALITY = 92  # of a scaled JPEG

Size = tuple[float, float]


class Look(NamedTuple):
    """A picture file, and the shades in which it is drawn."""

    path: str
    shades: tuple[Color, Color] | None


def picture_stream(pdf: Pdf, look: Look, seen: Size, dpi: float) -> Stream:
    """The picture as an object of the file; `seen` is its largest size on a page in points."""
    from PIL import ImageOps  # slow to import, and most files have no pictures

    data, opened = read_picture(look.path)
    with opened:
        is_jpeg = opened.format == "JPEG" and look.shades is None
        is_turned = opened.getexif().get(ORIENTATION, 1) != 1
        picture = ImageOps.exif_transpose(opened) if is_turned else opened
        size = _needed(picture.size, seen, dpi)
        if is_jpeg and not is_turned and size == opened.size and opened.mode in ("RGB", "L"):
            return _stream(pdf, opened, data, Filter=Name.DCTDecode)
        picture = plain(picture)
    if size != picture.size:
        picture = picture.resize(size, Pictures.Resampling.LANCZOS)
    if is_jpeg:
        scaled = BytesIO()
        picture.save(scaled, "JPEG", quality=QUALITY, subsampling=0)
        return _stream(pdf, picture, scaled.getvalue(), Filter=Name.DCTDecode)
    alpha = picture.getchannel("A") if "A" in picture.getbands() else None
    colors = picture.convert("L" if picture.mode.startswith("L") else "RGB")
    if look.shades is not None:
        dark, light = map(str, look.shades)
        colors = ImageOps.colorize(colors.convert("L"), dark, light)
    found = _stream(pdf, colors, colors.tobytes())
    if alpha is not None and alpha.getextrema() != (255, 255):
        found.SMask = pdf.make_indirect(_stream(pdf, alpha, alpha.tobytes()))
    return found


def _needed(pixels: tuple[int, int], seen: Size, dpi: float) -> tuple[int, int]:
    """The pixels that a picture needs: its own, or fewer if that is enough."""
    share = max(points / POINTS_PER_INCH * dpi / side for points, side in zip(seen, pixels, strict=True))
    if share * SPARE >= 1:
        return pixels
    width, height = (max(1, round(side * share)) for side in pixels)
    return width, height


def _stream(pdf: Pdf, picture: Pictures.Image, data: bytes, **more: Name) -> Stream:
    grey = picture.mode in ("L", "LA")
    entries = Dictionary(
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=picture.width,
        Height=picture.height,
        ColorSpace=Name.DeviceGray if grey else Name.DeviceRGB,
        BitsPerComponent=8,
    )
    return pdf.make_stream(data, dict(entries.items()) | {f"/{key}": value for key, value in more.items()})
