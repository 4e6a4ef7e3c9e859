"""Coverage of emitted modules: marks in the syntax tree, one at the beginning of each block of an effect.

The module for ordinary play is unchanged; a second one is made here to record what cards do, or which lines run.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .decision import DECLINE_KEY
from .engine.blame import source_line
from .sandbox import GAME_FILE, GAME_MODULE, run_module
from .tables.game import Game

REACHED, ACTED, ANSWERED = "_reached", "_acted", "_answered"
"""The targets of marks: names that no emitted module has."""
EFFECT, OPTION = "effect", "option"
"""Kinds of lines."""
LISTENER = "on_"
"""The prefix of abilities that respond to events."""
LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Raise)
INNER = ("body", "orelse", "handlers", "finalbody")

LineRow = tuple[str, str, str, bool]
"""Line, kind, name, and whether it was reached."""


@dataclass
class Watched:
    """An executed module with marks.

    Attributes:
        names: its names, like those of the plain module.
        acted: the cards with an ability that has begun.
        answered: the cards that have begun to respond to an event, as its place and its condition let them.
    """

    names: dict[str, object]
    acted: set[int]
    answered: set[int]
    _reached: bytearray
    _stretches: Sequence[tuple[str, Sequence[int]]]
    _aside: Mapping[int, int]
    _options: Sequence[Sequence[str]]

    def forget(self) -> None:
        """Resets the record."""
        self._reached[:] = bytes(len(self._reached))
        self.forget_cards()

    def forget_cards(self) -> None:
        """Resets the record of cards."""
        self.acted.clear()
        self.answered.clear()

    def rows(self, game: Game, choices: Sequence[str], offered: Iterable[tuple[int, str]]) -> list[LineRow]:
        """The lines of effects and the options of choices, and whether each was reached.

        Args:
            game: the game of the module.
            choices: the lines of its choices.
            offered: the options that were offered, by the number of the choice and their name.
        """
        found: dict[tuple[str, str, str], bool] = {}

        def add(line: str, kind: str, name: str, reached: bool) -> None:
            found[line, kind, name] = found.get((line, kind, name), False) or reached

        inner = [first for first, _, _ in game.inner]
        for (label, numbers), reached in zip(self._stretches, self._reached, strict=True):
            for number in numbers:
                file, line = source_line(game, number)
                if number in self._aside and (file, line) == source_line(game, self._aside[number]):
                    continue
                at = bisect_right(inner, number) - 1
                inside = at >= 0 and number <= game.inner[at][1]
                add(f"{file}:{line}", EFFECT, game.inner[at][2] if inside else label, bool(reached))
        reached_options = set(offered)
        for site, names in enumerate(self._options):
            for name in names:
                add(choices[site], OPTION, name, (site, name) in reached_options)
        return [(*key, reached) for key, reached in sorted(found.items())]


def watch_module(text: str, handlers: Mapping[str, Sequence[int]]) -> Watched:
    """Executes an emitted module with marks.

    Args:
        text: the module, which the verifier has passed.
        handlers: the lines of the module that run a rule, by its label: first, end, and where it begins after the tests
            at the head of an answer to an event. Only these rules get marks.
    """
    tree = ast.parse(text)
    options = list(_options(tree))
    marker = _Marker(handlers, set(_site_functions(tree)))
    marker.mark(tree)
    code = compile(ast.fix_missing_locations(tree), GAME_FILE, "exec", dont_inherit=True)
    names = run_module(text, GAME_MODULE, code=[code])
    made = Watched(names, set(), set(), bytearray(len(marker.stretches)), marker.stretches, marker.aside, options)
    names[REACHED], names[ACTED], names[ANSWERED] = made._reached, made.acted, made.answered
    return made


# ---- marks -----------------------------------------------------------------------------------------------------------


@dataclass
class _Marker:
    """Marks the blocks of functions that act on an engine, except those that only describe a choice.

    Attributes:
        handlers: see `watch_module`.
        describing: names of functions that are not marked.
        begun: the labels whose first function has been marked.
        stretches: for each mark the label of its rule, and the lines that run with it.
        aside: lines that do not count if another one comes from the same line of the sources: a condition next to its
            block (`if rich(p): finish` is reached when the condition holds), and a `return` at the end of a block
            next to the statement before it.
    """

    handlers: Mapping[str, Sequence[int]]
    describing: set[str]
    begun: set[str] = field(default_factory=set)
    stretches: list[tuple[str, list[int]]] = field(default_factory=list)
    aside: dict[int, int] = field(default_factory=dict)

    def mark(self, tree: ast.Module) -> None:
        """Marks a whole module."""
        starts = sorted((first, end, label) for label, (first, end, _) in self.handlers.items())
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef) or node.name in self.describing:
                continue
            if not node.args.args or node.args.args[0].arg != "m":
                continue
            at = bisect_right(starts, node.lineno - 1, key=lambda start: start[0]) - 1
            if at >= 0 and node.lineno - 1 < starts[at][1]:
                self._mark_function(node, starts[at][2])

    def _mark_function(self, node: ast.FunctionDef, label: str) -> None:
        begins = label not in self.begun and " " not in label and _knows_card(node)
        self.begun.add(label)
        node.body = self._marked(node.body, label)
        if begins:
            opened = max((one.lineno for one in node.body if _opens_frame(one)), default=0)
            target = ANSWERED if label.rpartition(".")[2].startswith(LISTENER) else ACTED
            mark = ast.parse(f"{target}.add(this)").body[0]
            if not _insert(node.body, mark, max(self.handlers[label][2], opened) + 1):
                node.body.append(_at(node.body[-1], mark))

    def _marked(self, block: list[ast.stmt], label: str) -> list[ast.stmt]:
        """A block with marks: at its beginning, and after each statement that may leave it.

        Args:
            block: its statements.
            label: the rule that they belong to.
        """
        found: list[ast.stmt] = []
        lines: list[int] | None = None
        for statement in block:
            if lines is None:
                lines = []
                found.append(_at(statement, ast.parse(f"{REACHED}[{len(self.stretches)}] = 1").body[0]))
                self.stretches.append((label, lines))
            found.append(statement)
            inner = [part for name in INNER for part in getattr(statement, name, [])]
            end = inner[0].lineno - 1 if inner else statement.end_lineno or statement.lineno
            match statement:
                case ast.If(body=[first, *_]):
                    self.aside[statement.lineno] = first.lineno
                case ast.Return(None) if statement is not block[0]:
                    self.aside[statement.lineno] = statement.lineno - 1
            lines += range(statement.lineno, max(end, statement.lineno) + 1)
            for name in INNER if inner else ():
                if part := getattr(statement, name, []):
                    setattr(statement, name, self._marked(part, label))
            if inner and any(isinstance(node, LEAVING) for node in ast.walk(statement)):
                lines = None
        return found


def _insert(block: list[ast.stmt], mark: ast.stmt, line: int) -> bool:
    """Puts a mark before the first statement from a line on; returns False if there is none."""
    for number, statement in enumerate(block):
        if statement.lineno >= line:
            block.insert(number, _at(statement, mark))
            return True
        if any(_insert(getattr(statement, name, []), mark, line) for name in INNER):
            return True
    return False


def _at(place: ast.stmt, statement: ast.stmt) -> ast.stmt:
    """A statement on the line of another one, so that errors have the usual line."""
    for node in ast.walk(statement):
        ast.copy_location(node, place)
    return statement


def _knows_card(node: ast.FunctionDef) -> bool:
    """True if a function belongs to a card: `this` is a parameter, or a value of its frame."""
    opened = [statement for statement in node.body if _opens_frame(statement)]
    names = [part.id for statement in opened for part in ast.walk(statement) if isinstance(part, ast.Name)]
    return "this" in names or any(argument.arg == "this" for argument in node.args.args)


def _opens_frame(statement: ast.stmt) -> bool:
    """True for a statement such as `_, this, p = f`."""
    return isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name) and statement.value.id == "f"


# ---- options ---------------------------------------------------------------------------------------------------------


def _site_functions(tree: ast.Module) -> Iterator[str]:
    """The functions that word the questions and options of choices, and those that give bots hints."""
    for site in _sites(tree):
        for keyword in site.keywords:
            if keyword.arg in ("prompt", "option", "skip", "prefer") and isinstance(keyword.value, ast.Name):
                yield keyword.value.id


def _sites(tree: ast.Module) -> list[ast.Call]:
    """The choices that the module declares."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "SITES":
            assert isinstance(node.value, ast.Tuple)
            return [site for site in node.value.elts if isinstance(site, ast.Call)]
    return []


def _options(tree: ast.Module) -> Iterator[list[str]]:
    """The names of the options of each choice: the first parts of their keys; "" for values as options."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for site in _sites(tree):
        given = {keyword.arg: keyword.value for keyword in site.keywords}
        option, kinds = given.get("option"), given.get("kinds")
        names = [""]
        if isinstance(kinds, ast.Tuple) and isinstance(option, ast.Name):
            returned = [node.value for node in ast.walk(functions[option.id]) if isinstance(node, ast.Return)]
            keys = [value.elts[0] for value in returned if isinstance(value, ast.Tuple)]  # the key before the words
            names = [str(ast.literal_eval(key.elts[0])) for key in keys if isinstance(key, ast.Tuple)]
        yield [*names, DECLINE_KEY] if "may" in given else names
