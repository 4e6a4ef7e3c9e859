"""Messages for paths that name nothing, with a suggestion."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.grammar.keywords import declare_anew
from regelwerk_dsl.suggest import did_you_mean

from ..declare.collect import Declarations, Key
from ..resolve.lookahead import Constants
from .compare import title_of
from .paths import ident_of, name_span, part_names
from .targets import find_declared, find_places, find_targets, pieces, strip_type

HELP = {
    "amend": "name a cell, a field, a rule of one expression, a bound, a text",
    "remove": "name a rule, a card, a row, a scenario, a chapter",
    "replace": "only what exists can be replaced; `add` what is new",
    "add": "name an existing card",
}

PARTS_OF_TEXTS = {
    "chapter": "name its `title`, or its `prose` for a passage, or replace the chapter",
    "scenario": "name its `title`, what is given, done or expected, or what a player chooses, can or cannot",
}


def report_no_target(table: Declarations, constants: Constants, step: syn.Amendment, diagnostics: Diagnostics) -> None:
    """E0901: there is nothing of that name to change."""
    word = step.span.text.split(maxsplit=1)[0]
    if isinstance(step, syn.RemoveStmt) and step.title is not None:
        titles = [title_of(one.title) for one in table.invariants]
        near = did_you_mean(title_of(step.title), titles)
        diagnostics.report(
            "E0901", step.title.span, "there is no invariant of this title to remove", help=near or HELP[word]
        )
    elif isinstance(step, syn.ReplaceStmt) and not step.path:  # a part of the frame, or several things
        assert isinstance(step.body, syn.Decl)
        for key, node in pieces(table, step.body):
            if find_declared(table, constants, key, type(node)) is None:
                invariant = isinstance(node, syn.InvariantDecl)
                span = node.title.span if isinstance(node, syn.InvariantDecl) else name_span(node)
                name = f"invariant {span.text}" if invariant else key[0]
                diagnostics.report("E0901", span, f"there is no `{name}` to {word}", help=HELP[word])
    else:
        names = tuple(part.name for part in step.path)
        body = step.body if isinstance(step, syn.ReplaceStmt) else None
        if isinstance(body, syn.ScenarioDecl | syn.ChapterDecl | syn.MeasureDecl):
            names = pieces(table, body)[0][0]
        span = step.path[0].span.to(step.path[-1].span)
        near, labels = _near(table, constants, names)
        message = f"there is no `{'.'.join(names)}` to {word}"
        if isinstance(step, syn.AmendStmt) and step.indices:
            near = "brackets belong only to what a scenario sets: `scenario.NAME.given.VARIABLE[...]`"
        diagnostics.report("E0901", span, message, labels=labels, help=near or HELP[word])


def _near(table: Declarations, constants: Constants, names: Key) -> tuple[str, tuple[Label, ...]]:
    """A suggestion for a path, and the place of the last part that was found."""
    if names[0] in PARTS_OF_TEXTS and len(names) > 1:
        declared: Iterable[str] = table.scenarios if names[0] == "scenario" else table.chapters
        return PARTS_OF_TEXTS[names[0]] if names[1] in declared else _closest(names[1], declared), ()
    if names[0] == "state" and len(names) > 1 and names[1] in table.state:
        return f"variables are named without `state`: `{'.'.join(names[1:])}`", ()
    if names[0] == "measure" and len(names) > 1 and names[1] not in table.measures:
        return _closest(names[1], table.measures), ()
    for target in find_targets(table, constants, names):
        node, rest = target.node, target.rest
        what = "this card" if isinstance(node, syn.CardDecl) else "declared here"
        labels = (Label(name_span(node), what),) if ident_of(node) else ()
        match node:
            case syn.StateVar() if rest == ("seen",):
                return declare_anew(names[0]), labels
            case syn.UnitDecl() | syn.StateVar() | syn.DefineDecl() | syn.EffectDecl() if not rest:
                word = str(target.steps[0]).rstrip("s")
                return f"it has more than one expression: write `replace {word} {names[0]}...`", labels
            case (
                syn.UnitDecl()
                | syn.StateVar()
                | syn.DefineDecl()
                | syn.EffectDecl()
                | syn.PlayersDecl()
                | syn.PlayDecl()
                | syn.MeasureDecl()
            ) if len(rest) == 1:
                parts = part_names(type(node))
                whole = ".".join(target.key)
                return did_you_mean(rest[0], parts) or _one_of([f"{whole}.{part}" for part in parts]), labels
            case syn.TableDecl() | syn.MapDecl() if rest:
                known = [row.key.name for row in node.rows]
                if rest[0] in known and len(rest) > 1:
                    rest, known = rest[1:], [column.name.name for column in node.columns]
                return _closest(rest[0], known), labels
            case syn.EnumDecl() | syn.SumEnumDecl() | syn.RangeEnumDecl() | syn.ProductEnumDecl() if rest:
                return _closest(rest[0], constants.keys(names[0])), labels
            case syn.CardDecl() if rest:
                kind = table.card_types.get(node.card_type.name)
                known = [member.name.name for member in kind.members] if kind is not None else []
                known += [
                    "text",
                    "title",
                    "copies",
                    *(["printed"] if node.printed else []),
                    *(key[1] for key in constants.members(node) if len(key) == 2),
                ]
                return _closest(rest[0], known), labels
            case _:
                pass
    short = strip_type(table, names)
    if len(short) < len(names):
        return did_you_mean(short[0], table.cards), ()
    every = [*table.enums, *table.card_types, *table.cards, *table.defines, *table.effects, *table.events]
    every += [*table.state, *table.units]
    fitting = [
        name for name in every if len(names) > 1 and find_places(table, constants, (name, *names[1:]), None, None)
    ]
    return did_you_mean(names[0], fitting) or did_you_mean(names[0], every), ()


def _closest(name: str, known: Iterable[str]) -> str:
    """The known name that may have been meant, or all of them."""
    names = list(known)
    return did_you_mean(name, names) or _one_of(names)


def _one_of(names: list[str]) -> str:
    return f"there are: {', '.join(names[:12])}{', …' if len(names) > 12 else ''}" if names else ""
