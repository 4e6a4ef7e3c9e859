"""Lines of worked examples as places: what a scenario has given, does, and expects."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import did_you_mean

from .compare import Written, shown
from .paths import Place, Takes

_ACTS = syn.WhenDo | syn.WhenPlay | syn.WhenChooses
_TAKES: dict[tuple[str, ...], Takes] = {
    ("do",): "call",
    ("wins",): "name",
    ("loses",): "name",
    ("given", "players"): "names",
    ("given", "rolls"): "list",
}


class Line(Struct, frozen=True):
    """A kind of line, as a path names it behind the scenario: `expect`, `A.can`, `given.money[A]`."""

    names: tuple[str, ...]
    indices: tuple[syn.Expr, ...] = ()

    @property
    def is_given(self) -> bool:
        """Whether it sets something."""
        return self.names[0] == "given"

    @property
    def path(self) -> str:
        """The line as paths write it."""
        return ".".join(self.names) + (f"[{', '.join(map(shown, self.indices))}]" if self.indices else "")


def line_of(rest: tuple[str, ...], indices: tuple[syn.Expr, ...]) -> Line | None:
    """The line that a path means with its names behind the scenario; None if it means none."""
    match rest:
        case ("given", _):
            return Line(rest, indices)
        case _ if indices:
            return None
        case () | ("expect",):
            return Line(("expect",))
        case ("do" | "wins" | "loses",) | (_, "can" | "cannot" | "chooses"):
            return Line(rest)
        case _:
            return None


def _given(scenario: syn.ScenarioDecl, line: Line) -> str:
    """What a scenario sets, as paths name it, for a path that names none of it; "" for one that does."""
    paths = list(dict.fromkeys(one.path for one, _ in filter(None, map(_said, scenario.steps)) if one.is_given))
    return f"there are: {', '.join(paths)}" if line.is_given and paths and line.path not in paths else ""


def line_place(scenario: syn.ScenarioDecl, line: Line, old: Written, new: Written) -> Place:
    """The place of a line; without an old value, that of a new one.

    A new `given` stands before the first `when`, any other line at the end. What is given only once is found by its
    name, every other line by its words.
    """
    name, steps = scenario.name.name, scenario.steps
    said = [(at, one[1]) for at, step in enumerate(steps) if (one := _said(step)) is not None and one[0] == line]
    begin = next((at for at, step in enumerate(steps) if isinstance(step, _ACTS)), len(steps))
    if line.is_given and old is None:
        said = [(at, value) for at, value in said if at < begin]
    alone = line.is_given and len(said) < 2
    found = said if alone else [(at, value) for at, value in said if value == old]
    at, value = found[0] if found else (_end_of_given(steps, begin) if line.is_given else len(steps), None)
    key = ("scenario", name, *line.names[:-1], line.path.rpartition(".")[2] if line.indices else line.names[-1])
    span = steps[at].span if found else scenario.name.span

    def wrap(value: Written) -> object:
        there = int(bool(found))
        put = () if value is None or isinstance(value, syn.Text) else (_step(line, value),)
        more = len(put) - there
        asides = tuple(replace(one, after=one.after + more * (one.after > at)) for one in scenario.asides)
        return replace(scenario, steps=(*steps[:at], *put, *steps[at + there :]), asides=asides)

    place = Place(key if alone else (*key, shown(old or new)), value if alone else old, span, ("scenarios", name), wrap)
    place.may_be_empty, place.takes = True, "expr" if line.indices else _TAKES.get(line.names, "expr")
    if len(found) != 1 and (old is not None or (not alone and line.is_given)):
        place.fault = f"this line appears {times(len(said if old is None else found))} in the scenario `{name}`"
        if not found:
            place.near = did_you_mean(shown(old), [shown(value) for _, value in said]) or _given(scenario, line)
    return place


def _end_of_given(steps: tuple[syn.ScenarioStep, ...], begin: int) -> int:
    """The position behind the last line before the first `when` that sets something."""
    given = syn.GivenPlayers | syn.GivenRolls | syn.GivenValue
    return next((at + 1 for at in reversed(range(begin)) if isinstance(steps[at], given)), 0)


def _said(step: syn.ScenarioStep) -> tuple[Line, syn.Expr] | None:
    """The line of a step, and its value; None for a step that only a new scenario can replace."""
    match step:
        case syn.Expect(value):
            return Line(("expect",)), value
        case syn.ExpectEnd(None):
            return Line(("expect",)), syn.Name("finish", span=step.span)
        case syn.ExpectEnd(syn.Ident(player, span=span), wins):
            return Line(("wins" if wins else "loses",)), syn.Name(player, span=span)
        case syn.ExpectOption(player, can, value):
            return Line((player.name, "can" if can else "cannot")), value
        case syn.WhenChooses(player, value):
            return Line((player.name, "chooses")), value
        case syn.WhenDo(call):
            return Line(("do",)), call
        case syn.GivenPlayers(names):
            return Line(("given", "players")), _listed(tuple(syn.Name(one.name, span=one.span) for one in names))
        case syn.GivenRolls(values):
            return Line(("given", "rolls")), _listed(values)
        case syn.GivenValue(syn.Name(name), value) if name not in ("players", "rolls"):  # these mean the lines above
            return Line(("given", name)), value
        case syn.GivenValue(syn.Index(syn.Name(name), indices), value):
            return Line(("given", name), indices), value
        case _:
            return None


def _listed(values: tuple[syn.Expr, ...]) -> syn.Expr:
    first, last = values[0], values[-1]
    return first if first is last else syn.ListLiteral(values, span=first.span.to(last.span))


def items_of(value: syn.Expr) -> tuple[syn.Expr, ...]:
    """The values of a list; a single one alone."""
    return value.items if isinstance(value, syn.ListLiteral) else (value,)


def _step(line: Line, value: syn.Expr) -> syn.ScenarioStep:
    """The step that says a value in a line; the value has the form that the line takes."""
    span = value.span
    match line.names:
        case ("expect",):
            ends = value == syn.Name("finish")
            return syn.ExpectEnd(None, True, span=span) if ends else syn.Expect(value, span=span)
        case ("wins" | "loses" as word,):
            return syn.ExpectEnd(_idents(value)[0], word == "wins", span=span)
        case ("do",):
            assert isinstance(value, syn.Call)
            return syn.WhenDo(value, span=span)
        case ("given", "players") if not line.indices:
            return syn.GivenPlayers(_idents(value), span=span)
        case ("given", "rolls") if not line.indices:
            return syn.GivenRolls(items_of(value), span=span)
        case ("given", name):
            return syn.GivenValue(_target(name, line.indices, span), value, span=span)
        case (player, "chooses"):
            return syn.WhenChooses(syn.Ident(player, span=span), value, span=span)
        case (player, word):
            return syn.ExpectOption(syn.Ident(player, span=span), word == "can", value, span=span)
        case _:
            raise AssertionError(f"no line is called {line.path}")


def _target(name: str, indices: tuple[syn.Expr, ...], span: Span) -> syn.Expr:
    variable = syn.Name(name, span=span)
    return syn.Index(variable, indices, span=span) if indices else variable


def _idents(value: syn.Expr) -> tuple[syn.Ident, ...]:
    return tuple(syn.Ident(one.name, span=one.span) for one in items_of(value) if isinstance(one, syn.Name))


def written(step: syn.ScenarioStep) -> str:
    """A line of a worked example; one that a change has put there is written out."""
    text, said = step.span.text, _said(step)
    if said is None or text.split(maxsplit=1)[0] in ("given", "when", "expect"):
        return text
    line, value = said[0], shown(said[1])
    match line.names:
        case ("do",):
            return f"when do {value}"
        case ("wins" | "loses" as word,):
            return f"expect {value} {word}"
        case ("given", _):
            sign = " =" if isinstance(step, syn.GivenValue) else ""
            return f"given {line.path.removeprefix('given.')}{sign} {value}"
        case (player, "chooses"):
            return f"when {player} chooses {value}"
        case (player, word):
            return f"expect {player} {word} {value}"
        case _:
            return f"expect {value}"


def times(count: int) -> str:
    """How often something is found, in words."""
    return f"{count} times" if count else "nowhere"
