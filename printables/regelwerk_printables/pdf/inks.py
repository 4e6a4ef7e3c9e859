"""The colours of a file: those of the screen, or the inks of a printing press, from its ICC profile."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from msgspec import Struct
from pikepdf import Name, Pdf, PdfImage, Stream
from PIL import Image, ImageMath

from ..drawing.drawing import Color

NEUTRAL = 0.004  # parts that differ by less make a grey, which is printed only in black


class PressProfile(Struct, frozen=True):
    """An ICC profile of a printing press with four inks: its bytes and its own name."""

    data: bytes
    name: str

    @classmethod
    def read(cls, data: bytes) -> PressProfile:
        """The profile in a file; raises ValueError if it is not one of a press with four inks."""
        from PIL import ImageCms  # slow to import, and few files are for a press

        try:
            profile = ImageCms.ImageCmsProfile(BytesIO(data))
            space, kind = profile.profile.xcolor_space.strip(), profile.profile.device_class.strip()
            name = ImageCms.getProfileDescription(profile).strip()
        except (OSError, UnicodeDecodeError, ImageCms.PyCMSError) as error:
            raise ValueError("it is not an ICC profile") from error
        if (space, kind) != ("CMYK", "prtr"):
            found = space if kind == "prtr" else "a screen or a camera" if space == "RGB" else "something else"
            raise ValueError(f"it is a profile for {found}, and not of a press with four inks (CMYK)")
        try:
            _transform_to(data)
        except ImageCms.PyCMSError as error:
            raise ValueError("it does not say which inks make the colours of the screen") from error
        return cls(data, name)


class Inks:
    """The PDF operators that set colours. Without a profile they are those of the screen."""

    def __init__(self, profile: PressProfile | None = None) -> None:
        self.profile = profile
        self.used: dict[tuple[float, ...], Color] = {}
        self.most_in_pictures = 0
        self._transform: Any = None
        self._known: dict[Color, tuple[float, ...]] = {}

    def fill(self, color: Color) -> str:
        return self._operator(color, "rg", "k")

    def line(self, color: Color) -> str:
        return self._operator(color, "RG", "K")

    def _operator(self, color: Color, screen: str, press: str) -> str:
        if self.profile is None:
            return f"{color.red:.4g} {color.green:.4g} {color.blue:.4g} {screen}"
        return " ".join(f"{ink:.4g}" for ink in self.inks(color)) + f" {press}"

    def inks(self, color: Color) -> tuple[float, ...]:
        """Cyan, magenta, yellow and black of a colour, from 0 to 1."""
        if color not in self._known:
            self._known[color] = found = self._converted(color)
            self.used.setdefault(found, color)
        return self._known[color]

    def _converted(self, color: Color) -> tuple[float, ...]:
        parts = color.red, color.green, color.blue
        if max(parts) - min(parts) < NEUTRAL:
            return 0.0, 0.0, 0.0, round(1 - color.green, 4)
        pixel = Image.new("RGB", (1, 1), tuple(round(part * 255) for part in parts))
        return tuple(round(ink / 255, 4) for ink in self._press().apply(pixel).getpixel((0, 0)))

    def _press(self) -> Any:
        """The transform from screen colours to press colours."""
        if self._transform is None:
            assert self.profile is not None
            self._transform = _transform_to(self.profile.data)
        return self._transform

    def exceeding(self, most: float) -> list[tuple[Color, int]]:
        """The colours used so far that need more ink than allowed, with the percentage of each."""
        sums = {color: round(100 * sum(inks)) for inks, color in self.used.items()}
        return sorted(((one, ink) for one, ink in sums.items() if ink > most), key=lambda entry: -entry[1])

    def convert_pictures(self, pdf: Pdf) -> None:
        """Converts the pictures in a file to the inks of the press; their transparency is kept.

        Sets `most_in_pictures` to the largest percentage of ink at any of their points.
        """
        pictures = (one for one in pdf.objects if isinstance(one, Stream) and one.get("/Subtype") == Name.Image)
        for one in pictures:
            if one.get("/ColorSpace") == Name.DeviceRGB:
                picture = PdfImage(one).as_pil_image().convert("RGB")
                pressed = self._press().apply(picture)
                self.most_in_pictures = max(self.most_in_pictures, _most_ink(pressed))
                one.write(pressed.tobytes())
                one.ColorSpace, one.BitsPerComponent = Name.DeviceCMYK, 8


def _transform_to(data: bytes) -> Any:
    from PIL import ImageCms  # slow to import, and few files are for a press

    press, screen = ImageCms.ImageCmsProfile(BytesIO(data)), ImageCms.createProfile("sRGB")
    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    return ImageCms.buildTransform(screen, press, "RGB", "CMYK", intent, flags)


def _most_ink(picture: Image.Image) -> int:
    """The most ink of any point of a picture, in percent of one full ink."""
    inks = dict(zip("cmyk", picture.split(), strict=True))
    total = ImageMath.lambda_eval(lambda ink: ink["c"] + ink["m"] + ink["y"] + ink["k"], **inks)
    _, high = total.getextrema()
    return round(float(high) / 255 * 100)
