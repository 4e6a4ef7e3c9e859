"""Card texts: written by hand, or put together from the sentences of a card's effects and its conditions.

`if controls(p): do take(2)` becomes "If you control the market: Take two pieces.", where `controls` has the clause and
`take` the sentence as its `text`. `on died(c) when c is this: do take(2)` becomes "When this dies: Take two pieces.",
where the event `died` has the clause "{c} dies".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from msgspec import Struct, field
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..checked.say import Segment
from ..model import tree
from ..model.ids import MessageId
from ..model.symbols import CallableSymbol, CardSymbol, Game, ListenerSymbol, LocalSymbol, MemberSymbol
from ..model.types import PLAYER, CardType
from ..model.walk import returned
from ..primitives import table as prim
from ..primitives.evaluate import Evaluator, NotConstantError
from .words import NO_ARGUMENTS, Arguments, Env, Words, card_env, fields_told


class Piece(Struct):
    """A sentence or clause of a callable, with the arguments it is called with.

    Attributes:
        stand_ins: for parameters known only at play the key of the word that stands for them, such as `this card`.
    """

    callee: CallableSymbol
    arguments: list[tree.TExpr]
    stand_ins: dict[LocalSymbol, str] = field(default_factory=dict)

    @property
    def text(self) -> tree.TypedText:
        return self.callee.texts["text"]

    @property
    def by_local(self) -> Arguments:
        """The arguments by parameter."""
        return self.callee.bound(self.arguments)


class When(Struct):
    """Sentences under a condition, and those for when it does not hold."""

    clauses: list[Piece]
    then: list[Sentence]
    otherwise: list[Sentence] = field(default_factory=list)


class OnlyIf(Struct):
    """The condition under which the card can be played."""

    clauses: list[Piece]


class OneOf(Struct):
    """Sentences of which the reader chooses one, or none if `may`."""

    options: list[list[Sentence]]
    may: bool


class EachPlayer(Struct):
    """An instruction for each player, or for each but the reader."""

    sentences: list[Sentence]
    others: bool


class Whenever(Struct):
    """An instruction that applies at an event if the clauses hold; with `instead`, in place of the event."""

    event: Piece
    clauses: list[Piece]
    then: list[Sentence]
    instead: bool


Sentence = Piece | When | OnlyIf | OneOf | EachPlayer | Whenever


class CardText(Struct):
    """The origin of a card's text.

    Attributes:
        kind: `written`, `composed`, `none` (a card that does nothing needs no words), or `missing` (a part of what it
            does has none).
        sentences: what a composed text is made of.
        missing: what has no words, where a text cannot be composed.
        unslotted: those conditions of listeners among them that only a slot in the text of the event could say.
        addressed: those listeners among them whose event speaks to another player than the holder of the card, with
        both: the first player of the event, and the holder.
    """

    kind: str
    sentences: list[Sentence] = field(default_factory=list)
    missing: list[Span] = field(default_factory=list)
    unslotted: dict[Span, LocalSymbol] = field(default_factory=dict)
    addressed: dict[Span, tuple[LocalSymbol, LocalSymbol]] = field(default_factory=dict)


def plan_text(game: Game, card: CardSymbol) -> CardText:
    """The plan of a card's text. A text written by hand takes precedence over a composed one."""
    if "text" in card.texts:
        return CardText("written")
    if not isinstance(card.decl, syn.CardDecl):
        return CardText("none")
    plan = CardText("composed")
    kind = game.card_types[card.card_type]
    for ability in kind.abilities.values():
        callee = card.abilities.get(ability.name)
        if callee is None:
            continue
        if ability.result is None:
            players = [local for local in callee.param_locals if local.type == PLAYER]
            plan.sentences += _block(plan, callee.body or [], players[0] if players else None)
        else:
            plan.sentences = _only_if(callee) + plan.sentences
    for listener in card.listeners:
        plan.sentences += _listener(plan, game, listener)
    if plan.missing:
        plan.kind = "missing"
    elif not plan.sentences:
        plan.kind = "none"
    return plan


def message_ids(plan: CardText, card: CardSymbol) -> list[MessageId]:
    """The messages that a card's title and text are made of, each once."""
    title = [text for part, text in card.texts.items() if part == "title"]
    written = [text for member in card.members for text in _written(card, member)]
    pieces = [piece.text for piece in pieces_in(plan.sentences)]
    return list(dict.fromkeys(text.id for text in (*title, *written, *pieces)))


def fields_in_text(plan: CardText, card: CardSymbol, member: MemberSymbol) -> set[str]:
    """The fields that the text of a card shows in slots, and those that are yes and have a text of their own."""
    texts = [(text, NO_ARGUMENTS) for text in _written(card, member)]
    texts += [(piece.text, piece.by_local) for piece in pieces_in(plan.sentences)]
    said = {name for name in card.field_texts if member.fields[name]}
    return said.union(name for text in texts for name in fields_told(card, *text)) if not plan.missing else set()


def _written(card: CardSymbol, member: MemberSymbol) -> list[tree.TypedText]:
    """The texts of a card that are written by hand: those of its fields that are yes, then its own."""
    found = [text for name, text in card.field_texts.items() if member.fields[name]]
    return [*found, *(text for part, text in card.texts.items() if part == "text")]


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
            case OneOf(options):
                yield from pieces_in(one for option in options for one in option)
            case EachPlayer(inner):
                yield from pieces_in(inner)
            case Whenever(event, clauses, then):
                yield from pieces_in([event, *clauses, *then])


def _only_if(callee: CallableSymbol) -> list[Sentence]:
    """`playable(p) = condition`: the parts of the condition that have words; the rest appears in play."""
    clauses = _clauses(prim.conjuncts(returned(callee.body)))
    return [OnlyIf(clauses)] if clauses else []


def _listener(plan: CardText, game: Game, listener: ListenerSymbol) -> list[Sentence]:
    """The sentences of a listener. The text of the event speaks to its first player, who must be the card's reader."""
    event, callee, place = game.events[listener.event], listener.callable, listener.place
    indices = place.indices if isinstance(place, tree.ZoneRef) else []
    here = [index.local for index in indices if isinstance(index, tree.LocalRef) and index.type == PLAYER]
    players = [local for local in callee.param_locals if local.type == PLAYER]
    reader = next(iter([*here, *players]), None)
    text = event.texts.get("text")
    foreign = reader is not None and bool(players) and players[0] is not reader
    if foreign or text is None:
        plan.missing.append(listener.decl.span)
        if reader is not None and foreign:
            plan.addressed[listener.decl.span] = players[0], reader
        return []
    own = dict(zip(callee.param_locals, event.param_locals, strict=True))
    arguments: dict[LocalSymbol, tree.TExpr] = {}
    stand_ins = {param: "a card" for param in event.param_locals if isinstance(param.type, CardType)}
    named = {slot.local for slot in text.slots if isinstance(slot, tree.LocalRef)}
    clauses: list[Piece] = []
    for part in prim.conjuncts(listener.when) if listener.when is not None else ():
        match part:
            case tree.Op(prim.EQUAL, [tree.LocalRef(local), tree.LocalRef(callee.this)]) if own.get(local) in named:
                stand_ins[own[local]] = "this card"
            case tree.Op(prim.NOT_EQUAL, [tree.LocalRef(local), tree.LocalRef(callee.this)]) if own.get(local) in named:
                stand_ins[own[local]] = "another card"
            case tree.Op(prim.EQUAL, [tree.LocalRef(local), value]) if own.get(local) in named:
                arguments[own[local]] = value
            case tree.DefineCall() if clause := _clauses([part]):
                clauses += clause
            case _:
                plan.missing.append(part.span)
                match part:
                    case tree.Op(prim.EQUAL | prim.NOT_EQUAL, [tree.LocalRef(local), _]) if local in own:
                        plan.unslotted[part.span] = own[local]
    known = [arguments.get(told) or tree.LocalRef(local, type=local.type) for local, told in own.items()]
    happens = Piece(event, known, {local: word for local, word in stand_ins.items() if local not in arguments})
    then = _block(plan, listener.acts, reader)
    return [Whenever(happens, clauses, then, listener.decl.instead)] if then else []


def _clauses(conditions: list[tree.TExpr]) -> list[Piece]:
    """Those conditions that have words."""
    return [
        Piece(node.callee, node.arguments)
        for node in conditions
        if isinstance(node, tree.DefineCall) and "text" in node.callee.texts
    ]


def _block(plan: CardText, block: tree.TBlock, reader: LocalSymbol | None) -> list[Sentence]:
    """The sentences of some statements; `reader` is the player to whom they speak."""
    found: list[Sentence] = []
    for statement in block:
        match statement:
            case tree.Do(callee, arguments) if "text" in callee.texts and callee.kind != "event":
                found.append(Piece(callee, arguments))
            case tree.Branch(condition, then, otherwise):
                parts = prim.conjuncts(condition)
                clauses = _clauses(parts)
                if len(clauses) < len(parts):
                    plan.missing.append(condition.span)
                else:
                    found.append(When(clauses, _block(plan, then, reader), _block(plan, otherwise, reader)))
            case tree.ChooseOption(_, may, tree.LocalRef(chooser), _, options, otherwise) if chooser is reader:
                one_of = OneOf([_option(plan, option, reader) for option in options], may)
                found.append(one_of)
                if otherwise or not all(one_of.options):
                    plan.missing.append(statement.span)
            case tree.ForEach([tree.Loop(player)], where, body) if player.type == PLAYER:
                others = where is not None and _is_another(where, player, reader)
                inner = _block(plan, body, player)
                found.append(EachPlayer(inner, others))
                if (where is not None and not others) or not all(_concerns(one, player) for one in pieces_in(inner)):
                    plan.missing.append(statement.span)
            case tree.Say() | tree.Return() | tree.SetLocal(_, tree.Const() | tree.LocalRef()):
                pass
            case _:
                plan.missing.append(statement.span)
    return found


def _option(plan: CardText, option: tree.TOption, reader: LocalSymbol | None) -> list[Sentence]:
    """The sentences of an option; none where it is one of many or holds under a condition."""
    if option.loops or option.condition is not None:
        return []
    return _block(plan, [*([option.call] if option.call is not None else []), *option.body], reader)


def _is_another(where: tree.TExpr, player: LocalSymbol, reader: LocalSymbol | None) -> bool:
    """True if a condition is `player is not reader`."""
    match where:
        case tree.Op(prim.NOT_EQUAL, [tree.LocalRef(one), tree.LocalRef(other)]):
            return {one, other} == {player, reader}
        case _:
            return False


def _concerns(piece: Piece, player: LocalSymbol) -> bool:
    """True if the first player among the arguments of a piece is this one, or if there is none."""
    players = [argument for argument in piece.arguments if argument.type == PLAYER]
    return not players or (isinstance(players[0], tree.LocalRef) and players[0].local is player)


class Composer(Struct, eq=False):
    """Words cards in every language of a game."""

    words: Words

    def card_texts(self, card: CardSymbol, plan: CardText) -> dict[str, dict[str, list[Segment]]]:
        """For each card of a family its text part by part, by language, after the texts of its fields.

        A card without words has no parts.
        """
        return {
            member.key: {language: self._text(card, member, plan, language) for language in self.words.texts.languages}
            for member in card.members
        }

    def card_conditions(
        self, card: CardSymbol, plan: CardText
    ) -> dict[str, dict[str, tuple[list[Segment], list[Segment]]]]:
        """The same in two parts: when the card can be played, and the rest. Nothing for a card that always can be."""
        when, rest = (
            replace(plan, sentences=[one for one in plan.sentences if isinstance(one, OnlyIf) is wanted])
            for wanted in (True, False)
        )
        if plan.missing or not when.sentences:
            return {}
        return {
            member.key: {
                language: (
                    self._join(when.sentences, card_env(card, member), shown),
                    self._text(card, member, rest, shown),
                )
                for language in self.words.texts.languages
                for shown in [self._shown(card, member, plan, language)]
            }
            for member in card.members
        }

    def _shown(self, card: CardSymbol, member: MemberSymbol, plan: CardText, language: str) -> str:
        """The language in which a card's text is shown: half a text would be worse than another language's."""
        texts = [*_written(card, member), *(piece.text for piece in pieces_in(plan.sentences))]
        known = all(self.words.has(text, language) for text in texts)
        return language if known else self.words.texts.languages[0]

    def _text(self, card: CardSymbol, member: MemberSymbol, plan: CardText, language: str) -> list[Segment]:
        if plan.missing:
            return []
        written, env = _written(card, member), card_env(card, member)
        language = self._shown(card, member, plan, language)
        parts = [self.words.say[language].sentence(self.words.filled(text, env, language) or []) for text in written]
        parts.append(self._join(plan.sentences, env, language))
        return _joined(parts, self.words.word("space", language))

    def _join(self, sentences: list[Sentence], env: Env, language: str) -> list[Segment]:
        return _joined([self._sentence(one, env, language) for one in sentences], self.words.word("space", language))

    def _sentence(self, sentence: Sentence, env: Env, language: str) -> list[Segment]:
        def worded(key: str, *parts: list[Segment]) -> list[Segment]:
            return _filled(self.words.word(key, language), parts)

        match sentence:
            case Piece():
                return self.words.say[language].sentence(self._piece(sentence, env, language))
            case OnlyIf(clauses):
                return worded("only if", self._clauses(clauses, env, language))
            case OneOf(options, may):
                texts = [self._join(option, env, language) for option in options]
                choice = _joined(texts, self.words.word("or", language))
                return worded("you may choose one" if may else "choose one", choice)
            case EachPlayer(inner, others):
                return worded("each other player" if others else "each player", self._join(inner, env, language))
            case Whenever(event, clauses, then, instead):
                when = self._clauses([event, *clauses], env, language)
                return worded("when instead" if instead else "when", when, self._join(then, env, language))
            case When(clauses, then, otherwise):
                text = worded("if", self._clauses(clauses, env, language), self._join(then, env, language))
                if not otherwise:
                    return text
                other = worded("otherwise", self._join(otherwise, env, language))
                return [*text, self.words.word("space", language), *other]

    def _clauses(self, clauses: list[Piece], env: Env, language: str) -> list[Segment]:
        return _joined([self._piece(clause, env, language) for clause in clauses], self.words.word("and", language))

    def _piece(self, piece: Piece, env: Env, language: str) -> list[Segment]:
        evaluator, inner = Evaluator(self.words.game), Env()
        for local, argument in piece.by_local.items():
            with suppress(NotConstantError):  # known only at play; a slot that wants it is reported below
                inner[local] = evaluator.value(argument, env)
        said = {local: self.words.word(word, language) for local, word in piece.stand_ins.items()}
        try:
            return self.words.parts(piece.text, inner, language, piece.by_local, said)
        except NotConstantError:
            self.words.texts.diagnostics.report(
                "E0603",
                piece.text.span,
                "what is printed must be known without playing",
                note=f"`{piece.callee.label}` is called with something known only at play",
                help="leave it out of the `text`, or give the card a text of its own",
            )
            return []


def _joined(texts: Iterable[list[Segment]], between: str) -> list[Segment]:
    """The texts joined, those without words left out."""
    found: list[Segment] = []
    for text in texts:
        if text:
            found += [between, *text] if found else text
    return found


def _filled(template: str, parts: tuple[list[Segment], ...]) -> list[Segment]:
    """A template, `If {0}: {1}`, with texts in its places."""
    pieces = enumerate(re.split(r"\{(\d)\}", template))
    return [part for at, piece in pieces for part in (parts[int(piece)] if at % 2 else [piece])]
