"""The emitted module: its trees, from imports to tables, its text, and the map of its lines to those of the sources."""

from __future__ import annotations

import ast

from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import as_words

from ..model import tree
from ..model.ir import Handler, Module, Point
from ..model.symbols import CallableSymbol, LocalSymbol
from ..model.types import BoolType, PileType
from ..model.walk import nodes_in
from ..primitives.properties import Derivation, derivations, is_property, zones_by_card
from ..words.texts import Texts, measure_names, state_names
from .frames import value_kind
from .functions import Functions
from .layout import layout_entry
from .names import Names
from .sentences import Sentences
from .state import write_state_class
from .tables import QUEUE, Tables
from .template import Entries, Fields, Rows, call_of, keywords, literal, name, py
from .writer import Lines, Writer

OPTIONAL = ("measures", "by_card", "derived", "properties")
"""The fields of a game that are left out if they are empty."""

Frame = dict[str, list[ast.expr]]
"""What the runtime evaluates at certain times: outcome, value, invariants."""


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
        self.handlers: dict[str, tuple[int, int, int]] = {}  # the lines of each by its label: see `_lines_of`
        for handler in module.handlers:
            self.tables.function(handler.callee)  # functions are named first
        for handler in module.handlers:
            for point in self.functions.points.functions[handler]:
                self.tables.resume(point)

    def emit(self) -> str:
        """The whole module."""
        written = {}
        for handler in self.module.handlers:
            first = len(self.writer.body)
            self.functions.write(handler)
            written[handler.label] = (first, len(self.writer.body))
        frame = self._frame_functions()
        lines = self.writer.lines()
        tail, more, game = self._tail(), self._game(frame, lines), self.tables.run.Game
        head = self._head()  # last: it imports and declares what the others use
        for handler in self.module.handlers:
            first, end, begins = _lines_of(handler, lines, written[handler.label])
            self.handlers[handler.label] = (len(head) + first, len(head) + end, len(head) + begins)
        more |= {"lines": self._line_map(lines, len(head))}
        inner = self._inner(lines, len(head))
        if inner:
            more["inner"] = inner
        tail.add("GAME = {}", Fields(name(game), [], keywords(more)))
        return "\n".join([*head, *lines.texts, *tail.lines().texts]) + "\n"

    # ---- head: imports and tables

    def _head(self) -> list[str]:
        recalled = len(self.functions.expressions.memoisation.state_tables)
        state = Writer()
        write_state_class(state, self.module, self.tables, recalled)
        writer = Writer()
        title = f"{_title(self.game.title)}, compiled by Regelwerk. Do not edit: change the sources and build again."
        write_imports(writer, title, self.tables)
        for table, value in self.tables.constants.items():
            writer.add("{} = {}", table, value)
        return [*writer.lines().texts, "", "", *state.lines().texts, "", ""]

    # ---- outcome, value, invariants

    def _frame_functions(self) -> Frame:
        found: Frame = {kind: [] for kind in ("outcome", "value", "invariants", "by_card", "derived", "properties")}
        for number, line in enumerate(self.game.outcome, 1):
            function = self._player_function(f"outcome_{number}", line.local, line.value)
            found["outcome"].append(literal((line.kind, name(function))))
        if self.game.value is not None:
            found["value"].append(name(self._player_function("value_of", *self.game.value)))
        for number, invariant in enumerate(self.game.invariants, 1):
            function = self.names.claim(f"invariant_{number}")
            self.write_condition(function, invariant.condition, invariant.span, invariant.title)
            kind = "properties" if is_property(invariant) else "invariants"
            found["by_card"] += [literal((len(found[kind]), zone)) for zone in zones_by_card(invariant)]
            found[kind].append(literal((invariant.title, name(function), invariant.span.where)))
        of_play = [invariant for invariant in self.game.invariants if not is_property(invariant)]
        for one in derivations(of_play):
            found["derived"].append(literal((one.number, one.var.name, name(self._derived(one)))))
        return found

    def _derived(self, one: Derivation) -> str:
        """Writes the function of a hidden value that follows from others; returns its name."""
        function = self.names.claim(f"derived_{one.var.name}")
        self.name_free_locals(one.value, *one.locals)
        params = [("s", "State"), *[(local.python, "int") for local in one.locals]]
        with self.writer.function(function, params, "int", one.value.span, ""):
            self.spend(one.value)
            value = self.functions.expr(one.value)
            self.writer.add(
                "return bool({})" if one.var.type == BoolType() else "return {}", value, span=one.value.span
            )
        return function

    def _player_function(self, wish: str, local: LocalSymbol, value: tree.TExpr) -> str:
        """Writes the function of a value that a player has; returns its name."""
        function = self.names.claim(wish)
        self.name_free_locals(value, local)
        with self.writer.function(function, [("s", "State"), (local.python, "int")], "int", value.span, ""):
            self.spend(value)
            self.writer.add("return {}", self.functions.expr(value), span=value.span)
        return function

    def write_condition(self, function: str, condition: tree.TExpr, span: Span, note: str | None = None) -> None:
        """Writes the function of a condition of the state."""
        self.name_free_locals(condition)
        with self.writer.function(function, [("s", "State")], "bool", span, note):
            self.spend(condition)
            self.writer.add("return bool({})", self.functions.expr(condition), span=span)

    def spend(self, value: object) -> None:
        """Writes the counting of a value's steps, if they are many."""
        self.functions.statements.spend(self.functions.expressions.costs.counted_steps(value))

    def name_free_locals(self, value: object, *first: LocalSymbol) -> None:
        """Names the locals that the loops of a value bind, and the parameters of the function that computes it."""
        found = list(first)
        for node in nodes_in(value):
            if isinstance(node, tree.Loop) and node.local not in found:
                found.append(node.local)
        self.functions.expressions.locals = self.names.name_locals(found)

    # ---- tail: what the runtime reads

    def _tail(self) -> Writer:
        """The tables after the functions."""
        tables, run, writer = self.tables, self.tables.run, Writer()
        points = self._points()
        for number, point in enumerate(points):
            writer.add("{} = {}", tables.point(point), number)
        if QUEUE in self.names.given:
            writer.add("{} = {}", tables.queue(), len(points))
        writer.gap()
        for table, (card_type, ability) in tables.ability_tables.items():
            stops = (card_type, ability) in self.functions.stopping_abilities
            writer.add("{} = {}", table, tables.ability_table(card_type, ability, stops))
        entries = [self._point(point) for point in points]
        if QUEUE in self.names.given:
            entries.append(call_of(run.Point, literal("queue/told"), literal("queue"), name(run.told)))
        for table, rows in (("POINTS", entries), ("SITES", tables.sites)):
            writer.gap()
            writer.add("{} = {}", table, Rows(rows))
        writer.gap()
        for constant, number in self.sentences.numbers():
            writer.add("{} = {}", constant, number)
        dice = []
        for die in self.module.luck.values():
            shows = self.sentences.kind(die.shows)
            what = {"first": die.first, **({"kind": shows} if shows != "int" else {})}
            dice.append(call_of(run.Luck, literal(die.name), literal((*die.dims,)), **what))
        enums = {enum.name: enum for enum in self.game.enums.values() if enum.kind != "player"}
        made = [call_of(run.Enum, literal((*enum.keys,)), low=enum.low) for enum in enums.values()]
        cards = [(member.key, kind.name, member.copies) for kind, _, member in self.game.members()]
        for table, value in (
            ("SENTENCES", self.sentences.sentences()),
            ("NAMES", self.sentences.names_by_language()),
            ("LANGUAGES", self.sentences.languages()),
            ("LUCK", Rows(dice)),
            ("LAYOUT", Rows([layout_entry(tables, var) for var in self.game.state.values()])),
            ("FACTS", self._facts()),
            ("ENUMS", Entries([*map(literal, enums)], made)),
            ("CARDS", Rows([call_of(run.CardDef, *map(literal, card)) for card in cards])),
        ):
            writer.gap()
            writer.add("{} = {}", table, value)
        writer.gap()
        return writer

    def _point(self, point: Point) -> ast.expr:
        """The entry of a point: its label and effect, its function, its values, and what is only called from there."""
        tables, points = self.tables, self.functions.points
        values = literal({local.python: value_kind(point, local) for local in point.values})
        given = [literal(point.label), literal(point.handler.label), name(tables.resume(point)), values]
        parts = [part for part in points.functions[point.handler] if not points.has_frame(part)]
        if parts and _begins(point):
            given.append(literal(tuple(name(tables.resume(part)) for part in parts)))
        ends = self.functions.choices.ends.of_point(point)
        return call_of(tables.run.Point, *given, **({"ends": ends} if ends else {}))

    def _points(self) -> list[Point]:
        """All points that are functions: those that take an answer first, in the order of their sites."""
        answers = [site.point for site in self.module.sites]
        has_frame = self.functions.points.has_frame
        found = [point for handler in self.module.handlers for point in handler.points if has_frame(point)]
        return answers + [point for point in found if point not in answers]

    def _facts(self) -> ast.expr:
        """The names of variables that differ from their declared names, by language, then by name."""
        found: dict[str, dict[str, str]] = {language: {} for language in self.texts.languages}
        for var in self.game.state.values():
            names = state_names(self.texts, var)
            if any(words != as_words(var.name) for words in names.values()):
                for language, words in names.items():
                    found[language][var.name] = words
        known = {language: names for language, names in found.items() if names}
        return Entries([*map(literal, known)], [*map(literal, known.values())])

    def _game(self, frame: Frame, lines: Lines) -> dict[str, object]:
        """The fields of the game."""
        game, tables = self.game, self.tables
        begin = []
        for var in game.state.values():
            if var.zone == "pile" and var.decl.all_cards and isinstance(var.type, PileType):
                kind = var.type.card.name
                cards = [0, game.copies] if kind is None else tables.card_range(kind)
                begin.append(py("({}, tuple(range({*})))", var.first, cards))
        titles = dict.fromkeys(self.texts.languages, game.title)
        for catalogue in self.texts.catalogues:
            titles[catalogue.language] = catalogue.find("game.title") or game.title
        assert game.play is not None
        known = ("points", "sites", "sentences", "names", "languages", "luck", "layout", "facts", "enums", "cards")
        parts = {part: name(part.upper()) for part in known}
        measures = (*map(self._measure, game.measures.values()),)
        found: dict[str, object] = {
            "name": game.name,
            "title": titles,
            "players": (game.players[0], game.players[1]),
            "state": name("State"),
            "points": parts.pop("points"),
            "setup": name(tables.handler(game.setup)) if game.setup is not None else None,
            "play": name(tables.handler(game.play)),
            **parts,
            "card_types": {kind.name: (kind.first, kind.end) for kind in game.card_types.values()},
            "begin": (*begin,),
            "outcome": (*frame["outcome"],),
            "value": frame["value"][0] if frame["value"] else None,
            "measures": measures,
            "invariants": (*frame["invariants"],),
            "by_card": (*frame["by_card"],),
            "derived": (*frame["derived"],),
            "properties": (*frame["properties"],),
            "source_hash": self.source_hash,
            "explicit": self.module.explicit,
            "files": tuple(dict.fromkeys(span.source.short for span in lines.spans if span is not None)),
        }
        return {what: value for what, value in found.items() if value != () or what not in OPTIONAL}

    def _measure(self, one: CallableSymbol) -> ast.expr:
        """A measure: its name, whether there is one figure for each player, titles, function."""
        given = map(literal, (one.name, bool(one.params), measure_names(self.texts, one)))
        return call_of(self.tables.run.Measure, *given, name(self.tables.function(one)))

    def _inner(self, lines: Lines, offset: int) -> tuple[tuple[int, int, str], ...]:
        """The effects that stand in place of their calls: first line, last line, label."""
        found: list[tuple[int, int, str]] = []
        for at, label in lines.inner.items():
            number = at + offset + 1
            if found and found[-1][1:] == (number - 1, label):
                found[-1] = (found[-1][0], number, label)
            else:
                found.append((number, number, label))
        return tuple(found)

    def _line_map(self, lines: Lines, offset: int) -> tuple[tuple[int, str, int], ...]:
        entries: list[tuple[int, str, int]] = []
        for number, span in enumerate(lines.spans, offset + 1):
            if span is None:
                continue
            entry = (number, span.source.short, span.line)
            if not entries or entries[-1][1:] != entry[1:]:
                entries.append(entry)
        return tuple(entries)


def write_imports(writer: Writer, title: str, tables: Tables, *others: ast.ImportFrom) -> None:
    """Writes the first lines of a module: what it is, and what it imports."""
    writer.add("{}", ast.Constant(title))
    writer.gap()
    for at, one in enumerate([ast.ImportFrom("__future__", [ast.alias("annotations")], 0), *tables.run.imports()]):
        if at:
            writer.gap()
        writer.put(one)
    for other in others:
        writer.put(other)
    writer.gap()


def _begins(point: Point) -> bool:
    return point is point.handler.points[0]


def _title(title: str) -> str:
    """A game's title inside a docstring: only letters, digits, spaces and plain marks."""
    return "".join(char for char in title if char.isalnum() or char in " -.,'!?()&:")


def _lines_of(handler: Handler, lines: Lines, written: tuple[int, int]) -> tuple[int, int, int]:
    """The first line of a handler, the one after the last, and the first one after any tests at its head."""
    first, end = (lines.starts[at] for at in written)
    tests = [at for at in range(first, end) if handler.answers and lines.spans[at] == handler.callee.span]
    return first, end, max(tests, default=first - 1) + 1
