"""Answers to bots about a position, as C: aims, hints, the number of answers, and the sizes of frames."""

from __future__ import annotations

from ..analysis.costs import ENTRY_STEPS
from ..model import tree
from ..model.ir import Module, Site
from ..model.walk import hints_about
from .kinds import INT, ROWS, SEQUENCE
from .points import Points
from .statements import Writer


class Trials:
    """Writes the functions that answer bots."""

    def __init__(self, module: Module, points: Points, writer: Writer) -> None:
        self.module, self.game, self.points, self.writer = module, module.game, points, writer
        self.expressions, self.tables = points.expressions, points.tables

    def write(self) -> None:
        """Writes all of them."""
        self._aims()
        hints = {kind: self._hints(kind) for kind in ("skip", "prefer")}
        for kind, found in hints.items():
            cases = ((self._number(site), f"return {kind}_{at}(m, option);") for at, site in found)
            self.writer.switch(f"static i64 {kind}_of(M *m, const i64 *option)", "m->site", cases)
        skipping = ((self._number(site), "return 1;") for _, site in hints["skip"])
        self.writer.switch("static int has_skip(int point)", "point", skipping, "return 0;")
        self._answers()
        self._frames()

    # ---- aims

    def _aims(self) -> None:
        """Writes the aim of a player as the bots of the runtime compute it, and the signs of the lines of `outcome`."""
        kinds, line = [one.kind for one in self.game.outcome], self.writer.line
        line(f"static const int outcome_signs[] = {{{', '.join('-1' if kind == 'least' else '1' for kind in kinds)}}};")
        line(f"enum {{ TOGETHER = {int('won' in kinds)} }};")
        with self.writer.block("static i64 aim_of(M *m, i64 player)"):
            if self.game.value is not None:
                line("return value_of(m, player);")
            elif kinds:
                at = len(kinds) - 1 if "won" in kinds else 0
                aim = f"outcome_{at}(m, player)"
                line(f"return {f'negate(m, {aim})' if kinds[at] == 'least' else aim};")
            else:
                line("return 0;")

    # ---- hints

    def _hints(self, kind: str) -> list[tuple[int, Site]]:
        """Writes the hints of a kind; returns the sites that have one, each with its number."""
        found = []
        for number, site in enumerate(self.module.sites):
            declined, hints = hints_about(site.choice, kind)
            if declined is None and all(hint is None for _, hint in hints):
                continue
            found.append((number, site))
            with self.writer.block(f"static i64 {kind}_{number}(M *m, const i64 *option)"):
                self.points.open_frame(site.point)
                if site.choice.may:
                    with self.writer.block("if (option[0] == DECLINE)"):
                        self._answer(declined)
                is_value = isinstance(site.choice, tree.ChooseValue)
                for at, (loops, hint) in enumerate(hints):
                    if hint is None:
                        continue
                    with self.writer.block("" if is_value else f"if (option[0] == {at})"):
                        for cell, loop in enumerate(loops, 0 if is_value else 1):
                            name = self.expressions.local(loop.local)
                            self.writer.line(f"i64 {name} = option[{cell}]; (void){name};")
                        self._answer(hint)
                self.writer.line("return 0;")
        return found

    def _answer(self, hint: tree.TExpr | None) -> None:
        if hint is None:
            self.writer.line("return 0;")
            return
        steps = self.expressions.costs.of(hint)
        self.points.spend(steps if steps > ENTRY_STEPS else 0)
        self.writer.line(f"return {self.expressions.text(hint, INT)};")

    # ---- simultaneous choices

    def _answers(self) -> None:
        """Writes the number of answers to the simultaneous choice under way, or NONE."""
        collecting = [(number, site) for number, site in enumerate(self.module.sites) if site.answers is not None]
        for number, site in collecting:
            assert site.answers is not None
            with self.writer.block(f"static i64 answers_{number}(M *m)"):
                self.points.open_frame(site.point)
                self.writer.line(f"return {self.expressions.local(site.answers)}.count;")
        cases = ((self._number(site), f"return answers_{number}(m);") for number, site in collecting)
        self.writer.switch("static i64 answers_of(M *m)", "m->site", cases, "return NONE;")

    def _number(self, site: Site) -> int:
        return self.points.numbers[site.point]

    # ---- frames

    def _frames(self) -> None:
        """Writes the number of words of the frame that ends at a place of the stack."""
        alike: dict[str, list[int]] = {}
        for point, number in self.points.numbers.items():
            steps, fixed = list[str](), 0
            for local in reversed(point.values):
                kind = self.expressions.kind(local)
                if kind in (SEQUENCE, ROWS):
                    row = "" if kind == SEQUENCE else f"{self.points.row_items() * self.points.item_words()} * "
                    steps.append(
                        f"at -= {fixed}; at -= 1 + {row}stack[at - 1];" if fixed else f"at -= 1 + {row}stack[at - 1];"
                    )
                    fixed = 0
                else:
                    fixed += self.tables.words_of(kind)
            alike.setdefault(" ".join([*steps, f"at -= {fixed};" if fixed else ""]).strip(), []).append(number)
        with self.writer.block("static int frame_words(const i64 *stack, int end)"):
            self.writer.line("i64 at = end;")
            with self.writer.block("switch (stack[--at])"):
                for steps_, numbers in alike.items():
                    if steps_:
                        self.writer.line(" ".join(f"case {number}:" for number in numbers))
                        self.writer.line(f"    {steps_} break;")
            self.writer.line("return end - (int)at;")
