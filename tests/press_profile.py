"""A small ICC profile of a four-colour press, made of tables, like one that a print shop hands out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from struct import pack

WHITE = (0.9642, 1.0, 0.8249)  # D50
TO_SCREEN = ((3.1339, -1.6169, -0.4906), (-0.9788, 1.9161, 0.0335), (0.0719, -0.2290, 1.4052))
FROM_SCREEN = ((0.4361, 0.3851, 0.1431), (0.2225, 0.7169, 0.0606), (0.0139, 0.0971, 0.7141))
Numbers = Sequence[float]


def _times(matrix: Sequence[Numbers], values: Numbers) -> list[float]:
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]


def _lab(inks: Numbers) -> list[float]:
    """The Lab colour of paper and inks, scaled to the range 0 to 1 that tables use."""
    *colours, black = inks
    linear = [((1 - ink) * (1 - black)) ** 2.2 for ink in colours]
    roots = [(value / white) ** (1 / 3) for value, white in zip(_times(FROM_SCREEN, linear), WHITE, strict=True)]
    x, y, z = (max(root, 16 / 116) for root in roots)
    lab = 116 * y - 16, 500 * (x - y), 200 * (y - z)
    return [lab[0] / 100, (lab[1] + 128) / 255, (lab[2] + 128) / 255]


def _inks(lab: Numbers) -> list[float]:
    y = (lab[0] * 100 + 16) / 116
    roots = y + (lab[1] * 255 - 128) / 500, y, y - (lab[2] * 255 - 128) / 200
    linear = _times(TO_SCREEN, [white * root**3 for white, root in zip(WHITE, roots, strict=True)])
    screen = [min(max(value, 0), 1) ** (1 / 2.2) for value in linear]
    black = 1 - max(screen)
    return [*((1 - value - black) / (1 - black) if black < 1 else 0 for value in screen), black]


def _table(convert: Callable[[Numbers], Numbers], inputs: int, outputs: int, grid: int) -> bytes:
    steps = [at / (grid - 1) for at in range(grid)]
    cells = bytes(round(min(max(one, 0), 1) * 255) for at in product(steps, repeat=inputs) for one in convert(at))
    same = bytes(range(256))
    head = b"mft1" + bytes(4) + bytes((inputs, outputs, grid, 0))
    return head + pack(">9i", *(65536 * (at % 4 == 0) for at in range(9))) + same * inputs + cells + same * outputs


def press_profile() -> bytes:
    """The bytes of the profile."""
    name = b"Press of the tests\0"
    described = b"desc" + bytes(4) + pack(">I", len(name)) + name + bytes(78)
    white = b"XYZ " + bytes(4) + pack(">3i", *(round(part * 65536) for part in WHITE))
    tags = {
        b"desc": described,
        b"cprt": b"text" + bytes(4) + b"none\0",
        b"wtpt": white,
        b"A2B0": _table(_lab, 4, 3, 5),
        b"B2A0": _table(_inks, 3, 4, 17),
    }
    data, index = b"", b""
    start = 128 + 4 + 12 * len(tags)
    for key, value in tags.items():
        value += bytes(-len(value) % 4)
        index += key + pack(">2I", start + len(data), len(value))
        data += value
    head = pack(">I", start + len(data)) + bytes(4) + pack(">I", 0x02400000) + b"prtrCMYKLab "
    head += pack(">6H", 2000, 1, 1, 0, 0, 0)
    head += b"acsp" + bytes(28) + white[8:] + bytes(48)
    return head + pack(">I", len(tags)) + index + data
