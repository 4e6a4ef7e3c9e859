"""The resources that pages and forms of a file share: opacities, gradients, groups and pictures.

They are named while pages are drawn, and written into the finished file with pikepdf.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pikepdf import Array, Dictionary, Name, Object, Pdf

from ..drawing.drawing import Box, Gradient, Image
from ..drawing.extent import gradient_ends
from .inks import Inks
from .pictures import Look, Size, picture_stream

LEAST_STEP = 0.0001  # between two colours of a gradient at one place
FORM = "FormXob."  # the prefix of ReportLab for names of forms


@dataclass(slots=True)
class Content:
    """The shared pictures of a page or form, each with its largest size there, in that page's or form's units."""

    pictures: dict[Look, Size] = field(default_factory=dict)

    def note(self, look: Look, size: Size, scale: float = 1) -> None:
        """Records that a picture appears in a size."""
        known = self.pictures.get(look, (0.0, 0.0))
        self.pictures[look] = max(known[0], size[0] * scale), max(known[1], size[1] * scale)


@dataclass(slots=True)
class Resources:
    """The resources of one file, by their names in it.

    Attributes:
        pages: the shared contents of each page, in order.
        forms: the same for forms, by their names.
        groups: names of the forms that are composited as a whole (transparency groups).
    """

    inks: Inks
    pages: list[Content] = field(default_factory=list)
    forms: dict[str, Content] = field(default_factory=dict)
    groups: set[str] = field(default_factory=set)
    _states: dict[tuple[float, float], str] = field(default_factory=dict)  # by opacity of fills and lines
    _gradients: dict[tuple[Gradient, Box], str] = field(default_factory=dict)
    _pictures: dict[Look, str] = field(default_factory=dict)

    def state(self, fill: float, line: float) -> str:
        """The operator that sets the opacity of fills and lines."""
        return f"/{self._states.setdefault((fill, line), f'gs{len(self._states) + 1}')} gs"

    def gradient(self, gradient: Gradient, box: Box) -> str:
        """The operators that paint a gradient over the clipped area."""
        name = self._gradients.setdefault((gradient, box), f"sh{len(self._gradients) + 1}")
        mask = f"/{name} gs " if _is_translucent(gradient) else ""
        return f"{mask}/{name} sh"

    def picture(self, item: Image) -> tuple[Look, str]:
        """The look of a picture, and the operator that draws it in a square of one by one."""
        look = Look(item.path, item.shades)
        return look, f"/{self._pictures.setdefault(look, f'im{len(self._pictures) + 1}')} Do"

    # ---- into the file -----------------------------------------------------------------------------------------------

    def write(self, pdf: Pdf, dpi: float) -> None:
        """Adds the named resources to pages and forms: ReportLab adds its own only to pages.

        `dpi` is the most dots per inch of pictures at their size on the page.
        """
        forms = dict(_forms(pdf))
        holders = [*(page.obj for page in pdf.pages), *forms.values()]
        for name in self.groups:
            forms[name].Group = Dictionary(S=Name.Transparency)
        sizes = Content()
        for page in self.pages:
            for look, size in page.pictures.items():
                sizes.note(look, size)
        streams = {look: picture_stream(pdf, look, sizes.pictures[look], dpi) for look in self._pictures}
        shown = [(page.obj, seen) for page, seen in zip(pdf.pages, self.pages, strict=True)]
        for holder, seen in (*shown, *((forms[name], seen) for name, seen in self.forms.items() if name in forms)):
            for look in seen.pictures:
                if "/XObject" not in holder.Resources:
                    holder.Resources.XObject = Dictionary()
                holder.Resources.XObject[f"/{self._pictures[look]}"] = streams[look]
        states = {f"/{name}": Dictionary(ca=fill, CA=line) for (fill, line), name in self._states.items()}
        states |= {f"/{name}": _mask(pdf, *at) for at, name in self._gradients.items() if _is_translucent(at[0])}
        shades = {f"/{name}": self._shading(*at) for at, name in self._gradients.items()}
        for key, entries in (("/ExtGState", states), ("/Shading", shades)):
            if entries:
                shared = pdf.make_indirect(Dictionary(entries))
                for holder in holders:
                    holder.Resources[key] = shared

    def _shading(self, gradient: Gradient, box: Box) -> Dictionary:
        press = self.inks.profile is not None
        space = Name.DeviceCMYK if press else Name.DeviceRGB
        colors = [self.inks.inks(one) if press else (one.red, one.green, one.blue) for one in gradient.colors]
        return _shading(gradient, box, colors, space)


def _forms(pdf: Pdf) -> Iterator[tuple[str, Object]]:
    """The forms of a file by name: ReportLab lists them where they are shown."""
    found: set[str] = set()
    open_holders: list[Object] = [page.obj for page in pdf.pages]
    while open_holders:
        for key, form in open_holders.pop().Resources.get("/XObject", Dictionary()).items():
            name = key.removeprefix(f"/{FORM}")
            if name != key and name not in found:
                found.add(name)
                open_holders.append(form)
                yield name, form


def _is_translucent(gradient: Gradient) -> bool:
    return any(color.alpha != 1 for color in gradient.colors)


def _shading(gradient: Gradient, box: Box, colors: Sequence[Sequence[float]], space: Name) -> Dictionary:
    """Colours that blend into each other over a box, in a colour space."""
    start, end = gradient_ends(gradient, box)
    coords = (*start, 0, *start, end[0] - start[0]) if gradient.radial else (*start, *end)
    pure = list(zip(gradient.stops, colors, strict=True))
    pure = [(0.0, colors[0])] * (pure[0][0] > 0) + pure + [(1.0, colors[-1])] * (pure[-1][0] < 1)
    steps = [
        Dictionary(FunctionType=2, Domain=[0, 1], C0=_numbers(one), C1=_numbers(two), N=1)
        for (_, one), (_, two) in pairwise(pure)
    ]
    bounds: list[float] = []
    for left, (stop, _) in zip(range(len(steps) - 1, 0, -1), pure[1:-1], strict=True):  # in rising order
        bounds.append(min(max(stop, (bounds[-1] if bounds else 0) + LEAST_STEP), 1 - left * LEAST_STEP))
    function = Dictionary(
        FunctionType=3, Domain=[0, 1], Functions=steps, Bounds=_numbers(bounds), Encode=[0, 1] * len(steps)
    )
    return Dictionary(
        ShadingType=3 if gradient.radial else 2,
        ColorSpace=space,
        Coords=_numbers(coords),
        Function=function,
        Extend=[True, True],
    )


def _mask(pdf: Pdf, gradient: Gradient, box: Box) -> Dictionary:
    """The graphics state in which the colours of a gradient have their own opacities."""
    shading = _shading(gradient, box, [(one.alpha,) for one in gradient.colors], Name.DeviceGray)
    more = box.grown(max(box.width, box.height))
    form = pdf.make_stream(
        b"/sh sh",
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=_numbers((more.x, more.y, more.right, more.bottom)),
        Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray),
        Resources=Dictionary(Shading=Dictionary(sh=shading)),
    )
    return Dictionary(SMask=Dictionary(S=Name.Luminosity, G=pdf.make_indirect(form)))


def _numbers(values: Sequence[float]) -> Array:
    return Array([round(float(value), 5) for value in values])
