"""Photographs in their upright orientation, which cameras store beside the pixels (EXIF)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

ORIENTATION = 0x0112  # the tag; 1: as it is, 2 to 4: mirrored or upside down, 5 to 8: on its side
ON_ITS_SIDE = range(5, 9)


def upright_size(picture: Image) -> tuple[int, int]:
    """Width and height in pixels, as the picture is seen."""
    width, height = picture.size
    return (height, width) if picture.getexif().get(ORIENTATION) in ON_ITS_SIDE else (width, height)


def upright(path: str) -> Image | None:
    """The picture turned as it is seen; None where the file shows it so already."""
    from PIL import Image, ImageOps

    with Image.open(path) as picture:
        if picture.getexif().get(ORIENTATION, 1) == 1:
            return None
        return ImageOps.exif_transpose(picture)
