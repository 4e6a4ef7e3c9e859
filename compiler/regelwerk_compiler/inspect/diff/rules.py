"""Data model of a comparison, and the declarations of a game that it compares line by line."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span
from regelwerk_dsl.syntax.nodes import walk

from ...amend.compare import shown, title_of
from ...amend.examples import written
from ...declare.collect import Declarations
from ...model.symbols import Game

KINDS = {
    "frame": "The frame",
    "unit": "Units",
    "table": "Tables",
    "column": "Columns",
    "row": "Rows",
    "value": "Values",
    "name": "Names",
    "card type": "Card types",
    "card": "Cards",
    "copies": "Copies",
    "field": "Fields of cards",
    "title": "Titles of cards",
    "text": "Texts of cards",
    "state": "State",
    "rule": "Rules",
    "sentence": "Sentences",
    "chapter": "Chapters",
    "scenario": "Scenarios",
    "invariant": "Invariants",
    "measure": "Measures",
}
"""The kinds of differences in the order in which they are shown, each with its heading."""

CHANGED, ADDED, REMOVED = "changed", "added", "removed"


@dataclass(frozen=True, slots=True)
class Part:
    """Something in one game that another game can have, lack, or have in another form.

    Attributes:
        kind: one of KINDS.
        name: its full name.
        compared: what two of them are compared by.
        shown: what a difference shows of it, as in `Difference.left`.
        span: where it stands, if that is known.
        parts: what it holds; compared where both games have the whole.
        definition: of a value that is defined, the lines of its definition; shown where the other game has a rule.
    """

    kind: str
    name: str
    compared: object
    shown: Any
    span: Span | None = None
    parts: tuple[Part, ...] = ()
    definition: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """The key by which the same part of two games is found; a defined value may become a rule."""
        return ("rule" if self.definition else self.kind, self.name)


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same in two games.

    Attributes:
        kind: one of KINDS.
        name: its full name, as `explain` takes it: `Route.blue.lanes`, `theft.asia`, `sell`.
        change: `changed`, `added`, `removed`.
        left, right: what it is on either side, None if it is not there: plain data as in the checked game, the
            lines of a rule as one text, words by language.
        left_where, right_where: `file:line`.
        by: the errata and variants that made it so; empty where it follows from another difference.
    """

    kind: str
    name: str
    change: str
    left: object
    right: object
    left_where: str = ""
    right_where: str = ""
    by: tuple[str, ...] = ()


Rule = (
    syn.DefineDecl
    | syn.EffectDecl
    | syn.EventDecl
    | syn.SetupDecl
    | syn.PlayDecl
    | syn.OutcomeDecl
    | syn.ValueDecl
    | syn.MeasureDecl
    | syn.AbilitySignature
    | syn.AbilityBody
    | syn.Listener
)

NOT_COMPARED = ("span", "name", "source", "sentences", "limit")
"""Fields of declarations that are no part of the rule, or are compared elsewhere."""


def rule_parts(game: Game, table: Declarations) -> Iterator[Part]:
    """State, rules, what cards do, the frame, chapters, scenarios, invariants, measures; as in the sources."""
    for var in table.state.values():
        yield Part("state", var.name.name, _compared(var), _variable(var), var.span)
    for define in table.defines.values():
        yield _define(define)
    acting: dict[str, Rule] = {**table.effects, **table.events}
    yield from (_rule(name, decl) for name, decl in acting.items())
    yield from _of_cards(game)
    for name, part in (
        ("setup", table.setup),
        ("play", table.play),
        ("outcome", table.outcome),
        ("value", table.value),
    ):
        if part is not None:
            yield _rule(name, part)
    for chapter in table.chapters.values():
        text = f"{heading(chapter)}\n\n{chapter.prose}"
        yield Part("chapter", chapter.name.name, _compared(chapter), text, chapter.span)
    for scenario in table.scenarios.values():
        text = "\n".join([heading(scenario), *step_lines(scenario)])
        yield Part("scenario", scenario.name.name, _compared(scenario), text, scenario.span)
    for invariant in table.invariants:
        title, span = title_of(invariant.title), invariant.span
        yield Part("invariant", title, invariant.condition, lines_of(span), span)
    for measure in table.measures.values():
        name = f"measure.{measure.name}"
        yield Part("measure", name, _compared(measure), source_of(measure), measure.span)


def _compared(decl: syn.Node) -> list[object]:
    return [getattr(decl, name) for name in decl.__struct_fields__ if name not in NOT_COMPARED]


def _rule(name: str, decl: Rule) -> Part:
    return Part("rule", name, _compared(decl), source_of(decl), decl.span)


def _define(decl: syn.DefineDecl) -> Part:
    if decl.params or isinstance(decl.body, syn.Block):
        return _rule(decl.name.name, decl)
    value = _joined(decl, decl.body) if decl.span.holds(decl.body.span) else shown(decl.body)
    return Part("value", decl.name.name, _compared(decl), value, decl.body.span, definition=source_of(decl))


def _of_cards(game: Game) -> Iterator[Part]:
    """The abilities and listeners of cards, card by card: so a family and a member that has left it can be compared."""
    for kind in game.card_types.values():
        for ability in kind.abilities.values():
            yield _rule(f"{kind.name}.{ability.name}", ability.decl)
    for card in game.cards.values():
        members = card.decl.members if isinstance(card.decl, syn.CardDecl) else ()
        for each in card.members:
            for member in members:
                if isinstance(member, syn.AbilityBody):
                    yield _rule(f"{each.key}.{member.name}", member)
                elif isinstance(member, syn.Listener):
                    yield _rule(f"{each.key}.on_{member.event}", member)


# ---- lines -----------------------------------------------------------------------------------------------------------


def lines_of(span: Span) -> str:
    """A piece of source as if it stood at the left margin, its first line from where the piece begins."""
    return _dedented(span.text)


def _dedented(text: str) -> str:
    first, _, rest = text.partition("\n")
    if not rest:
        return first
    return f"{first}\n{textwrap.indent(textwrap.dedent(rest), '    ')}".rstrip()


def source_of(decl: Rule) -> str:
    """The lines of a declaration, with the body that a change has given it."""
    body = _body(decl)
    own = (body, decl.title if isinstance(decl, syn.MeasureDecl) else None)
    if all(part is None or decl.span.holds(part.span) for part in own):
        return _with_kept(_dedented(_with_added(decl, body)), decl)
    head = _head(decl)
    if isinstance(body, syn.Block):
        return f"{head}:\n{textwrap.indent(lines_of(body.span), '    ')}"
    return f"{head} = {shown(body)}"


def _with_added(decl: Rule, body: syn.Expr | syn.Block | None) -> str:
    """The text of a declaration with what changes have added by `before`, `after`, `restrict` and `allow`."""
    text, start = decl.span.text, decl.span.start
    returned = (node.value for node in walk(body) if isinstance(node, syn.ReturnStmt))
    tests = [one for one in (body, *returned) if isinstance(one, syn.Binary) and decl.span.holds(one.span)]
    for test in sorted(tests, key=lambda one: one.span.start, reverse=True):
        if not decl.span.holds(test.right.span):
            text = text[: test.span.start - start] + _joined(decl, test) + text[test.span.end - start :]
    statements = body.statements if isinstance(body, syn.Block) else ()
    at = next((number for number, one in enumerate(statements) if decl.span.holds(one.span)), None)
    added = [one for one in statements if isinstance(one, syn.DoStmt) and not decl.span.holds(one.span)]
    if at is None or not added:
        return text
    first = statements[at].span.start - start
    head = text[:first].rstrip(" ")
    indent = text[len(head) : first] if head.endswith("\n") else "    "  # else it follows the colon
    counts = Counter(_called(node) for node in walk(body) if isinstance(node, syn.DoStmt))
    told = dict.fromkeys(map(_called, added))  # once, though it may stand before a `return` too
    calls = [f"{indent}{call}{'  # wherever it ends' * (counts[call] > 1)}" for call in told]
    before = sum(one in statements[:at] for one in added)
    return "\n".join([head.removesuffix("\n"), *calls[:before], indent + text[first:], *calls[before:]])


def _joined(decl: Rule, test: syn.Expr) -> str:
    """A condition with the further ones that changes have added to it."""
    if not isinstance(test, syn.Binary) or decl.span.holds(test.right.span):
        return shown(test)
    left, right = _joined(decl, test.left), shown(test.right)
    parts = ((left, test.left), (right, test.right))
    words = (f"({said})" if _reaches(one, test.operator) else said for said, one in parts)
    return f" {test.operator} ".join(words)


def _reaches(test: syn.Expr, operator: str) -> bool:
    """True if a condition would mean something else beside an operator without brackets."""
    is_other = isinstance(test, syn.Binary) and test.operator in ("and", "or") and test.operator != operator
    return is_other or isinstance(test, syn.Quantifier | syn.Conditional)


def _called(statement: syn.DoStmt) -> str:
    """A call as it would be written; one that a change has added is in no source."""
    return f"do {shown(statement.call.function)}({', '.join(map(shown, statement.call.arguments))})"


def _body(decl: Rule) -> syn.Expr | syn.Block | None:
    match decl:
        case syn.AbilitySignature():
            return decl.default
        case syn.EventDecl() | syn.OutcomeDecl() | syn.ValueDecl():
            return None
        case syn.MeasureDecl(value=value):
            return value
        case _:
            return decl.body


def _head(decl: Rule) -> str:
    """The words before the body of a declaration."""
    if isinstance(decl, syn.AbilitySignature):
        params = ", ".join(f"{param.name}: {type_text(param.type)}" for param in decl.params)
        result = f" -> {type_text(decl.result)}" if decl.result is not None else ""
        brackets = f"({params})" if params or not result else ""
        return f"{decl.name}{brackets}{result}{' may nest' * decl.nests}"
    if isinstance(decl, syn.MeasureDecl):
        title = f" {decl.title.span.text}" if decl.title is not None else ""
        return f"measure {decl.name}{f' of {decl.player}' if decl.player is not None else ''}{title}"
    parts = (getattr(decl, "name", None), *getattr(decl, "params", ()), getattr(decl, "result", None))
    last = [part.span.end for part in parts if part is not None][-1]
    head = decl.span.source.text[decl.span.start : last]
    return head + (")" if head.count("(") > head.count(")") else "")


def _with_kept(lines: str, decl: Rule) -> str:
    """The lines of a rule that replaces another one, with the sentences that it has kept from it."""
    if not isinstance(decl, syn.DefineDecl | syn.EffectDecl | syn.EventDecl):
        return lines
    said = decl.sentences
    says = f"says to {said.reader.span.text}" if said.reader is not None else "says"
    texts = ((says, said.says), ("offer", said.offer), ("text", said.text))
    kept = [
        f"    {kind} {text.span.text}" for kind, text in texts if text is not None and not decl.span.holds(text.span)
    ]
    first, *rest = lines.split("\n")
    return "\n".join([first, *kept, *rest] if isinstance(_body(decl), syn.Block) else [first, *rest, *kept])


def _variable(var: syn.StateVar) -> str:
    """A variable's line; with what a change has put in it."""
    if all(var.span.holds(part.span) for part in (var.type, var.initial) if part is not None):
        return lines_of(var.span)
    indices = f"[{', '.join(type_text(index) for index in var.indices)}]" if var.indices else ""
    initial = f" = {shown(var.initial)}" if var.initial is not None else " = all" if var.all_cards else ""
    return f"{var.name}{indices}: {type_text(var.type)}{initial}"


def type_text(type_: syn.TypeExpr) -> str:
    """A type as it is written."""
    match type_:
        case syn.NamedType(name):
            return name
        case syn.RangeType(low, high):
            return f"{shown(low)}..{shown(high)}"
        case syn.OptionalType(inner):
            return f"{type_text(inner)}?"
        case syn.SetType(member):
            return f"set of {type_text(member)}"
        case syn.PerType(value, key):
            return f"{type_text(value)} per {type_text(key)}"
        case syn.PileType(card):
            return f"pile of {type_text(card)}"
        case syn.PlaceType(card):
            return f"place for {type_text(card)}"


def heading(decl: syn.ChapterDecl | syn.ScenarioDecl) -> str:
    """The title of a chapter or scenario; its name if it has none."""
    return title_of(decl.title) if decl.title is not None else decl.name.name


def step_lines(scenario: syn.ScenarioDecl) -> list[str]:
    """The steps of a worked example and what its author tells before, between and after them, a line each."""
    told: list[tuple[int, syn.Text | None]] = [(0, scenario.why)]
    told += [(aside.after, aside.text) for aside in scenario.asides]
    told.append((len(scenario.steps), scenario.so))
    lines = [written(step) for step in scenario.steps]
    for after, text in reversed(told):
        if text is not None:
            lines.insert(after, f'text "{title_of(text)}"')
    return [" ".join(line.split()) for line in lines]
