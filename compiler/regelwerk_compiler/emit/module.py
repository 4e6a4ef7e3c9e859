"""The emitted module: its text, from imports to tables, with the map of its lines to those of the sources."""

from __future__ import annotations

from regelwerk_dsl.suggest import as_words

from ..model import tree
from ..model.ir import Module, Point
from ..model.symbols import LocalSymbol
from ..model.types import PileType
from ..model.walk import nodes_in
from ..primitives.properties import is_property, zones_by_card
from ..words.texts import Texts, measure_names, state_names
from .frames import value_kind
from .functions import Functions
from .layout import layout_line
from .names import Names
from .sentences import Sentences
from .state import state_class
from .tables import QUEUE, Tables
from .writer import Writer, listed


class Emitter:
    """Writes one module."""

    def __init__(self, module: Module, texts: Texts, source_hash: str) -> None:
        self.module, self.game, self.texts = module, module.game, texts
        self.source_hash = source_hash
        self.names = Names()
        self.tables = Tables(module, self.names)
        self.sentences = Sentences(module.game, texts, self.names)
        self.writer = Writer()
        self.functions = Functions(module, self.tables, self.sentences, self.writer)
        self.handlers: dict[str, tuple[int, int]] = {}  # by label the lines of the module that run it: from, up to
        for handler in module.handlers:
            self.tables.function(handler.callee)  # functions are named first
        for handler in module.handlers:
            for point in self.functions.points.functions(handler):
                self.tables.resume(point)

    def emit(self) -> str:
        """The whole module."""
        written = {}
        for handler in self.module.handlers:
            first = len(self.writer.lines)
            self.functions.write(handler)
            written[handler.label] = (first, len(self.writer.lines))
        tail = self._tail(self._frame_functions())
        head = self._head()  # last: it imports and declares what the others use
        lines = [*head, *(text for text, _ in self.writer.lines), *tail, f"    lines={self._line_map(len(head))},"]
        lines += [f"    inner={inner!r},"] if (inner := self._inner(len(head))) else []
        lines.append(")")
        self.handlers = {label: (len(head) + first, len(head) + end) for label, (first, end) in written.items()}
        return "\n".join(lines) + "\n"

    # ---- head: imports and tables

    def _head(self) -> list[str]:
        state = state_class(self.module, self.tables, len(self.functions.expressions.recall.in_state))
        return [
            f'"""{_title(self.game.title)}, compiled by Regelwerk. Do not edit: change the sources and build again."""',
            "",
            *self.tables.run.imports(),
            "",
            *(f"{name} = {text}" for name, text in self.tables.wanted.items()),
            *("", "", *state, "", ""),
        ]

    # ---- outcome, value, invariants

    def _frame_functions(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {"outcome": [], "value": [], "invariants": [], "by_card": [], "properties": []}
        for number, line in enumerate(self.game.outcome, 1):
            name = self.names.claim(f"outcome_{number}")
            self._player_function(name, line.local, line.value)
            found["outcome"].append(f"({line.kind!r}, {name})")
        if self.game.value is not None:
            local, value = self.game.value
            name = self.names.claim("value_of")
            self._player_function(name, local, value)
            found["value"].append(name)
        for number, invariant in enumerate(self.game.invariants, 1):
            name = self.names.claim(f"invariant_{number}")
            self._name_free_locals(invariant.condition, [])
            with self.writer.function(f"def {name}(s: State) -> bool:", invariant.span, invariant.title):
                self.spend(invariant.condition)
                self.writer.line(f"return bool({self.functions.text(invariant.condition)})", invariant.span)
            where = invariant.span.where
            kind = "properties" if is_property(invariant) else "invariants"
            found["by_card"] += [f"({len(found[kind])}, {zone!r})" for zone in zones_by_card(invariant)]
            found[kind].append(f"({invariant.title!r}, {name}, {where!r})")
        return found

    def _player_function(self, name: str, local: LocalSymbol, value: tree.TExpr) -> None:
        self._name_free_locals(value, [local])
        with self.writer.function(f"def {name}(s: State, {local.python}: int) -> int:", value.span, ""):
            self.spend(value)
            self.writer.line(f"return {self.functions.text(value)}", value.span)

    def spend(self, value: object) -> None:
        """Writes the counting of a value's steps, if they are many."""
        costs = self.functions.expressions.costs
        self.functions.statements.spend(costs.large(costs.of(value)))

    def _name_free_locals(self, value: tree.TExpr, first: list[LocalSymbol]) -> None:
        found = list(first)
        for node in nodes_in(value):
            if isinstance(node, tree.Loop) and node.local not in found:
                found.append(node.local)
        self.functions.expressions.locals = self.names.name_locals(found)

    # ---- tail: what the runtime reads

    def _tail(self, frame: dict[str, list[str]]) -> list[str]:
        module, game, tables, run = self.module, self.game, self.tables, self.tables.run
        points = self._points()
        lines = [f"{tables.point(point)} = {number}" for number, point in enumerate(points)]
        if QUEUE in self.names.given:
            lines.append(f"{tables.queue()} = {len(points)}")
        lines.append("")
        for name, (card_type, ability) in tables.late.items():
            stops = (card_type, ability) in self.functions.stopping_abilities
            lines.append(f"{name} = {tables.ability_line(card_type, ability, stops)}")
        lines += ["", "POINTS = ("]
        for point in points:
            values = {local.python: value_kind(point, local) for local in point.values}
            parts = [
                p for p in self.functions.points.functions(point.handler) if not self.functions.points.has_frame(p)
            ]
            also = f", {listed([tables.resume(part) for part in parts])}" if parts and _begins(point) else ""
            ends = self.functions.choices.ends.of_point(point)
            also += f", ends={ends!r}" if ends else ""
            lines.append(
                f"    {run.Point}({point.label!r}, {point.handler.label!r}, {tables.resume(point)}, {values!r}{also}),"
            )
        if QUEUE in self.names.given:
            lines.append(f"    {run.Point}('queue/told', 'queue', {run.told}),")
        lines += [")", "", "SITES = ("]
        lines += [f"    {site}," for site in tables.sites]
        lines += [")", ""]
        lines += self.sentences.lines()
        lines += ["", "LUCK = ("]
        for die in module.luck.values():
            shows = self.sentences.kind(die.shows)
            what = f", kind={shows!r}" if shows != "int" else ""
            lines.append(
                f"    {run.Luck}({die.name!r}, {listed([repr(dim) for dim in die.dims])}, first={die.first}{what}),"
            )
        lines += [")", "", "LAYOUT = ("]
        for var in game.state.values():
            lines.append(f"    {layout_line(tables, var)},")
        lines += [")", "", *self._facts(), "ENUMS = {"]
        for enum in game.enums.values():
            if enum.kind != "player":
                lines.append(f"    {enum.name!r}: {run.Enum}({tuple(enum.keys)!r}, low={enum.low}),")
        lines += ["}", "", "CARDS = ("]
        for kind, _, member in game.members():
            lines.append(f"    {run.CardDef}({member.key!r}, {kind.name!r}, {member.copies}),")
        lines += [")", ""]
        lines += self._game(frame)
        return lines

    def _points(self) -> list[Point]:
        """All points that are functions: those that take an answer first, in the order of their sites."""
        answers = [site.point for site in self.module.sites]
        has_frame = self.functions.points.has_frame
        found = [point for handler in self.module.handlers for point in handler.points if has_frame(point)]
        return answers + [point for point in found if point not in answers]

    def _facts(self) -> list[str]:
        """The names of variables that differ from their declared names, by language, then by name."""
        found: dict[str, dict[str, str]] = {language: {} for language in self.texts.languages}
        for var in self.game.state.values():
            names = state_names(self.texts, var)
            if any(words != as_words(var.name) for words in names.values()):
                for language, words in names.items():
                    found[language][var.name] = words
        return ["FACTS = {", *(f"    {language!r}: {names!r}," for language, names in found.items() if names), "}", ""]

    def _game(self, frame: dict[str, list[str]]) -> list[str]:
        game, tables = self.game, self.tables
        begin = []
        for var in game.state.values():
            if var.zone == "pile" and var.decl.all_cards and isinstance(var.type, PileType):
                name = var.type.card.name
                if name is None:
                    cards = (0, game.copies)
                else:
                    cards = (game.card_types[name].first, game.card_types[name].end)
                begin.append(f"({var.first}, tuple(range({cards[0]}, {cards[1]})))")
        types = ", ".join(f"{kind.name!r}: ({kind.first}, {kind.end})" for kind in game.card_types.values())
        titles = dict.fromkeys(self.texts.languages, game.title)
        for catalogue in self.texts.catalogues:
            titles[catalogue.language] = catalogue.find("game.title") or game.title
        setup = tables.handler(game.setup) if game.setup is not None else "None"
        assert game.play is not None
        files = dict.fromkeys(span.source.short for _, span in self.writer.lines if span is not None)
        return [
            f"GAME = {tables.run.Game}(",
            f"    name={game.name!r},",
            f"    title={titles!r},",
            f"    players=({game.players[0]}, {game.players[1]}),",
            "    state=State,",
            "    points=POINTS,",
            f"    setup={setup},",
            f"    play={tables.handler(game.play)},",
            "    sites=SITES,",
            "    sentences=SENTENCES,",
            "    names=NAMES,",
            "    languages=LANGUAGES,",
            "    luck=LUCK,",
            "    layout=LAYOUT,",
            "    facts=FACTS,",
            "    enums=ENUMS,",
            "    cards=CARDS,",
            f"    card_types={{{types}}},",
            f"    begin={listed(begin)},",
            f"    outcome={listed(frame['outcome'])},",
            f"    value={frame['value'][0] if frame['value'] else 'None'},",
            *([f"    measures={listed(self._measures())},"] if game.measures else []),
            f"    invariants={listed(frame['invariants'])},",
            *([f"    by_card={listed(frame['by_card'])},"] if frame["by_card"] else []),
            *([f"    properties={listed(frame['properties'])},"] if frame["properties"] else []),
            f"    source_hash={self.source_hash!r},",
            f"    explicit={self.module.explicit},",
            f"    files={tuple(files)!r},",
        ]

    def _measures(self) -> list[str]:
        """The measures: name, whether there is one figure for each player, titles, function."""
        return [
            f"{self.tables.run.Measure}({one.name!r}, {bool(one.params)}, {measure_names(self.texts, one)!r}, "
            f"{self.tables.function(one)})"
            for one in self.game.measures.values()
        ]

    def _inner(self, offset: int) -> tuple[tuple[int, int, str], ...]:
        """The effects that stand in place of their calls: first line, last line, label."""
        found: list[tuple[int, int, str]] = []
        for at, label in self.writer.inner.items():
            number = at + offset + 1
            if found and found[-1][1:] == (number - 1, label):
                found[-1] = (found[-1][0], number, label)
            else:
                found.append((number, number, label))
        return tuple(found)

    def _line_map(self, offset: int) -> str:
        entries: list[tuple[int, str, int]] = []
        for number, (_, span) in enumerate(self.writer.lines, offset + 1):
            if span is None:
                continue
            entry = (number, span.source.short, span.line)
            if not entries or entries[-1][1:] != entry[1:]:
                entries.append(entry)
        return repr(tuple(entries))


def _begins(point: Point) -> bool:
    return point is point.handler.points[0]


def _title(title: str) -> str:
    """A game's title inside a docstring: only letters, digits, spaces and plain marks."""
    return "".join(char for char in title if char.isalnum() or char in " -.,'!?()&:")
