"""Selection and order of the changes that apply: the errata that are not left out, then the chosen variants."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean
from regelwerk_dsl.syntax.nodes import walk

from ..declare.collect import Declarations
from ..model import types as ty
from ..model.closure import closure
from ..resolve.lookahead import Constants
from .compare import argument_value, substitute

REQUEST = re.compile(r"^\s*(?P<name>[^\W\d]\w*)\s*(?:\((?P<values>.*)\))?\s*$")


class Chosen(Struct, frozen=True):
    """A change that applies.

    Attributes:
        decl: the change, with its parameters filled in.
        request: how it is asked for: `japanese`, `target(150000)`.
        after: the names of all changes that it comes after, also through others.
    """

    decl: syn.ChangeDecl
    request: str
    after: frozenset[str] = field(default=frozenset())

    @property
    def name(self) -> str:
        """The name of the change."""
        return self.decl.name.name

    @property
    def by(self) -> str:
        """Its kind and request, as histories show it: `erratum risk_205`, `variant target(150000)`."""
        return f"{self.decl.kind} {self.request}"


def request_key(request: str) -> str:
    """A request in one form: `target( 150_000 )` is `target(150000)`."""
    match = REQUEST.match(request)
    if match is None:
        return request.strip()
    values = [value.replace("_", "") if _is_number(value) else value for value in _values(match)]
    return f"{match['name']}({','.join(values)})" if values else match["name"]


def _values(match: re.Match[str]) -> list[str]:
    return [value.strip() for value in (match["values"] or "").split(",") if value.strip()]


def _is_number(text: str) -> bool:
    return text.replace("_", "").lstrip("-").isdigit()


def asked(option: str, request: str) -> Span:
    """The request of a user, as a place that messages can show."""
    return Span(SourceFile(f"--{option}", request), 0, len(request))


def select_changes(
    table: Declarations, variants: Iterable[str], without: Iterable[str], diagnostics: Diagnostics
) -> list[Chosen]:
    """The changes in the order in which they apply; it does not depend on the order of the requests.

    Errors: E0906 (no such variant or erratum, or its parameters do not fit), E0904 (two that exclude each other, or
    come after each other), E0905 (one that needs another).
    """
    changes, constants = table.changes, Constants(table)
    before = len(diagnostics)
    errata = {name: decl for name, decl in changes.items() if decl.kind == "erratum"}
    left_out = set(without)
    for name in sorted(left_out - set(errata)):
        near = did_you_mean(name, list(errata)) or _all_of(errata)
        diagnostics.report("E0906", asked("without", name), f"there is no erratum `{name}`", help=near)
    _check_relations(changes, diagnostics)
    wanted: dict[str, Chosen] = {}
    for request in sorted(set(map(request_key, variants))):
        found = _requested(table, constants, request, diagnostics)
        if found is None:
            continue
        name = found.name
        if name in wanted:
            diagnostics.report(
                "E0906",
                found.decl.name.span,
                f"the variant `{name}` is chosen twice with different values",
                help=f"choose `{wanted[name].request}` or `{request}`",
            )
        wanted.setdefault(name, found)
    _check_wanted(wanted, changes, diagnostics)
    chosen = [Chosen(decl, name) for name, decl in errata.items() if name not in left_out]
    ordered = _ordered(chosen, diagnostics) + _ordered([wanted[name] for name in sorted(wanted)], diagnostics)
    return ordered if len(diagnostics) == before else chosen  # consequences of a wrong choice are not reported


def _all_of(changes: Iterable[str]) -> str:
    names = ", ".join(changes)
    return f"there are: {names}" if names else "the game has none"


def _requested(table: Declarations, constants: Constants, request: str, diagnostics: Diagnostics) -> Chosen | None:
    match = REQUEST.match(request)
    variants = {name: decl for name, decl in table.changes.items() if decl.kind == "variant"}
    name = match["name"] if match else request
    decl = variants.get(name)
    if decl is None:
        near = did_you_mean(name, list(variants)) or _all_of(variants)
        if match is None:  # a path
            near = "a file with a variant ends in `.regel`; values go to its name: `--variant FILE --variant 'NAME(5)'`"
        diagnostics.report("E0906", asked("variant", request), f"there is no variant `{name}`", help=near)
        return None
    values = _values(match) if match else []
    if len(values) != len(decl.params):
        params = ", ".join(param.name.name for param in decl.params)
        diagnostics.report(
            "E0906",
            decl.name.span,
            f"the variant `{name}` takes {_counted(len(decl.params))}, not {len(values)}",
            help=f"write for example `--variant '{name}({params})'`" if params else f"write `--variant {name}`",
        )
        return None
    mapping: dict[str, Callable[[Span], syn.Expr]] = {}
    for param, text in zip(decl.params, values, strict=True):
        fault = fault_of(constants, param, text)
        if fault:
            diagnostics.report("E0906", param.span, f"`{request}` does not fit: {fault}", note="declared here")
            return None
        mapping[param.name.name] = partial(argument_value, text)
    if mapping and _hides(decl, mapping, diagnostics):
        return None
    return Chosen(substitute(decl, mapping) if mapping else decl, request)


def _hides(decl: syn.ChangeDecl, mapping: Collection[str], diagnostics: Diagnostics) -> bool:
    """True if something inside a variant has the name of one of its parameters. Errors: E0202."""
    for node in walk(decl.amendments):
        match node:
            case syn.Param(name) | syn.Binder(name) | syn.LetStmt(name):
                names: tuple[syn.Ident, ...] = (name,)
            case (
                syn.AbilityBody(params=params)
                | syn.Listener(params=params)
                | syn.ReplaceStmt(params=params)
                | syn.StackedStmt(params=params)
            ):
                names = params
            case _:
                names = ()
        for name in names:
            if name.name in mapping:
                outer = next(param.name.span for param in decl.params if param.name.name == name.name)
                diagnostics.report(
                    "E0202",
                    name.span,
                    f"`{name}` is already a parameter of the variant",
                    labels=(Label(outer, "declared first here"),),
                    help="rename one of the two",
                )
                return True
    return False


# ---- relations -------------------------------------------------------------------------------------------------


def _check_relations(changes: dict[str, syn.ChangeDecl], diagnostics: Diagnostics) -> None:
    """Checks that every change named by another one exists."""
    for decl in changes.values():
        for other in (*decl.after, *decl.needs, *decl.excludes):
            if other.name not in changes:
                near = did_you_mean(other.name, list(changes))
                help = (
                    near or "if it has a file of its own, give that too: `--variant FILE`; otherwise remove this line"
                )
                diagnostics.report("E0906", other.span, f"there is no variant `{other}`", help=help)


def _check_wanted(wanted: dict[str, Chosen], changes: dict[str, syn.ChangeDecl], diagnostics: Diagnostics) -> None:
    for one in wanted.values():
        for other in one.decl.excludes:
            if other.name in wanted:
                diagnostics.report(
                    "E0904",
                    other.span,
                    f"the variants `{one.decl.name}` and `{other}` exclude each other",
                    labels=(Label(wanted[other.name].decl.name.span, "the other one"),),
                    help="choose one of the two",
                )
        for other in one.decl.needs:
            if other.name not in wanted and other.name in changes:
                diagnostics.report(
                    "E0905",
                    other.span,
                    f"the variant `{one.decl.name}` needs `{other}`",
                    help=f"add `--variant {other}`",
                )


def _ordered(chosen: list[Chosen], diagnostics: Diagnostics) -> list[Chosen]:
    """The changes, each after those that it comes after or needs, otherwise in order. Errors: E0904 (a cycle)."""
    before = {one.name: {other.name for other in (*one.decl.after, *one.decl.needs)} - {one.name} for one in chosen}
    after = {one.name: _all_before(one.name, before) for one in chosen}
    cycle = [one.decl for one in chosen if one.name in after[one.name]]
    if cycle:
        first, *others = cycle
        diagnostics.report(
            "E0904",
            first.name.span,
            f"{', '.join(f'`{decl.name}`' for decl in cycle)} come after each other",
            labels=tuple(Label(decl.name.span, "this one too") for decl in others),
            help="leave one of them out, or remove an `after`",
        )
        return chosen
    left, names, found = list(chosen), {one.name for one in chosen}, list[Chosen]()
    while left:
        ready = next(one for one in left if after[one.name].isdisjoint(names))
        found.append(replace(ready, after=after[ready.name]))
        left.remove(ready)
        names.discard(ready.name)
    return found


def _all_before(name: str, before: dict[str, set[str]]) -> frozenset[str]:
    return frozenset(closure(before.get(name, ()), lambda other: before.get(other, ())))


def _counted(values: int) -> str:
    return "1 value" if values == 1 else f"{values} values"


# ---- values of parameters --------------------------------------------------------------------------------------------


def fault_of(constants: Constants, param: syn.Param, text: str) -> str:
    """What keeps a parameter from having a value; "" if nothing does, or if only its uses can tell."""
    type_ = constants.type(param.type)
    if isinstance(type_, ty.OptionalType) and text == "none":
        return ""
    value = argument_value(text, param.span)
    match ty.strip_optional(type_):
        case ty.BoolType():
            return "" if isinstance(value, syn.BoolLiteral) else f"`{param.name}` must be yes or no, not {text}"
        case ty.MemberType(enum):
            keys = constants.keys(enum)
            known = text.rpartition(".")[2] in keys
            return "" if known else f"`{param.name}` must be one of {', '.join(keys)}, not {text}"
        case ty.IntType(low, high):
            number = constants.number(value)
            if number is None:
                return f"`{param.name}` must be a number, not {text}"
            if low is not None and high is not None and not low <= number <= high:
                return f"`{param.name}` must be from {low:_} to {high:_}, not {number:_}"
            return ""
        case ty.CardType() | ty.SetType() | ty.PerType() | ty.TextType() | ty.OptionalType():
            return ""
        case ty.PileType() | ty.PlaceType() | ty.NoneType() | ty.EmptyType() | ty.ErrorType():
            return ""


def sample_value(constants: Constants, decl: syn.ChangeDecl, param: syn.Param) -> str:
    """A value that a parameter can have, as it is written in a request.

    The base value that the parameter replaces, else the greatest of its range, or the first member.
    """
    goes = syn.Name(param.name.name, span=param.span)
    for step in (step for step in decl.amendments if isinstance(step, syn.AmendStmt)):
        if step.new == goes and isinstance(step.old, syn.Number | syn.BoolLiteral | syn.Name):
            return step.old.span.text
    match ty.strip_optional(constants.type(param.type)):
        case ty.BoolType():
            return "yes"
        case ty.MemberType(enum):
            return next(iter(constants.keys(enum)), "none")
        case ty.IntType(high=int(high)):
            return str(high)
        case _:
            return "1"


def with_needs(table: Declarations, change: syn.ChangeDecl) -> tuple[str, ...]:
    """A variant and all that it needs, as written on a command line, with sample values."""
    names = closure(
        [change.name.name], lambda name: (one.name for one in table.changes[name].needs if one.name in table.changes)
    )
    values = {
        name: ", ".join(sample_value(Constants(table), table.changes[name], one) for one in table.changes[name].params)
        for name in names
    }
    return tuple(f"{name}({given})" if given else name for name, given in values.items())
