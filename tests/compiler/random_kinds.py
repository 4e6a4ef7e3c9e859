"""Random enums made from others: products, sums, and maps with roads."""

from __future__ import annotations

from itertools import product

from random_cells import Kind
from random_frame import Column, Frame
from random_values import FEW, GOOD, INT, LAND, Said

SPOT, BOTH, WAY, ROAD = "Spot", "Both", "Way", "WayRoad"


def add_kinds(frame: Frame) -> None:
    """Adds some of them to a frame that has the enums from which they are made."""
    for add in (_add_product, _add_sum, _add_map):
        if frame.rng.random() < 0.4:
            add(frame)


def _add_product(frame: Frame) -> None:
    """Every combination of two enums, or those that satisfy a condition."""
    rng = frame.rng
    first, second = rng.sample([LAND, FEW, *([GOOD] if GOOD in frame.kinds else [])], 2)
    pairs = list(product(frame.kinds[first].numbers, frame.kinds[second].numbers))
    where, one, low = "", rng.choice(frame.kinds[first].numbers), rng.choice(frame.kinds[second].numbers[1:-1] or (9,))
    if low != 9 and rng.random() < 0.7:
        literals = [str(n) if kind == FEW else frame.literal(kind, n) for kind, n in ((first, one), (second, low))]
        where = f" where {first.lower()} is not {literals[0]} or {second.lower()} > {literals[1]}"
        pairs = [pair for pair in pairs if pair[0] != one or pair[1] > low]
    keys = tuple(f"Spot({frame.key(first, a)}, {frame.key(second, b)})" for a, b in pairs)
    few = frame.named("few")

    def part(kind: str, number: int) -> Said:
        return (f"{few[0]} {number}", f"{number}. {few[1]}") if kind == FEW else frame.said(kind, number)

    names, given = "", (first, second)
    if rng.random() < 0.5:
        one, two = (f"{{{kind.lower()}}}" for kind in given)
        names = rng.choice([f"{one}-{two}", f"{two} of {one}, {two}"])
        frame.abroad[names] = f"{two}+{one}"

    def said(a: int, b: int) -> Said:
        if not names:
            return joined(part(first, a), part(second, b))
        (left, links), (right, rechts) = (frame.said(kind, n) for kind, n in zip(given, (a, b), strict=True))
        here = names.replace(f"{{{first.lower()}}}", left).replace(f"{{{second.lower()}}}", right)
        return here, f"{rechts}+{links}"

    words = tuple(said(a, b) for a, b in pairs)
    for at, kind in enumerate((first, second)):
        frame.columns.append(Column(SPOT, kind.lower(), kind, tuple(pair[at] for pair in pairs)))
    name = f' "{names}"' if names else ""
    frame.lines.append(f"enum Spot = ({first.lower()}: {first}, {second.lower()}: {second}){name}{where}")
    frame.products[SPOT] = (first, second), {pair: number for number, pair in enumerate(pairs)}
    frame.add_kind(SPOT, Kind(tuple(range(len(pairs))), keys, keys, words))


def joined(*parts: Said) -> Said:
    """Several things side by side."""
    return ", ".join(part[0] for part in parts), " | ".join(part[1] for part in parts)


def _add_sum(frame: Frame) -> None:
    """The lands and further members, before or after them."""
    more = ("moor", "fen")[: frame.rng.randint(1, 2)]
    lands = frame.kinds[LAND].keys
    before = frame.rng.random() < 0.4
    keys = (*more, *lands) if before else (*lands, *more)
    parts = [*more, LAND] if before else [LAND, *more]
    frame.lines.append(f"enum Both = {' + '.join(parts)}")
    frame.wholes[BOTH] = len(more) if before else 0
    words = tuple(map(frame.named, keys))
    frame.add_kind(BOTH, Kind(tuple(range(len(keys))), keys, tuple(f"Both.{key}" for key in keys), words))


def _add_map(frame: Frame) -> None:
    """Roads between the lands, at most one between any two."""
    rng, lands = frame.rng, frame.kinds[LAND]
    pairs = [(a, b) for a in lands.numbers for b in lands.numbers if a < b]
    longest = rng.choice([4, 4, 25])
    roads = [
        (f"w{at}", *(pair if rng.random() < 0.5 else pair[::-1]), rng.choice([1, 2, 3, 4, longest]), rng.randint(-5, 9))
        for at, pair in enumerate(rng.sample(pairs, rng.randint(1, 5)))
    ]
    keys, words = [*lands.keys], [*lands.words]
    on, at, neighbours = [None] * len(keys), [0] * len(keys), {number: set[int]() for number in lands.numbers}
    for number, (key, a, b, steps, _) in enumerate(roads):
        before = a
        for step in range(1, steps):
            space = len(keys)
            keys.append(f"{key}_{step}")
            words.append(tuple(f"{road} {step}" for road in _road(lands, a, b)))
            on.append(number)
            at.append(step)
            neighbours[space] = {before}
            neighbours[before].add(space)
            before = space
        neighbours[before].add(b)
        neighbours[b].add(before)
    rows = [f"{key} | {lands.keys[a]}, {lands.keys[b]} | {steps} | {toll}" for key, a, b, steps, toll in roads]
    frame.lines += ["map Way of Land:", *(f"    {row}" for row in ["key | ends | steps | toll: -9..9", *rows])]
    frame.neighbours = {number: frozenset(found) for number, found in neighbours.items()}
    frame.wholes[WAY] = 0
    frame.columns += [
        Column(WAY, "next", f"set of {WAY}", tuple(frame.neighbours[number] for number in range(len(keys)))),
        Column(WAY, "road", f"{ROAD}?", tuple(on)),
        Column(WAY, "at", INT, tuple(at)),
        *(
            Column(ROAD, name, type_, tuple(road[place] for road in roads))
            for name, type_, place in (("from", LAND, 1), ("to", LAND, 2), ("steps", INT, 3), ("toll", INT, 4))
        ),
    ]
    spaces = tuple(range(len(keys)))
    frame.add_kind(WAY, Kind(spaces, tuple(keys), tuple(f"Way.{key}" for key in keys), tuple(words)))
    names = tuple(road[0] for road in roads)
    said = tuple(_road(lands, road[1], road[2]) for road in roads)
    frame.add_kind(ROAD, Kind(tuple(range(len(roads))), names, tuple(f"WayRoad.{name}" for name in names), said))


def _road(lands: Kind, start: int, end: int) -> Said:
    """The name of a road, made from those of its ends."""
    (first, primo), (second, secundo) = lands.words[start], lands.words[end]
    return f"{first}–{second}", f"{primo}–{secundo}"
