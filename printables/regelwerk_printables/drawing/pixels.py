"""Picture files, and their pixels in the few modes that can be drawn."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image as Pictures
from regelwerk_dsl.disk import read_bytes

FORMATS = "PNG", "JPEG"
CLEAR = "transparency"  # key in a file's metadata: the transparent colour, or the transparent entries of a palette


def read_picture(path: str, most: int = sys.maxsize) -> tuple[bytes, Pictures.Image]:
    """The content of a picture file, of at most some bytes, and the picture in it, whose pixels are not yet read.

    Raises:
        OSError: it cannot be read, or is neither PNG nor JPEG (UnidentifiedImageError).
    """
    data = read_bytes(Path(path), most, linked=False)
    return data, Pictures.open(BytesIO(data), formats=FORMATS)


def plain(picture: Pictures.Image) -> Pictures.Image:
    """The picture in greys or colours with 8 bits each, possibly with an alpha channel."""
    clear = picture.info.get(CLEAR)
    if picture.mode.startswith("I;16"):
        picture = picture.point(lambda value: value / 256).convert("L")
        if isinstance(clear, int):
            picture.info[CLEAR] = clear >> 8
    if clear is not None or picture.mode in ("PA", "La", "RGBa"):
        return picture.convert("RGBA")
    if picture.mode in ("L", "LA", "RGB", "RGBA"):
        return picture.copy()
    return picture.convert("L" if picture.mode in ("1", "I", "F") else "RGB")
