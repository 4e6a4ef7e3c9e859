"""Making of the checked game from the compiler's tables, its texts and its sources."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import Statements

from ..amend.history import History
from ..model import tree
from ..model.symbols import CallableSymbol, CardSymbol, CardTypeSymbol, EnumSymbol, Game, MemberSymbol
from ..model.types import MemberType
from ..primitives.evaluate import Evaluator, NotConstantError
from ..words.catalogues.entries import Catalogue
from ..words.catalogues.status import untranslated
from ..words.compose import Composer, message_ids, plan_text, shared_text
from ..words.naming import as_words, field_names, state_names
from ..words.source_texts import PARTS, reconstructed_id, source_texts
from ..words.texts import Texts, plain
from ..words.words import Words, words_of
from . import game as checked
from . import prose
from .plain import plain_value, position, type_of
from .say import Segment
from .values import NOT_FIXED, NotFixed, SharedText, Value
from .values import Words as Translations

SCHEMA = 2
MOST_VALUES = 400  # of one define
PRINTED = "print."  # begins the ids of texts that stand in layouts only
WORDS = ("yes", "no", "none", "and", "comma", "player")


def build(
    game: Game, texts: Texts, statements: Statements | None = None, history: History | None = None
) -> checked.CheckedGame:
    """The checked game of a compiled one.

    Args:
        game: the typed game, without errors.
        texts: its languages.
        statements: what `sources.yaml` says.
        history: what errata and variants changed.
    """
    return _Builder(game, texts, history or History()).game(statements)


class _Builder:
    def __init__(self, game: Game, texts: Texts, history: History) -> None:
        self._game = game
        self._texts = texts
        self._history = history
        self._words = Words(game, texts)

    def game(self, statements: Statements | None) -> checked.CheckedGame:
        game, texts = self._game, self._texts
        cards, families = self._cards()
        kinds = game.card_types.values()
        tables = (enum for enum in game.enums.values() if enum.kind != "player")
        scenarios = (
            prose.Scenario(*self._titled("scenario", one), _ids(one.source), position(one.span))
            for one in game.scenarios
        )
        documents, reconstructed = self._sources(statements)
        return checked.CheckedGame(
            schema=SCHEMA,
            name=game.name,
            title={one.language: one.find("game.title") or game.title for one in texts.catalogues},
            players=game.players,
            languages=tuple(texts.languages),
            words={language: {key: texts.word(language, key) for key in WORDS} for language in texts.languages},
            units=tuple(checked.Unit(one.name, one.low, one.high) for one in game.units.values()),
            tables={enum.name: self._table(enum) for enum in tables},
            card_types=tuple(map(self._card_type, kinds)),
            cards=cards,
            families=families,
            state=tuple(
                checked.Variable(
                    one.name,
                    state_names(texts, one),
                    tuple(map(type_of, one.dims)),
                    type_of(one.type),
                    " ".join(filter(None, one.seen)),
                    position(one.span),
                )
                for one in game.state.values()
            ),
            declarations=self._declarations(),
            chapters=tuple(map(self._chapter, game.chapters)),
            scenarios=tuple(scenarios),
            invariants=tuple(prose.Invariant(one.title, one.cites, position(one.span)) for one in game.invariants),
            errata=self._changes("erratum"),
            variants=self._changes("variant"),
            documents=documents,
            statements=tuple(
                prose.Statement(one.id, one.documents, one.place, one.gloss, one.kind, one.not_implemented)
                for one in (statements.statements if statements else ())
            ),
            questions=tuple(
                prose.Question(one.id, one.gloss, one.base, one.variant)
                for one in (statements.questions if statements else ())
            ),
            reconstructed=reconstructed,
            untranslated=untranslated(self._words),
            printed={catalogue.language: _printed(catalogue) for catalogue in texts.catalogues},
        )

    # ---- tables and cards

    def _table(self, symbol: EnumSymbol) -> checked.Table:
        names = self._words.members.get(symbol.name)  # none of a range
        columns = symbol.fields.values()
        return checked.Table(
            symbol.name,
            plain(symbol.label),
            self._texts.names(f"table.{symbol.name}", symbol.label, symbol.name),
            symbol.kind,
            position(symbol.span),
            symbol.cites,
            tuple(
                checked.Column(
                    one.name,
                    type_of(one.type),
                    self._texts.names(f"table.{symbol.name}.{one.name}", None, as_words(one.name)),
                )
                for one in columns
            ),
            tuple(
                checked.Row(
                    key,
                    {one.name: plain_value(self._game, one.values[at], one.type) for one in columns},
                    names[at] if names is not None else None,
                )
                for at, key in enumerate(symbol.keys)
            ),
        )

    def _card_type(self, kind: CardTypeSymbol) -> checked.CardType:
        return checked.CardType(
            kind.name,
            plain(kind.label),
            self._texts.names(f"cardtype.{kind.name}", kind.label, kind.name),
            tuple(
                checked.CardField(one.name, field_names(self._texts, kind, one), type_of(one.type))
                for one in kind.fields.values()
            ),
            kind.end - kind.first,
            kind.cites,
        )

    def _cards(self) -> tuple[tuple[checked.Card, ...], tuple[checked.Family, ...]]:
        """The card definitions in order of their first copies, and the families among them."""
        words, composer = self._words, Composer(self._words)
        cards: list[checked.Card] = []
        families: list[checked.Family] = []
        for kind in self._game.card_types.values():
            for card in kind.cards:
                plan = plan_text(words, card)
                wording = "missing" if plan.kind == "composed" and plan.missing else plan.kind
                messages = tuple(message_ids(words, plan, card))
                texts = composer.card_texts(card)
                titles = words.titles[len(cards) : len(cards) + len(card.members)]
                cards += (
                    checked.Card(
                        member.key,
                        card.name,
                        kind.name,
                        member.copies,
                        self._fields(kind, member),
                        card.cites,
                        {language: words_of(parts) for language, parts in title.items()},
                        {language: words_of(parts) for language, parts in texts[member.key].items()},
                        wording,
                        messages,
                        position(card.span),
                        bool(card.abilities or card.listeners),
                        self._binding(card, member),
                    )
                    for member, title in zip(card.members, titles, strict=True)
                )
                if card.binders:
                    families.append(
                        checked.Family(
                            card.name,
                            kind.name,
                            tuple(checked.Binder(name, type_of(type_)) for name, type_ in card.binders),
                            tuple(member.key for member in card.members),
                            self._shared(titles),
                            self._shared(texts.values()),
                        )
                    )
        return tuple(cards), tuple(families)

    def _fields(self, kind: CardTypeSymbol, member: MemberSymbol) -> dict[str, Value]:
        return {
            one.name: plain_value(self._game, member.fields.get(one.name, one.default), one.type)
            for one in kind.fields.values()
        }

    def _binding(self, card: CardSymbol, member: MemberSymbol) -> dict[str, Value]:
        pairs = zip(card.binders, member.values, strict=True)
        return {name: plain_value(self._game, value, type_) for (name, type_), value in pairs}

    def _shared(self, texts: Iterable[dict[str, list[Segment]]]) -> dict[str, SharedText]:
        by_language = {language: [text[language] for text in texts] for language in self._texts.languages}
        found = {language: shared_text(own) for language, own in by_language.items()}
        return {language: shared for language, shared in found.items() if shared is not None}

    # ---- rules

    def _declarations(self) -> tuple[checked.Declaration, ...]:
        game = self._game
        callables: list[CallableSymbol] = [*game.defines.values(), *game.effects.values(), *game.events.values()]
        callables += [part for part in (game.setup, game.play) if part is not None]
        return tuple(
            checked.Declaration(
                one.kind,
                one.name,
                position(one.span),
                one.cites,
                tuple(checked.Param(param.name, type_of(param.type)) for param in one.params),
                _plain(one.sentences.says),
                _plain(one.sentences.offer),
                _plain(one.sentences.text),
                self._fixed_value(one) if one.kind == "define" else NOT_FIXED,
            )
            for one in callables
        )

    def _fixed_value(self, callee: CallableSymbol) -> Value | NotFixed:
        """What a define is when it never changes: one value, or one for each member that it is asked of, by key."""
        body, result = callee.body or [], callee.result
        if result is None or len(body) != 1 or not isinstance(body[0], tree.Return) or body[0].value is None:
            return NOT_FIXED
        enums = self._game.enums
        domains = [enums[param.type.enum] for param in callee.params if isinstance(param.type, MemberType)]
        if len(domains) < len(callee.params) or prod(domain.size for domain in domains) > MOST_VALUES:
            return NOT_FIXED
        evaluator, value = Evaluator(self._game), body[0].value

        def values(at: tuple[int, ...]) -> Value:
            if len(at) == len(domains):
                constant = evaluator.value(value, dict(zip(callee.param_locals, at, strict=True)))
                return plain_value(self._game, constant, result)
            domain = domains[len(at)]
            return {key: values((*at, domain.low + number)) for number, key in enumerate(domain.keys)}

        try:
            return values(())
        except NotConstantError:
            return NOT_FIXED

    # ---- prose and sources

    def _titled(
        self, kind: str, decl: syn.ChapterDecl | syn.ScenarioDecl | syn.ChangeDecl
    ) -> tuple[str, str, Translations]:
        """Name, title and titles of something with a title."""
        name = decl.name.name
        return name, plain(decl.title), self._texts.names(f"{kind}.{name}.title", decl.title, name)

    def _chapter(self, decl: syn.ChapterDecl) -> prose.Chapter:
        blocks = (
            prose.Block(one.id, self._words.prose(one), position(one.span), one.inserts)
            for one in self._words.chapters[decl.name.name]
        )
        titled = self._titled("chapter", decl)
        return prose.Chapter(*titled, _ids(decl.source), decl.prose, tuple(blocks), position(decl.span))

    def _changes(self, kind: str) -> tuple[prose.Change, ...]:
        applied = {one.decl.name.name for one in self._history.applied if one.decl.kind == kind}
        return tuple(
            prose.Change(
                *self._titled(kind, one),
                _ids(one.source),
                position(one.span),
                one.name.name in applied,
                self._steps(f"{kind} {one.name.name}"),
            )
            for one in self._game.changes
            if one.kind == kind
        )

    def _steps(self, by: str) -> tuple[prose.Step, ...]:
        return tuple(
            prose.Step(key, step.old, step.new, step.cites, position(step.span))
            for key, steps in self._history.changes.items()
            for step in steps
            if step.by == by
        )

    def _sources(
        self, statements: Statements | None
    ) -> tuple[tuple[prose.Document, ...], tuple[prose.Reconstructed, ...]]:
        if statements is None:
            return (), ()
        words = {
            one.id: {c.language: c.find(one.id, one.words) or one.words for c in self._texts.catalogues}
            for one in source_texts(statements)
        }
        documents = (
            prose.Document(one.id, one.title, words[f"document.{one.id}.title"], one.language)
            for one in statements.documents
        )
        reconstructed = (
            prose.Reconstructed(
                one.what,
                one.value,
                one.why,
                one.where,
                {part: words.get(f"{reconstructed_id(one.what)}.{part}", {}) for part in PARTS},
            )
            for one in statements.reconstructed
        )
        return tuple(documents), tuple(reconstructed)


def _plain(text: syn.Text | None) -> str | None:
    return plain(text) if text is not None else None


def _ids(source: syn.SourceClause | None) -> tuple[str, ...]:
    return tuple(ident.name for ident in source.ids) if source is not None else ()


def _printed(catalogue: Catalogue) -> dict[str, prose.PrintedText]:
    """The texts of layouts (`print.NAME`), with the words that they were translated from."""
    return {
        id_.removeprefix(PRINTED): prose.PrintedText(entry.source, entry.words)
        for id_, entry in catalogue.entries.items()
        if id_.startswith(PRINTED) and entry.words and not entry.fuzzy
    }
