"""Labels: names shortened to a few columns, distinct if there is room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.cells import cell_len, set_cell_size

ARTICLES = {
    *("a", "an", "the", "der", "die", "das", "den", "ein", "eine", "le", "la"),
    *("les", "un", "une", "el", "los", "las", "uno", "una", "il", "lo", "gli"),
    *("de", "het", "een", "os", "um", "uma", "en", "ett"),
}  # of names in the languages that are most likely


def shortened(name: str, cells: int) -> str:
    """The beginning of a name, at most this many columns wide; a wide character takes two."""
    return name if cell_len(name) <= cells else set_cell_size(name, cells).rstrip()


def labels_of(names: Iterable[str], cells: int) -> dict[str, str]:
    """For each name a label: its beginning or, if others begin alike, its beginning with a later letter of it.

    A name that is too long loses its article first.
    """
    whole = list(dict.fromkeys(names))
    bare = {name: _without_article(name) if cell_len(name) > cells else name for name in whole}
    often = Counter(bare.values())
    bare = {name: short if often[short] == 1 else name for name, short in bare.items()}
    labels = _labels_of([*bare.values()], cells)
    return {name: labels[short] for name, short in bare.items()}


def _without_article(name: str) -> str:
    first, _, rest = name.partition(" ")
    return rest if rest and first.lower() in ARTICLES else name


def _labels_of(all_names: list[str], cells: int) -> dict[str, str]:
    beginnings = {name: shortened(name, cells) for name in all_names}
    often = Counter(beginnings.values())
    labels = {name: start for name, start in beginnings.items() if often[start] == 1 or start == name}
    taken = {*labels.values(), *beginnings.values()}
    for name in all_names:
        if name not in labels:
            alike = [other for other in all_names if beginnings[other] == beginnings[name]]
            fits = (one for one in _endings(name, _where_they_part(alike), cells) if one not in taken)
            labels[name] = next(fits, beginnings[name])
            taken.add(labels[name])
    return labels


def _where_they_part(names: list[str]) -> int:
    together = list(zip(*names, strict=False))
    return next((at for at, letters in enumerate(together) if len(set(letters)) > 1), len(together))


def _endings(name: str, differs: int, cells: int) -> Iterator[str]:
    """The name's beginning with one of its letters, first with those from where it differs from others."""
    for letter in (*name[differs:], *name[:differs]):
        if letter.isalnum() and (start := shortened(name, cells - cell_len(letter))):
            yield start + letter
