"""Card texts: written by hand, or put together from the sentences of a card's effects and its conditions.

`if controls(p): do take(2)` becomes "If you control the market: Take two pieces.", where `controls` has the clause and
`take` the sentence as its `text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..checked.say import Segment
from ..checked.values import SharedText
from ..model import tree
from ..model.symbols import CallableSymbol, CardSymbol, Game, LocalSymbol, MemberSymbol
from ..primitives import table as prim
from ..primitives.evaluate import Evaluator, NotConstantError
from .texts import Texts, TypedText, distinct_slots
from .words import CardWords, Env, Words


@dataclass(slots=True)
class Piece:
    """A sentence or clause of a callable, with the arguments it is called with."""

    callee: CallableSymbol
    arguments: list[tree.TExpr]


@dataclass(slots=True)
class When:
    """Sentences under a condition; `negated`: when it does not hold"""

    clauses: list[Piece]
    then: list[Sentence]
    otherwise: list[Sentence] = field(default_factory=list)


@dataclass(slots=True)
class OnlyIf:
    """The condition under which the card can be played."""

    clauses: list[Piece]


Sentence = Piece | When | OnlyIf


@dataclass(slots=True)
class CardText:
    """How a card comes by its text.

    Attributes:
        kind: `written`, `composed`, or `none` (a card that does nothing needs no words).
        words: the text written by hand with its slots.
        sentences: what a composed text is made of.
        missing: what has no words, where a text cannot be composed.
    """

    kind: str
    words: CardWords | None = None
    sentences: list[Sentence] = field(default_factory=list)
    missing: list[Span] = field(default_factory=list)


def plan_text(words: Words, card: CardSymbol) -> CardText:
    """Decides how a card is worded. A text by hand goes before one that could be composed."""
    if card.text is not None:
        return CardText("written", words.card_text(card))
    if not isinstance(card.decl, syn.CardDecl):
        return CardText("none")
    plan = CardText("composed")
    kind = words.game.card_types[card.card_type]
    for ability in kind.abilities.values():
        callee = card.abilities.get(ability.name)
        if callee is None:
            continue
        if ability.result is None:
            plan.sentences += _block(plan, callee.body or [])
        else:
            plan.sentences = _only_if(callee) + plan.sentences
    plan.missing += [listener.decl.span for listener in card.listeners]
    if not plan.sentences and not plan.missing:
        plan.kind = "none"
    return plan


def message_ids(words: Words, plan: CardText, card: CardSymbol) -> list[str]:
    """The messages that a card's title and text are made of, each once."""
    texts = [words.card_title(card), *(said for member in card.members for said in words.said_first(card, member))]
    found = [text.id for text in (*texts, plan.words) if text is not None]
    found += [f"{piece.callee.label}.text" for piece in pieces_in(plan.sentences)]
    return list(dict.fromkeys(found))


def pieces_in(sentences: Iterable[Sentence]) -> Iterator[Piece]:
    """The sentences and clauses of a text in their order, those under conditions among them."""
    for sentence in sentences:
        match sentence:
            case Piece():
                yield sentence
            case OnlyIf(clauses):
                yield from clauses
            case When(clauses, then, otherwise):
                yield from pieces_in([*clauses, *then, *otherwise])


def _only_if(callee: CallableSymbol) -> list[Sentence]:
    """`playable(p) = condition`: those parts of the condition that have words; the rest shows itself at play."""
    body = callee.body or []
    if len(body) != 1 or not isinstance(body[0], tree.Return) or body[0].value is None:
        return []
    clauses = [piece for piece in map(_clause, prim.parts(body[0].value)) if piece is not None]
    return [OnlyIf(clauses)] if clauses else []


def _clause(node: tree.TExpr) -> Piece | None:
    if isinstance(node, tree.DefineCall) and node.callee.sentences.text is not None:
        return Piece(node.callee, node.arguments)
    return None


def _block(plan: CardText, block: tree.TBlock) -> list[Sentence]:
    found: list[Sentence] = []
    for statement in block:
        match statement:
            case tree.Do(callee, arguments):
                if callee.sentences.text is not None:
                    found.append(Piece(callee, arguments))
                else:
                    plan.missing.append(statement.span)
            case tree.Branch(condition, then, otherwise):
                clauses = [_clause(part) for part in prim.parts(condition)]
                if any(clause is None for clause in clauses):
                    plan.missing.append(condition.span)
                    continue
                found.append(When([c for c in clauses if c is not None], _block(plan, then), _block(plan, otherwise)))
            case tree.Say() | tree.Return():
                pass
            case tree.SetLocal(_, value) if isinstance(value, tree.Const | tree.LocalRef):
                pass
            case tree.DoAbility():
                plan.missing.append(statement.span)
            case _:
                plan.missing.append(statement.span)
    return found


@dataclass(eq=False)
class Composer:
    """Words cards in every language of a game."""

    words: Words

    @property
    def game(self) -> Game:
        return self.words.game

    @property
    def texts(self) -> Texts:
        return self.words.texts

    def card_texts(self, card: CardSymbol) -> dict[str, dict[str, list[Segment]]]:
        """For each card of a family its text part by part, by language, after the texts of its fields.

        A card without words has no parts.
        """
        plan = plan_text(self.words, card)
        return {
            member.key: {language: self._text(card, member, plan, language) for language in self.texts.languages}
            for member in card.members
        }

    def _text(self, card: CardSymbol, member: MemberSymbol, plan: CardText, language: str) -> list[Segment]:
        if plan.kind == "composed" and plan.missing:
            return []
        written: list[CardWords] = self.words.said_first(card, member)
        if plan.words is not None:
            written.append(plan.words)
        texts: list[TypedText] = [*written, *(_typed(piece) for piece in pieces_in(plan.sentences))]
        if not all(self.words.has(text, language) for text in texts):
            language = self.texts.languages[0]  # half a text would be worse than another language's
        parts = [(self.words.filled(text, text.env(member), [language]) or {}).get(language, []) for text in written]
        parts.append(self._join(plan.sentences, card_env(card, member), language))
        return _joined(parts, self.texts.word(language, "space"))

    def _join(self, sentences: list[Sentence], env: Env, language: str) -> list[Segment]:
        return _joined([self._sentence(one, env, language) for one in sentences], self.texts.word(language, "space"))

    def _sentence(self, sentence: Sentence, env: Env, language: str) -> list[Segment]:
        def worded(key: str, *parts: list[Segment]) -> list[Segment]:
            return _filled(self.texts.word(language, key), parts)

        match sentence:
            case Piece():
                return self._piece(sentence, env, language)
            case OnlyIf(clauses):
                return worded("only if", self._clauses(clauses, env, language))
            case When(clauses, then, otherwise):
                text = worded("if", self._clauses(clauses, env, language), self._join(then, env, language))
                if not otherwise:
                    return text
                other = worded("otherwise", self._join(otherwise, env, language))
                return [*text, (self.texts.word(language, "space"), False), *other]

    def _clauses(self, clauses: list[Piece], env: Env, language: str) -> list[Segment]:
        return _joined([self._piece(clause, env, language) for clause in clauses], self.texts.word(language, "and"))

    def _piece(self, piece: Piece, env: Env, language: str) -> list[Segment]:
        evaluator, inner = Evaluator(self.game), Env()
        for local, argument in zip(piece.callee.param_locals, piece.arguments, strict=True):
            with suppress(NotConstantError):  # known only at play; a slot that wants it is reported below
                inner[local] = evaluator.value(argument, env)
        text = _typed(piece)
        try:
            return self.words.parts(text, inner, language)
        except NotConstantError:
            self.texts.diagnostics.report(
                "E0603",
                text.text.span,
                "what is printed must be known without playing",
                note=f"`{piece.callee.label}` is called with something known only at play",
                help="leave it out of the `text`, or give the card a text of its own",
            )
            return []


def _typed(piece: Piece) -> TypedText:
    text = piece.callee.sentences.text
    assert text is not None
    return TypedText(f"{piece.callee.label}.text", text, distinct_slots(text, piece.callee.slots["text"]))


def _joined(texts: Iterable[list[Segment]], between: str) -> list[Segment]:
    """Texts one after the other, those without words left out."""
    found: list[Segment] = []
    for text in texts:
        if text:
            found += [(between, False), *text] if found else text
    return found


def _filled(template: str, parts: tuple[list[Segment], ...]) -> list[Segment]:
    """A template, `If {0}: {1}`, with texts in its places."""
    found: list[Segment] = []
    for at, piece in enumerate(re.split(r"\{(\d)\}", template)):
        found += parts[int(piece)] if at % 2 else [(piece, False)]
    return found


def shared_text(texts: list[list[Segment]]) -> SharedText | None:
    """What texts have in common, with what differs where their slots differ; None where more than that does."""
    if len({tuple(None if is_slot else words for words, is_slot in text) for text in texts}) != 1:
        return None
    found: list[str | tuple[str, ...]] = []
    for segments in zip(*texts, strict=True):
        words = tuple(words for words, _ in segments)
        if len(set(words)) > 1:
            found.append(words)
        elif found and isinstance(found[-1], str):
            found[-1] += words[0]
        else:
            found.append(words[0])
    return tuple(found)


def card_env(card: CardSymbol, member: MemberSymbol) -> Env:
    """The values of `this` and the family's names in all bodies of a card."""
    found: Env = {}
    for callee in [*card.abilities.values(), *(listener.callable for listener in card.listeners)]:
        if callee.this is not None:
            found[callee.this] = member.first
        local: LocalSymbol
        for local, value in zip(callee.binders, member.values, strict=True):
            found[local] = value
    return found
