"""Roads of a map around a player's own pieces: the strips to the next towns, and how far it is to his goals."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from regelwerk_compiler.checked.game import Row, Table
from regelwerk_compiler.model.types import MemberType
from regelwerk_runtime.tables.game import Member, Var
from regelwerk_runtime.tables.layout import PLAYER
from rich.text import Text

from .drawing import Picture, flowing, marked, padded
from .lying import Lying, Mark, set_columns

SPACE, SIGN = "·", "!"


class Roads:
    """One map as a player sees it."""

    def __init__(self, table: Table, lying: Lying) -> None:
        self.table, self.lying = table, lying
        self.rows: Mapping[str, Row] = lying.game.rows_by_key[table.name]
        self.marks = lying.on(table.name)
        roads = [column.type for column in table.columns if column.name == "road"]
        named = getattr(getattr(roads[0], "inner", None), "enum", "") if roads else ""
        self.roads = lying.game.tables.get(named)

    def pictures(self, width: int) -> Iterator[Picture]:
        """One for each own piece; where no pieces belong to players, one of all that lies on the map."""
        lying = self.lying
        entries = lying.lying_on(self.table.name)
        shows = frozenset(entry.name for entry in entries)
        own = [
            entry
            for entry in entries
            if isinstance(entry, Var) and entry.dims == (PLAYER,) and isinstance(entry.type, Member)
        ]
        legend = (*lying.legend(self.table.name), *(((SIGN, ""),) if False else ()))
        index = (str(lying.player),)
        for entry in own:
            at = lying.facts[entry.name, index]
            if isinstance(at, str) and lying.counts(entry.name, index) and at in self.rows:
                yield Picture(f"{self.table.name}.{entry.name}", tuple(self._around(at, width)), frozenset(), legend)
        if not own and entries:
            yield Picture(self.table.name, tuple(self._all(width)), shows, ())

    def name(self, place: str) -> str:
        return self.lying.name(self.table.name, place)

    # ---- distances
    def steps(self, start: str) -> dict[str, tuple[int, str]]:
        """How many steps it is to each place, and by way of which town one gets there first."""
        found = {start: (0, "")}
        queue = deque([start])
        while queue:
            place = queue.popleft()
            far, via = found[place]
            here = via or (place if place != start and self._is_town(place) else "")
            for other in self.rows[place].values["next"]:
                if other not in found:
                    found[other] = (far + 1, here)
                    queue.append(other)
        return found

    def _is_town(self, place: str) -> bool:
        return self.rows[place].values["road"] is None

    # ---- pictures
    def _around(self, at: str, width: int) -> Iterator[Text]:
        """The roads that lead away from a place, each as a strip to the next town, and what is far away."""
        strips = [self._strip(at, first) for first in self.rows[at].values["next"]]
        yield Text(self.name(at), "heading").append_text(self._signs(at))
        wide = max((strip.cell_len for strip, _ in strips), default=0)
        for strip, town in strips:
            line = Text("  ").append_text(padded(strip, wide)).append(f" {self.name(town)}").append_text(self._signs(town))
            line.truncate(width, overflow="ellipsis")
            yield line
        yield from self._goals(at, width)

    def _strip(self, start: str, first: str) -> tuple[Text, str]:
        """The spaces of a road up to the town at its end, with how many steps that takes."""
        line, before, place, count = Text("─"), start, first, 1
        while not self._is_town(place):
            signs = self.marks.get(place)
            line.append_text(marked(signs) if signs else Text(SIGN if self._has_sign(place) else SPACE)).append("─")
            onward = [other for other in self.rows[place].values["next"] if other != before]
            if not onward:
                break
            before, place, count = place, onward[0], count + 1
        return Text(f"{count:>2} ", "quiet").append_text(line), place

    def _signs(self, place: str) -> Text:
        signs = self.marks.get(place)
        return Text(" [").append_text(marked(signs, " ")).append("]") if signs else Text()

    def _has_sign(self, place: str) -> bool:
        if self.roads is None:
            return False
        values = self.rows[place].values
        road = self.lying.game.rows_by_key[self.roads.name][values["road"]]
        return any(values["at"] in (road.values[name] or ()) for name in set_columns(self.roads))

    def _goals(self, at: str, width: int) -> Iterator[Text]:
        """How far it is to what own cards name, nearest first."""
        steps = self.steps(at)
        ends = [column.type.enum for column in self.roads.columns if isinstance(column.type, MemberType)] if self.roads else []
        goals: dict[str, None] = {}
        for key, _, _ in self.lying.own_goals(ends[0]) if ends else ():
            goals[key] = None
        told = []
        for key in sorted((key for key in goals if key in steps), key=lambda key: steps[key]):
            far, via = steps[key]
            way = Text(f"{self.name(key)} ").append(f"{far}", "key")
            told.append(way.append(f" → {self.name(via)}", "quiet") if via and via != key else way)
        yield from flowing(told, ", ", width)

    def _all(self, width: int) -> Iterator[Text]:
        """Every place on which something lies, with what is next to it."""
        for place in self.rows:
            if self.marks.get(place):
                near = (Text(self.name(other)).append_text(self._signs(other)) for other in self.rows[place].values["next"])
                head = Text(self.name(place), "heading").append_text(self._signs(place))
                yield from flowing([head.append(" ─"), *near], " ", width, 0)
