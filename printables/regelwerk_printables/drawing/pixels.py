"""Pixels of picture files, in the few modes that can be drawn."""

from __future__ import annotations

from PIL import Image as Pictures

CLEAR = "transparency"  # key in a file's metadata: the transparent colour, or the transparent entries of a palette


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
