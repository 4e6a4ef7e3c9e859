"""Roads of a map around a player's own pieces: the strips to the next towns, and the distances to his goals."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from regelwerk_compiler.checked.game import Row, Table
from regelwerk_compiler.model.types import MemberType, OptionalType, SetType
from regelwerk_runtime.tables.game import Member, Var
from regelwerk_runtime.tables.layout import PLAYER
from rich.text import Text

from .drawing import Picture, flowing, marked, padded
from .lying import Lying, keys_of

SPACE, SIGN = "·", "!"
LENGTH = 3  # columns of the number of steps before a strip
NAME = 24  # columns of the name of a town at the end of a strip


class Roads:
    """One map as a player sees it."""

    def __init__(self, table: Table, lying: Lying) -> None:
        self.table, self.lying = table, lying
        self.rows: Mapping[str, Row] = lying.game.rows_by_key[table.name]
        self.next = {row.key: keys_of(row.values["next"]) for row in table.rows}
        self.road = {row.key: row.values["road"] for row in table.rows}
        self.marks = lying.on(table.name)
        kinds = [column.type for column in table.columns if column.name == "road"]
        names = [one.inner.enum for one in kinds if isinstance(one, OptionalType) and isinstance(one.inner, MemberType)]
        self.roads = lying.game.tables.get(names[0]) if names else None
        columns = self.roads.columns if self.roads is not None else ()
        self.signed = [column for column in columns if isinstance(column.type, SetType)]  # marked steps of a road
        self.ends = [column.type.enum for column in columns if isinstance(column.type, MemberType)]

    def pictures(self, width: int) -> Iterator[Picture]:
        """One picture for each own piece; if no pieces belong to players, one of everything on the map."""
        lying, name = self.lying, self.table.name
        entries = lying.lying_on(name)
        own = [
            entry
            for entry in entries
            if isinstance(entry, Var) and entry.dims == (PLAYER,) and isinstance(entry.type, Member)
        ]
        headings = ((column, column.headings.get(lying.language, "")) for column in self.signed)
        signs = [(SIGN, heading) for column, heading in headings if heading not in ("", column.name)]
        index = (str(lying.player),)
        for entry in own:
            at = lying.facts[entry.name, index]
            if isinstance(at, str) and lying.counts(entry.name, index) and at in self.rows:
                legend = (*lying.legend(name), *signs)
                yield Picture(f"{name}.{entry.name}", tuple(self._around(at, width)), frozenset(), legend)
        if not own and entries:
            yield Picture(name, tuple(self._all(width)), frozenset(entry.name for entry in entries))

    def name(self, place: str) -> str:
        return self.lying.name(self.table.name, place)

    def _is_town(self, place: str) -> bool:
        return self.road[place] is None

    # ---- distances
    def steps(self, start: str) -> dict[str, tuple[int, str]]:
        """The number of steps to each place, and the first town on the way."""
        found = {start: (0, "")}
        queue = deque([start])
        while queue:
            place = queue.popleft()
            far, first = found[place]
            first = first or (place if place != start and self._is_town(place) else "")
            for other in self.next[place]:
                if other not in found:
                    found[other] = (far + 1, first)
                    queue.append(other)
        return found

    # ---- pictures
    def _around(self, at: str, width: int) -> Iterator[Text]:
        """The roads from a place, each as a strip to the next town, and the distances to the player's goals."""
        yield Text(self.name(at), "heading").append_text(self._signs(at))
        strips = [self._strip(at, first) for first in self.next[at]]
        wide = max((strip.cell_len for strip, _ in strips), default=0)
        for strip, town in strips:
            line = Text("  ").append_text(padded(strip, min(wide, width - NAME)))
            line.append(f" {self.name(town)}").append_text(self._signs(town))
            line.truncate(width, overflow="ellipsis")
            yield line
        yield from self._goals(at, width)

    def _strip(self, start: str, first: str) -> tuple[Text, str]:
        """The number of steps to the next town with the spaces of the road to it, and that town."""
        line, before, place, count = Text("─"), start, first, 1
        while not self._is_town(place):
            signs = self.marks.get(place)
            line.append_text(marked(signs) if signs else Text(SIGN if self._has_sign(place) else SPACE)).append("─")
            onward = [other for other in self.next[place] if other != before]
            if not onward:
                break
            before, place, count = place, onward[0], count + 1
        return Text(f"{count:>{LENGTH - 1}} ", "key").append_text(line), place

    def _signs(self, place: str) -> Text:
        signs = self.marks.get(place)
        return Text(" [").append_text(marked(signs, " ")).append("]") if signs else Text()

    def _has_sign(self, place: str) -> bool:
        road = self.road[place]
        if self.roads is None or not isinstance(road, str):
            return False
        values = self.lying.game.rows_by_key[self.roads.name][road].values
        return any(str(self.rows[place].values["at"]) in keys_of(values[column.name]) for column in self.signed)

    def _goals(self, at: str, width: int) -> Iterator[Text]:
        """The distances to the towns named by the player's cards, a line for each card."""
        steps = self.steps(at)
        told = ""
        for pile, card, named in self.lying.own_cards_with(self.ends[0]) if self.ends else ():
            if pile != told:
                told = pile
                yield Text(pile, "quiet")
            parts = [Text(self.lying.game.own(card.names, self.lying.language))]
            parts += [Text(f"{label} ", "quiet").append(number) for label, number in self.lying.numbers_of(card)]
            for label, key in named:
                if key in steps:
                    far, first = steps[key]
                    part = Text(f"{label} ", "quiet").append(f"{far}", "key")
                    parts.append(part.append(f" → {self.name(first)}", "quiet") if first and first != key else part)
            yield from flowing(parts, "  ", width, hanging=4)

    def _all(self, width: int) -> Iterator[Text]:
        """Every place with something on it, with its neighbours."""
        for place in self.rows:
            if self.marks.get(place):
                near = [Text(self.name(other)).append_text(self._signs(other)) for other in self.next[place]]
                head = Text(self.name(place), "heading").append_text(self._signs(place)).append(" ─ ")
                yield from flowing([head.append_text(near[0]) if near else head, *near[1:]], ", ", width, 0)
