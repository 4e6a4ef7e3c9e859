"""Random statements that keep numbers for each land, and numbers and truth values that may be missing."""

from __future__ import annotations

from collections.abc import Callable

from random_leaves import Made
from random_statements import Done, Play, Statements, indented, within
from random_values import INT, LAND, MAYBE_BOOL, MAYBE_INT, PER
from random_world import World


class Kept(Statements):
    """Adds these statements."""

    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        return [*super().acting(), self._let_per, self._set_load, self._set_maybe, self._set_maybe, self._known]

    def _statement(self, depth: int, defining: str, loop: bool) -> Done:
        if self.rng.random() < 0.06:
            return self._set_entry() if self.local(PER) else self._let_per()
        return super()._statement(depth, defining, loop)

    # ---- numbers for each land
    def _let_per(self, *_: object) -> Done:
        """A copy with entries of its own."""
        name, value = self.name("v"), self.of(PER, 2)
        self.scope[name] = PER
        self.vars.append(name)
        return self._simple(f"let {name}: {PER} = {value.text}", lambda w: w.locals.update({name: value.value(w)}))

    def _set_entry(self) -> Done:
        names = [name for name in self.vars if self.scope[name] == PER]
        if not names:
            return self._let_per()
        name, land, value = self.rng.choice(names), self.of(LAND, 2), self.of(INT, 2)
        sign = self.rng.choice(["=", "+=", "-="])
        fit = Made(f"({value.text} mod 50)", lambda w: value.value(w) % 50)

        def act(w: World) -> None:
            at, number = land.value(w), fit.value(w)
            before = w.locals[name][at]
            number = {"=": number, "+=": before + number, "-=": before - number}[sign]
            w.locals[name] = tuple(number if place == at else one for place, one in enumerate(w.locals[name]))

        return self._simple(f"{name}[{land.text}] {sign} {fit.text}", act)

    def _set_load(self, *_: object) -> Done:
        """All numbers of the state at once."""
        value = self.of(PER, 2)

        def act(w: World) -> None:
            for land, number in enumerate(value.value(w)):
                w.state["load", land] = within(number, *w.frame.limits("load"))

        return self._simple(f"load = {value.text}", act)

    # ---- optional values
    def _set_maybe(self, *_: object) -> Done:
        type_ = self.rng.choice([MAYBE_INT, MAYBE_BOOL])
        name = self.variable(type_)
        assert name is not None
        (place, text), inner = self.place(name, 2), type_.removesuffix("?")
        value = self.of(type_ if self.rng.random() < 0.3 else inner, 2)
        if value.text != "none" and self.rng.random() < 0.25:
            value = Made("none", lambda w: None)

        def act(w: World) -> None:
            at, found = place(w), value.value(w)
            w.state[at] = within(found, *w.frame.limits(name)) if inner == INT and found is not None else found

        return self._simple(f"{text} = {value.text}", act)

    def _known(self, depth: int, _: str, loop: bool) -> Done:
        """The statements for an existing value, with that value, and those for a missing one."""
        type_, name = self.rng.choice([MAYBE_INT, MAYBE_BOOL]), self.name("v")
        found = self.of(type_, 2)
        self.scope[name] = type_.removesuffix("?")
        then = self.block(min(depth - 1, 1), loop=loop)
        del self.scope[name]
        other = self.block(0, loop=loop)

        def run(w: World) -> Play:
            value = w.locals[name] = found.value(w)
            yield from (other if value is None else then).run(w)

        lines = [f"let {name} = {found.text}", f"if {name} is not none:", *indented(then.lines)]
        return Done([*lines, "else:", *indented(other.lines)], run)
