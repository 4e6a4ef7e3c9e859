"""The outline of an SVG path goes in; absolute M, L, C, Z commands come out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import acos, ceil, cos, hypot, pi, sin, tan

Commands = tuple[tuple[str, tuple[float, ...]], ...]

_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\s,]+)|(.)", re.DOTALL)
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def parse_outline(text: str) -> Commands:
    """The commands of an SVG path, curves of all kinds as cubic ones.

    Raises:
        ValueError: the text is no outline; the message says why.
    """
    pen = _Pen()
    for sign, values in _steps(text):
        pen.step(sign, values)
    return tuple(pen.commands)


def _steps(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    sign, values = "", list[float]()
    first = True
    for letter, value, _, wrong in _TOKEN.findall(text):
        if wrong:
            raise ValueError(f"`{wrong}` has no meaning in an outline")
        if letter:
            if values:
                raise ValueError(f"`{sign}` has a number too few or too many")
            if first and letter not in "Mm":
                raise ValueError("an outline begins with M")
            sign, first = letter, False
            if letter in "Zz":
                yield "Z", ()
        elif value:
            if not sign or sign in "Zz":
                raise ValueError(f"the number {value} belongs to no command")
            values.append(float(value))
            if len(values) == _COUNTS[sign.upper()]:
                yield sign, tuple(values)
                values = []
                sign = {"M": "L", "m": "l"}.get(sign, sign)  # more pairs behind a move are lines
    if values or first:
        raise ValueError("the outline ends too early")


class _Pen:
    def __init__(self) -> None:
        self.commands: list[tuple[str, tuple[float, ...]]] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)  # of the last curve, for smooth ones

    def step(self, sign: str, values: tuple[float, ...]) -> None:
        kind = sign.upper()
        dx, dy = (self.x, self.y) if sign.islower() else (0.0, 0.0)
        if kind == "Z":
            self.commands.append(("Z", ()))
            self.x, self.y = self.start_x, self.start_y
        elif kind == "H":
            self._line(values[0] + dx, self.y)
        elif kind == "V":
            self._line(self.x, values[0] + dy)
        elif kind in "ML":
            self._line(values[0] + dx, values[1] + dy, kind)
        elif kind == "A":
            self._arc(values[0], values[1], values[2], bool(values[3]), bool(values[4]), values[5] + dx, values[6] + dy)
        else:
            points = [value + (dy if at % 2 else dx) for at, value in enumerate(values)]
            self._curve(kind, points)

    def _line(self, x: float, y: float, kind: str = "L") -> None:
        self.commands.append((kind, (x, y)))
        if kind == "M":
            self.start_x, self.start_y = x, y
        self.x, self.y = x, y
        self.handle = ("", x, y)

    def _curve(self, kind: str, points: list[float]) -> None:
        if kind in "ST":
            last, hx, hy = self.handle
            same = last == ("C" if kind == "S" else "Q")
            points = [*((2 * self.x - hx, 2 * self.y - hy) if same else (self.x, self.y)), *points]
            kind = "C" if kind == "S" else "Q"
        if kind == "Q":
            qx, qy, x, y = points
            self.handle = ("Q", qx, qy)
            points = [
                self.x + (qx - self.x) * 2 / 3, self.y + (qy - self.y) * 2 / 3,
                x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3, x, y,
            ]  # fmt: skip
        else:
            self.handle = ("C", points[2], points[3])
        self.commands.append(("C", tuple(points)))
        self.x, self.y = points[4], points[5]

    def _arc(self, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float) -> None:
        """An elliptical arc as cubic curves, after the SVG specification, appendix F.6."""
        rx, ry, phi = abs(rx), abs(ry), turn * pi / 180
        if not rx or not ry or (x, y) == (self.x, self.y):
            self._line(x, y)
            return
        c, s = cos(phi), sin(phi)
        hx, hy = (self.x - x) / 2, (self.y - y) / 2
        px, py = c * hx + s * hy, -s * hx + c * hy
        grow = max(1.0, hypot(px / rx, py / ry))
        rx, ry = rx * grow, ry * grow
        rest = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2)
        factor = (rest / ((rx * py) ** 2 + (ry * px) ** 2)) ** 0.5 * (-1 if large == sweep else 1)
        ox, oy = factor * rx * py / ry, -factor * ry * px / rx
        mx, my = c * ox - s * oy + (self.x + x) / 2, s * ox + c * oy + (self.y + y) / 2
        begin = _angle(1, 0, (px - ox) / rx, (py - oy) / ry)
        span = _angle((px - ox) / rx, (py - oy) / ry, (-px - ox) / rx, (-py - oy) / ry)
        span += 2 * pi if sweep and span < 0 else -2 * pi if not sweep and span > 0 else 0
        pieces = max(1, ceil(abs(span) / (pi / 2) - 1e-9))
        step = span / pieces
        reach = 4 / 3 * tan(step / 4)

        def place(u: float, v: float) -> tuple[float, float]:
            return c * rx * u - s * ry * v + mx, s * rx * u + c * ry * v + my

        for piece in range(pieces):
            a, b = begin + piece * step, begin + (piece + 1) * step
            one = place(cos(a) - reach * sin(a), sin(a) + reach * cos(a))
            two = place(cos(b) + reach * sin(b), sin(b) - reach * cos(b))
            end = (x, y) if piece == pieces - 1 else place(cos(b), sin(b))
            self.commands.append(("C", (*one, *two, *end)))
        self.x, self.y = x, y
        self.handle = ("", x, y)


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    size = hypot(ux, uy) * hypot(vx, vy)
    angle = acos(max(-1.0, min(1.0, (ux * vx + uy * vy) / size))) if size else 0.0
    return -angle if ux * vy - uy * vx < 0 else angle


def move_outline(commands: Commands, dx: float, dy: float) -> Commands:
    """The same outline elsewhere."""
    return tuple((sign, tuple(v + (dy if at % 2 else dx) for at, v in enumerate(values))) for sign, values in commands)


def smooth(points: list[tuple[float, float]], closed: bool) -> Commands:
    """A curve through points (Catmull and Rom, uniform)."""
    count = len(points)
    found: list[tuple[str, tuple[float, ...]]] = [("M", points[0])]
    for at in range(count if closed else count - 1):
        before = points[(at - 1) % count] if closed or at else points[0]
        start, end = points[at], points[(at + 1) % count]
        after = points[(at + 2) % count] if closed or at + 2 < count else points[-1]
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        found.append(("C", (*one, *two, *end)))
    return (*found, ("Z", ())) if closed else tuple(found)
