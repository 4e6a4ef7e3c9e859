"""The C source of a native build: sizes, the engine, tables, rules, and the binding to Python."""

from __future__ import annotations

import json
from math import prod
from pathlib import Path

from ..model import tree
from ..model.ir import Module
from ..model.symbols import LocalSymbol
from ..primitives.properties import is_property
from .choices import Choices
from .expressions import Expressions
from .kinds import INT, ROWS, SEQUENCE, cell, set_words
from .points import Points
from .statements import Writer
from .tables import NativeTables, letters
from .trials import Trials

HERE = Path(__file__).parent
MOST_ROWS = 64
"""The rows of answers to one simultaneous choice; a game with more of them goes on in Python."""


def native_source(module: Module, source_hash: str) -> str:
    """The C source of a game.

    Raises:
        NotNativeError: the game uses something that a native build does not have.
    """
    return _Source(module, source_hash).text()


class _Source:
    def __init__(self, module: Module, source_hash: str) -> None:
        self.module, self.game, self.source_hash = module, module.game, source_hash
        self.tables = NativeTables(module)
        self.writer = Writer()
        self.expressions = Expressions(module, self.tables)
        self.choices = Choices(self.expressions, self.writer)
        self.points = Points(module, self.expressions, self.choices, self.writer)
        self.trials = Trials(module, self.points, self.writer)

    def text(self) -> str:
        heads = [f"{self.points.head(handler)};" for handler in self.module.handlers]
        for handler in self.module.handlers:
            self.points.write(handler)
            self.writer.line("")
        self._outcome()
        self._figures()
        self.trials.write()
        self._invariants()
        self._run()
        body = self.writer.lines
        ability_tables = self._ability_tables()
        parts = [
            *self._sizes(),
            *[(HERE / part).read_text(encoding="utf-8") for part in ("core.h", "follow.h")],
            *self.tables.lines,
            *heads,
            *ability_tables,
            *body,
            self._facts(),
            *[(HERE / part).read_text(encoding="utf-8") for part in ("engine.h", "trial.h", "batch.h", "binding.h")],
        ]
        return "\n".join(parts) + "\n"

    # ---- sizes and state

    def _sizes(self) -> list[str]:
        game, points = self.game, self.points
        rolls = max((die.first + prod(die.sizes) for die in self.module.luck.values()), default=0)
        item = points.item_words()
        members = max([256, game.copies, *(enum.size for enum in game.enums.values())])
        frame = 1 + max(sum(self._words(local) for local in point.values) for point in points.numbers)
        variables = [var for var in game.state.values() if not var.zone]
        declared, words = [], 0
        for var in variables:
            kind, count = cell(var, game), prod(self.tables.sizes(var))
            size = f"[{count}]" if self.tables.sizes(var) else ""
            declared.append(f"{kind} {self.tables.variable(var)}{size};")
            words += count * self.tables.words_of(kind)
        sizes = {
            "WORDS": set_words(game),
            "N_CARDS": game.copies,
            "N_PILES": game.piles,
            "N_PLACES": game.places,
            "N_ROLLS": rolls,
            "MOST_PLAYERS": game.players[1],
            "MOST_PARTS": self.choices.widest,
            "MOST_MEMBERS": members,
            "MOST_ROWS": MOST_ROWS,
            "MOST_ROW": points.row_items() * item,
            "MOST_PER": max([1, *self.tables.pers]),
            "ITEM": item,
            "MOST_FRAME": frame + 64,
            "STACK_WORDS": max(8192, 8 * frame),
            "N_VARIABLES": len(variables),
            "N_VARIABLE_WORDS": words,
            "N_OUTCOME": len(game.outcome),
            "N_POINTS": len(points.numbers),
            "N_BLOCKS": self.writer.blocks,
        }
        return [
            f"/* {letters(game.name)}, compiled by Regelwerk. Do not edit: change the sources and build again. */",
            "#define PY_SSIZE_T_CLEAN",
            "#include <Python.h>",
            "#include <structmember.h>",
            "#include <setjmp.h>",
            "#include <stdint.h>",
            "#include <string.h>",
            "",
            "typedef int64_t i64;",
            "typedef uint64_t u64;",
            *(f"#define {name} {value}" for name, value in sizes.items()),
            "typedef struct { u64 w[WORDS]; } Set;",
            *(f"typedef struct {{ i64 at[{size}]; }} Per{size};" for size in sorted(self.tables.pers)),
            f"#define STATE_VARIABLES {' '.join(declared)}",
            "static unsigned char die_key[N_ROLLS + 1][8], shuffle_key[N_PILES][8], hidden_zone[N_PILES + N_PLACES];",
            "static int site_number[N_POINTS + 1];",
            "static u64 card_key[N_CARDS + 1];",
        ]

    def _words(self, local: LocalSymbol) -> int:
        kind = self.expressions.kind(local)
        if kind == SEQUENCE:
            return 1 + max(256, self.game.copies, *(enum.size for enum in self.game.enums.values()))
        if kind == ROWS:
            return 1 + MOST_ROWS * self.points.row_items() * self.points.item_words()
        return self.tables.words_of(kind)

    # ---- tables of functions

    def _ability_tables(self) -> list[str]:
        stopping = self.module.stopping_abilities
        lines = []
        for name, (card_type, ability) in self.tables.ability_tables.items():
            bodies = self.tables.by_card(card_type, ability)
            if (card_type, ability) in stopping:
                numbers = [
                    -1 if body is None else self.points.numbers[self.points.handlers[body].points[0]] for body in bodies
                ]
                lines.append(f"static const i64 {name}[] = {{{', '.join(map(str, numbers))}}};")
                continue
            one = next(self.points.handlers[body] for body in bodies if body is not None)
            head = self.points.head(one)
            result = head.removeprefix("static ").split(" ")[0]
            given = ", ".join(["M *", "i64", *(self.expressions.kind(local) for local in one.callee.param_locals)])
            missing = f"no_{name}"
            functions = [missing if body is None else self.tables.function(body) for body in bodies]
            kinds = map(self.expressions.kind, one.callee.param_locals)
            names = ", ".join(["M *m", "i64 card", *(f"{kind} given{at}" for at, kind in enumerate(kinds))])
            lines.append(f"static {result} {missing}({names}) {{ leave(m); }}")
            lines.append(f"static {result} (*const {name}[])({given}) = {{{', '.join(functions)}}};")
        return lines

    # ---- what runs the points, the outcome, and figures

    def _outcome(self) -> None:
        for at, line in enumerate(self.game.outcome):
            self._function_of_player(f"outcome_{at}", line.local, line.value)
        cases = ((at, f"return outcome_{at}(m, player);") for at in range(len(self.game.outcome)))
        self.writer.switch("static i64 outcome_line(M *m, int line, i64 player)", "line", cases)

    def _figures(self) -> None:
        """Writes the measures, and after them the declared value."""
        names = [self.tables.function(one) for one in self.game.measures.values()]
        if self.game.value is not None:
            names.append("value_of")
            self._function_of_player("value_of", *self.game.value)
        cases = ((number, f"return {name}(m, player);") for number, name in enumerate(names))
        self.writer.switch("static i64 figure_of(M *m, int number, i64 player)", "number", cases)

    def _function_of_player(self, name: str, local: LocalSymbol, value: tree.TExpr) -> None:
        with self.writer.block(f"static i64 {name}(M *m, i64 {self.expressions.local(local)})"):
            self.points.spend(self.expressions.costs.counted_steps(value))
            self.writer.line(f"return {self.expressions.text(value, INT)};")

    def _invariants(self) -> None:
        writer = self.writer
        held = [one for one in self.game.invariants if not is_property(one)]
        with writer.block("static int broken_invariant(M *m)"):
            for at, one in enumerate(held):
                self.points.spend(self.expressions.costs.counted_steps(one.condition))
                writer.line(f"if (!{self.expressions.text(one.condition)}) return {at};")
            writer.line("return NONE;")

    def _run(self) -> None:
        writer, points = self.writer, self.points
        cases: list[tuple[object, str]] = []
        for point, number in points.numbers.items():
            kinds = map(self.expressions.kind, point.handler.params)
            zeros = ["0" if kind == INT else f"({kind}){{0}}" for kind in kinds]
            name = self.tables.function(point.handler.callee)
            cases.append((number, f"return {name}({', '.join(['m', str(number), *zeros])});"))
        cases.append((points.queue, "m->queue_at = -1; return 0;"))
        writer.switch("static int run_point(M *m, int point)", "point", cases)
        for number, site in enumerate(self.module.sites):
            if isinstance(site.choice, tree.ChooseOption):
                counts = [1 + len(option.loops) for option in site.choice.options]
                writer.line(f"static const int parts_{number}[] = {{{', '.join(map(str, counts))}}};")
        with writer.block(f"static const int *const option_parts[{len(points.numbers) + 1}] =", "};"):
            for number, site in enumerate(self.module.sites):
                if isinstance(site.choice, tree.ChooseOption):
                    writer.line(f"[{points.numbers[site.point]}] = parts_{number},")
        assert self.game.play is not None
        starts = self.module.starts
        setup = -1 if self.game.setup is None else points.numbers[starts[self.game.setup]]
        writer.line(f"enum {{ PLAY = {points.numbers[starts[self.game.play]]}, SETUP = {setup} }};")

    def _facts(self) -> str:
        """The facts of the layout that the runtime needs, as JSON in a C string."""
        variables: list[tuple[str, str, int, bool]] = []
        for var in self.game.state.values():
            if not var.zone:
                kind = "i" if cell(var, self.game) == INT else "s"
                variables.append((var.name, kind, prod(self.tables.sizes(var)), bool(self.tables.sizes(var))))
        facts = {
            "game": self.game.name,
            "hash": self.source_hash,
            "words": self.tables.words,
            "row": self.points.row_items() * self.points.item_words(),
            "item": self.points.item_words(),
            "variables": variables,
            "points": [[point.label, self.points.shape(point)] for point in self.points.numbers],
        }
        text = json.dumps(facts).replace("\\", "\\\\").replace('"', '\\"')
        kinds, counts = "".join(kind for _, kind, _, _ in variables), [str(count) for _, _, count, _ in variables]
        return (
            f'static const char variable_kinds[] = "{kinds}";\n'
            f"static const int variable_counts[] = {{{', '.join(counts) or '0'}}};\n"
            f'static const char facts[] = "{text}";'
        )
