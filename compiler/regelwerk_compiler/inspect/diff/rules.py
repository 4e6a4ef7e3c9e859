"""Rules of a checked game by name, each with its syntax tree and its source lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ...amend.compare import shown, title_of
from ...model.symbols import CardSymbol, Game

if TYPE_CHECKING:
    from ...driver import CheckResult


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that is written as lines.

    Attributes:
        kind: one of the kinds of a difference.
        name: its full name.
        tree: what two of them are compared by; places in the text do not count.
        source: its lines as one text.
        span: where it stands.
        whole: of a value, the lines of its definition.
    """

    kind: str
    name: str
    tree: object
    source: str
    span: Span
    whole: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """By which the same rule of two games is found; a value may become a rule."""
        return ("rule" if self.kind == "value" else self.kind, self.name)


def rules_of(game: Game, checked: CheckResult) -> Iterator[Rule]:
    """State, rules, what cards do, the frame, chapters, scenarios, invariants; in the order of the sources."""
    table = checked.table
    assert table is not None
    for var in table.state.values():
        parts = (var.indices, var.type, var.initial, var.all_cards, var.seen, var.refilled_from)
        yield Rule("state", var.name.name, parts, _variable(var), var.span)
    for define in table.defines.values():
        yield _define(define)
    for effect in table.effects.values():
        yield Rule(
            "rule", effect.name.name, (effect.params, effect.result, effect.body), source_of(effect), effect.span
        )
    for event in table.events.values():
        yield Rule("rule", event.name.name, event.params, source_of(event), event.span)
    yield from _of_cards(game)
    for name in ("setup", "play", "outcome", "value"):
        part: Any = getattr(table, name)
        if part is not None:
            tree = part.body if name in ("setup", "play") else (part.player, getattr(part, "lines", None) or part.value)
            yield Rule("rule", name, tree, source_of(part), part.span)
    for chapter in table.chapters.values():
        yield Rule("chapter", chapter.name.name, (chapter.title, chapter.prose), chapter_text(chapter), chapter.span)
    for scenario in table.scenarios.values():
        tree = (scenario.title, scenario.steps)
        yield Rule("scenario", scenario.name.name, tree, scenario_text(scenario), scenario.span)
    for invariant in table.invariants:
        title = title_of(invariant.title)
        yield Rule("invariant", title, invariant.condition, lines_of(invariant.span), invariant.span)


def _define(decl: syn.DefineDecl) -> Rule:
    name = decl.name.name
    if decl.params or isinstance(decl.body, syn.Block):
        return Rule("rule", name, (decl.params, decl.result, decl.body), source_of(decl), decl.span)
    return Rule("value", name, (decl.result, decl.body), shown(decl.body), decl.body.span, source_of(decl))


def _of_cards(game: Game) -> Iterator[Rule]:
    """What cards do and answer: of a family once, of a member that has left it again."""
    for kind in game.card_types.values():
        for ability in kind.abilities.values():
            decl = ability.decl
            if decl.default is not None:
                yield Rule(
                    "rule", f"{kind.name}.{ability.name}", (decl.params, decl.default), source_of(decl), decl.span
                )
    for card in game.cards.values():
        members = card.decl.members if isinstance(card.decl, syn.CardDecl) else ()
        for name in _names(card):
            for member in members:
                if isinstance(member, syn.AbilityBody):
                    tree: object = (member.params, member.body)
                    yield Rule("rule", f"{name}.{member.name}", tree, source_of(member), member.span)
                elif isinstance(member, syn.Listener):
                    tree = (member.params, member.place, member.when, member.body)
                    yield Rule("rule", f"{name}.on_{member.event}", tree, source_of(member), member.span)


def _names(card: CardSymbol) -> list[str]:
    """The name of a card, or of each card of a family: so a family and a member that has left it can be compared."""
    return [member.key for member in card.members]


# ---- lines -----------------------------------------------------------------------------------------------------------


def lines_of(span: Span) -> str:
    """A piece of source as if it stood at the left margin, its first line from where the piece begins."""
    first, _, rest = span.text.partition("\n")
    if not rest:
        return first
    return f"{first}\n{textwrap.indent(textwrap.dedent(rest), '    ')}".rstrip()


def source_of(decl: Any) -> str:
    """The lines of a declaration; a body that a change has put there stands in its place."""
    body = getattr(decl, "body", None) or getattr(decl, "default", None)
    whole = decl.span
    if body is None or _inside(body.span, whole):
        return _with_kept(lines_of(whole), decl)
    if isinstance(decl, syn.AbilitySignature):
        head = _signature(decl)
    else:
        last = decl.name.span
        for part in (*getattr(decl, "params", ()), getattr(decl, "result", None)):
            last = part.span if part is not None else last
        head = whole.source.text[whole.start : last.end]
        head += ")" if head.count("(") > head.count(")") else ""
    if isinstance(body, syn.Block):
        return f"{head}:\n{textwrap.indent(lines_of(body.span), '    ')}"
    return f"{head} = {shown(body)}"


def _with_kept(lines: str, decl: Any) -> str:
    """The lines of a rule that replaces another one, with the sentences that it has kept from it."""
    said = getattr(decl, "sentences", None)
    texts = {kind: getattr(said, kind, None) for kind in ("says", "offer", "text")}
    kept = [
        f"    {kind} {text.span.text}"
        for kind, text in texts.items()
        if text is not None and not _inside(text.span, decl.span)
    ]
    first, *rest = lines.split("\n")
    is_block = isinstance(decl.body, syn.Block) if kept else False
    return "\n".join([first, *kept, *rest] if is_block else [first, *rest, *kept])


def _signature(decl: syn.AbilitySignature) -> str:
    params = ", ".join(f"{param.name}: {type_text(param.type)}" for param in decl.params)
    return f"{decl.name}({params}){f' -> {type_text(decl.result)}' if decl.result is not None else ''}"


def _inside(span: Span, whole: Span) -> bool:
    return span.source is whole.source and whole.start <= span.start and span.end <= whole.end


def _variable(var: syn.StateVar) -> str:
    """A variable's line; with what a change has put in it."""
    if all(_inside(part.span, var.span) for part in (var.type, var.initial) if part is not None):
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


def chapter_text(chapter: syn.ChapterDecl) -> str:
    title = title_of(chapter.title) if chapter.title is not None else chapter.name.name
    return f"{title}\n\n{chapter.prose}"


def scenario_text(scenario: syn.ScenarioDecl) -> str:
    title = title_of(scenario.title) if scenario.title is not None else scenario.name.name
    return "\n".join([title, *(" ".join(_step(step).split()) for step in scenario.steps)])


def _step(step: syn.ScenarioStep) -> str:
    """A line of a worked example; one that a change has put there is written out."""
    text = step.span.text
    if text.split(maxsplit=1)[0] in ("given", "when", "expect"):
        return text
    match step:
        case syn.Expect(condition):
            return f"expect {shown(condition)}"
        case syn.ExpectOption(player, can, key):
            return f"expect {player} {'can' if can else 'cannot'} {shown(key)}"
        case syn.WhenChooses(player, key):
            return f"when {player} chooses {shown(key)}"
        case _:
            return text
