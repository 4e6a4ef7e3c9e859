"""Reductions of cards, changes, prose and proofs: tokens, statements and expressions go in, declarations come out."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

from .. import syntax as s
from ..source import Span
from .build_declarations import DeclarationBuilder, Head
from .build_expressions import Children


@dataclass(frozen=True, slots=True)
class Relation:
    """`after`, `needs` or `excludes` and names."""

    word: str
    names: tuple[s.Ident, ...]
    span: Span


class ContentBuilder(DeclarationBuilder):
    """Card types, cards, errata and variants, chapters, scenarios, invariants."""

    # ---- cards

    def card_field(self, children: Children) -> s.CardField:
        name, _, kind, _, default, _, text, _ = children
        value = self.value_of(default)
        return s.CardField(self.member(name), kind, value, text, span=self.span(name, text or value or kind))

    def ability_signature(self, children: Children) -> s.AbilitySignature:
        name, params, _, result, *rest = children
        default = rest[1] if len(rest) > 1 else None
        span = self.span(name, default or result or params)
        return s.AbilitySignature(self.member(name), params.items, result, default, span=span)

    def member(self, token: Any) -> s.Ident:
        """The name of a card's field or ability: free but for the words that begin other lines of a card."""
        if token in ("text", "on", "source"):
            self.diagnostics.report(
                "E0112", self.at(token), f"a member of a card cannot be called `{token}`: that word begins another line"
            )
        return self.ident(token)

    def cardtype_decl(self, children: Children) -> s.CardTypeDecl:
        _, name, label, *rest = children
        members = tuple(child for child in rest if isinstance(child, s.CardField | s.AbilitySignature))
        title = self._only([child for child in rest if isinstance(child, Head)], "title")
        source = self._only([child for child in rest if isinstance(child, s.SourceClause)], "source")
        return s.CardTypeDecl(
            self.declared(name), label, members, source, title.text if title else None, span=self.whole(children)
        )

    def field_value(self, children: Children) -> s.FieldValue:
        name, _, value, _ = children
        value = self.value_of(value)
        return s.FieldValue(self.ident(name), value, span=self.span(name, value))

    def ability_body(self, children: Children) -> s.AbilityBody:
        name, params, _, body, *_ = children
        return s.AbilityBody(self.ident(name), params.items, body, span=self.span(name, body))

    def listener(self, children: Children) -> s.Listener:
        _, event, params, _, _, place, _, when, _, body = children
        span = self.span(children[0], body)
        return s.Listener(self.ident(event), params.items, place, when, body, span=span)

    def card_decl(self, children: Children) -> s.CardDecl:
        _, kind, name, title, loop, copies, *rest = children
        members = tuple(child for child in rest if isinstance(child, s.FieldValue | s.AbilityBody | s.Listener))
        text = self._only([child for child in rest if isinstance(child, Head)], "text")
        source = self._only([child for child in rest if isinstance(child, s.SourceClause)], "source")
        return s.CardDecl(
            self.ident(kind),
            self.declared(name),
            title,
            loop.binders if loop else (),
            loop.where if loop else None,
            self.number_of(copies, copies[1:]) if copies is not None else None,
            text.text if text else None,
            members,
            source,
            span=self.whole(children),
        )

    # ---- changes

    def relation(self, children: Children) -> Relation:
        return Relation(str(children[0]), tuple(map(self.ident, children[1:-1:2])), self.whole(children))

    def amend(self, children: Children) -> s.AmendStmt:
        _, path, _, old, arrow, new, _ = children
        old, new = self.value_of(old), self.value_of(new)
        return s.AmendStmt(tuple(path), old, new, span=self.span(children[0], new or arrow))

    def remove(self, children: Children) -> s.RemoveStmt:
        return s.RemoveStmt(tuple(children[1]), span=self.whole(children))

    def remove_invariant(self, children: Children) -> s.RemoveStmt:
        _, word, title, _ = children
        return s.RemoveStmt((self.ident(word),), title, span=self.whole(children))

    def add(self, children: Children) -> s.AddStmt:
        return s.AddStmt(self._inner(children[1]), span=self.whole(children))

    def add_listener(self, children: Children) -> s.AddStmt:
        _, path, listener = children
        return s.AddStmt(listener, tuple(path), span=self.span(children[0], listener))

    def replace_decl(self, children: Children) -> s.ReplaceStmt:
        declaration = self._inner(children[1])
        name = getattr(declaration, "name", None)
        return s.ReplaceStmt((name,) if name is not None else (), (), declaration, span=self.whole(children))

    def replace_listener(self, children: Children) -> s.ReplaceStmt:
        _, path, listener = children
        return s.ReplaceStmt(tuple(path), (), listener, span=self.span(children[0], listener))

    def _inner(self, declaration: Any) -> Any:
        """A declaration inside a change; another change is refused there."""
        if isinstance(declaration, s.ChangeDecl):
            self.diagnostics.report(
                "E0117",
                declaration.name.span,
                f"the {declaration.kind} `{declaration.name}` stands inside another change",
                help="write it at the left margin; `needs` and `after` tie changes together",
            )
        return declaration

    def replace_short(self, children: Children) -> s.ReplaceStmt:
        _, path, params, _, value, _ = children
        return s.ReplaceStmt(tuple(path), params.items if params else (), value, span=self.whole(children))

    def replace_long(self, children: Children) -> s.ReplaceStmt:
        _, path, params, _, block = children
        return s.ReplaceStmt(tuple(path), params.items if params else (), block, span=self.whole(children))

    def change_decl(self, children: Children) -> s.ChangeDecl:
        kind, name, params, title, *rest = children
        related: dict[str, tuple[s.Ident, ...]] = {"after": (), "needs": (), "excludes": ()}
        for child in rest:
            if isinstance(child, Relation):
                related[child.word] += child.names
        amendments = tuple(
            child for child in rest if isinstance(child, s.AmendStmt | s.ReplaceStmt | s.RemoveStmt | s.AddStmt)
        )
        return s.ChangeDecl(
            str(kind),
            self.declared(name),
            params.items if params else (),
            title,
            related["after"],
            related["needs"],
            related["excludes"],
            amendments,
            self._only([child for child in rest if isinstance(child, s.SourceClause)], "source"),
            span=self.whole(children),
        )

    # ---- words and proofs

    def chapter_decl(self, children: Children) -> s.ChapterDecl:
        _, name, title, _, _, _, source, prose, _, _ = children
        text = str(prose)[3:-3].replace("\r\n", "\n")
        first, _, rest = text.partition("\n")
        text = textwrap.dedent(text if first.strip() else rest).rstrip()
        span = self.span(children[0], prose)
        return s.ChapterDecl(self.declared(name), title, text, source, span=span)

    def given_players(self, children: Children) -> s.GivenPlayers:
        return s.GivenPlayers(tuple(map(self.declared, children[2:-1:2])), span=self.whole(children))

    def given_rolls(self, children: Children) -> s.GivenRolls:
        return s.GivenRolls(tuple(children[2:-1:2]), span=self.whole(children))

    def given_value(self, children: Children) -> s.GivenValue:
        _, target, _, value, _ = children
        value = self.value_of(value)
        return s.GivenValue(target, value, span=self.span(children[0], value))

    def given_named(self, children: Children) -> s.GivenValue:
        _, word, _, value, _ = children
        value = self.value_of(value)
        return s.GivenValue(s.Name(str(word), span=self.at(word)), value, span=self.span(children[0], value))

    def when_do(self, children: Children) -> s.WhenDo:
        call = self._called(children[2])
        return s.WhenDo(call, span=self.span(children[0], call))

    def when_play(self, children: Children) -> s.WhenPlay:
        return s.WhenPlay(str(children[1]), span=self.whole(children))

    def when_chooses(self, children: Children) -> s.WhenChooses:
        _, player, _, key, _ = children
        key = self._key(key)
        return s.WhenChooses(self.ident(player), key, span=self.span(children[0], key))

    def expect(self, children: Children) -> s.Expect:
        return s.Expect(children[1], span=self.whole(children))

    def expect_option(self, children: Children) -> s.ExpectOption:
        _, player, can, key, _ = children
        key = self._key(key)
        return s.ExpectOption(self.ident(player), can == "can", key, span=self.span(children[0], key))

    def _key(self, node: Any) -> s.Expr:
        """An option's key; the sentence of an option is refused."""
        value = self.value_of(node)
        if isinstance(value, s.Text):
            self.diagnostics.report(
                "E0113",
                value.span,
                "an option is named here, never its sentence: sentences can be reworded and translated",
                help="write the name that stands before the sentence where the option is offered",
            )
            return s.NoneLiteral(span=value.span)
        return value  # type: ignore[no-any-return]

    def scenario_decl(self, children: Children) -> s.ScenarioDecl:
        _, name, title, *rest = children
        source = self._only([child for child in rest if isinstance(child, s.SourceClause)], "source")
        steps = tuple(child for child in rest if isinstance(child, s.ScenarioStep))
        return s.ScenarioDecl(self.declared(name), title, steps, source, span=self.whole(children))

    def invariant_block(self, children: Children) -> s.InvariantDecl:
        _, title, _, _, _, source, condition, _, _ = children
        return s.InvariantDecl(title, condition, source, span=self.span(children[0], condition))

    def invariant_inline(self, children: Children) -> s.InvariantDecl:
        _, title, _, condition, _ = children
        return s.InvariantDecl(title, condition, span=self.span(children[0], condition))
