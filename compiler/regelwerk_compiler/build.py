"""Construction of the checked game from the typed game, its texts and its sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from inspect import signature
from math import prod
from typing import TypeVar

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import Statements
from regelwerk_dsl.grammar.templates import joined
from regelwerk_dsl.source import NO_SPAN
from regelwerk_dsl.suggest import as_words

from .amend.apply import History
from .checked import game as checked
from .checked import prose
from .checked.dice import dice_of
from .checked.marks import Icon, Style
from .checked.plain import plain_value, position
from .checked.say import Segment, looks_of, words_of
from .checked.values import NOT_FIXED, NotFixed, Run, SharedText, Slot, Value
from .model.enums import EnumSymbol
from .model.enums import Value as Constant
from .model.scenarios import has_its_players
from .model.symbols import CallableSymbol, CardTypeSymbol, Game, cites_of
from .model.texts import plain
from .model.types import MemberType, Type, unbounded
from .model.walk import all_callables, returned
from .primitives.evaluate import Evaluator, NotConstantError
from .words.catalogues.entries import Catalogue
from .words.catalogues.status import untranslated
from .words.compose import Composer, fields_in_text, message_ids, plan_text
from .words.messages import ANSWER_PARTS, SOURCE_PARTS, TOLD, aside_id, reconstructed_id, source_messages
from .words.texts import Texts, measure_names, state_names
from .words.words import Words, fields_in_title

T = TypeVar("T")

SCHEMA = 8
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
        statements: the contents of `sources.yaml`.
        history: what errata and variants changed.
    """
    return _Builder(game, texts, history or History()).game(statements or Statements(NO_SPAN.source))


def _part(cls: Callable[..., T], one: object, **made: object) -> T:
    """A part of the checked game: the values made for it, and the attributes of a symbol or declaration by their names.

    Its `where` is the line where the declaration begins, unless that has a `where` of its own.
    """
    wanted = signature(cls).parameters.keys() - made.keys()
    found = {name: getattr(one, name) for name in wanted if hasattr(one, name)}
    if "where" in wanted - found.keys():
        found["where"] = position(getattr(one, "span", NO_SPAN))
    return cls(**found, **made)


class _Builder:
    def __init__(self, game: Game, texts: Texts, history: History) -> None:
        self._game = game
        self._texts = texts
        self._history = history
        self._words = Words(game, texts)

    def game(self, sources: Statements) -> checked.CheckedGame:
        game, texts = self._game, self._texts
        cards, families = self._cards()
        said = {str(one.id): self._texts.names(one.id, one.source) for one in source_messages(sources)}

        def texts_of(id_: str, parts: Iterable[str]) -> dict[str, Mapping[str, str]]:
            return {part: said.get(f"{id_}.{part}", {}) for part in parts}

        return checked.CheckedGame(
            schema=SCHEMA,
            name=game.name,
            title={one.language: one.find("game.title") or game.title for one in texts.catalogues},
            version=game.version,
            players=game.players,
            minutes=game.minutes,
            age=game.age,
            languages=tuple(texts.languages),
            words={language: {key: texts.word(language, key) for key in WORDS} for language in texts.languages},
            units=tuple(_part(checked.Unit, one) for one in game.units.values()),
            tables={enum.name: self._table(enum) for enum in game.enums.values() if enum.kind != "player"},
            card_types=tuple(map(self._card_type, game.card_types.values())),
            cards=cards,
            families=families,
            state=tuple(
                _part(
                    checked.Variable,
                    one,
                    labels=state_names(texts, one),
                    indices=tuple(map(unbounded, one.dims)),
                    type=unbounded(one.type),
                    seen=" ".join(filter(None, ("remembered" if one.remembered else "", *one.seen))),
                )
                for one in game.state.values()
            ),
            declarations=self._declarations(),
            measures=tuple(
                _part(checked.Measure, one, labels=measure_names(texts, one), of_player=bool(one.params))
                for one in game.measures.values()
            ),
            chapters=tuple(map(self._chapter, game.chapters)),
            scenarios=tuple(map(self._scenario, game.scenarios)),
            invariants=tuple(_part(prose.Invariant, one) for one in game.invariants),
            errata=self._changes("erratum"),
            variants=self._changes("variant"),
            documents=tuple(
                _part(prose.Document, one, titles=said[f"document.{one.id}.title"]) for one in sources.documents
            ),
            statements=tuple(_part(prose.Statement, one) for one in sources.statements),
            questions=tuple(
                _part(prose.Question, one, texts=texts_of(f"question.{one.id}", ANSWER_PARTS))
                for one in sources.questions
            ),
            reconstructed=tuple(
                _part(
                    prose.Reconstructed,
                    one,
                    texts=texts_of(str(reconstructed_id(one.what)), SOURCE_PARTS),
                )
                for one in sources.reconstructed
            ),
            untranslated=untranslated(self._words),
            printed={catalogue.language: _printed(catalogue) for catalogue in texts.catalogues},
            dice=dice_of(game),
        )

    # ---- tables and cards

    def _table(self, symbol: EnumSymbol) -> checked.Table:
        names = self._words.members.get(symbol.name)  # none of a range
        columns, table = symbol.fields.values(), f"table.{symbol.name}"
        headings = {one.name: self._texts.names(f"{table}.{one.name}", as_words(one.name)) for one in columns}
        return _part(
            checked.Table,
            symbol,
            label=plain(symbol.label),
            labels=self._texts.names(table, plain(symbol.label) or symbol.name),
            columns=tuple(
                checked.Column(one.name, unbounded(one.type), headings[one.name], one.printed) for one in columns
            ),
            rows=tuple(
                checked.Row(
                    key,
                    {one.name: plain_value(self._game, one.values[at], one.type) for one in columns},
                    names[at] if names is not None else None,
                    owner if (owner := symbol.owner(at)[0]) != symbol.name else "",
                )
                for at, key in enumerate(symbol.keys)
            ),
        )

    def _card_type(self, kind: CardTypeSymbol) -> checked.CardType:
        return _part(
            checked.CardType,
            kind,
            label=plain(kind.label),
            labels=self._texts.names(f"cardtype.{kind.name}", plain(kind.label) or kind.name),
            fields=tuple(
                checked.CardField(
                    one.name,
                    self._texts.names(f"field.{kind.name}.{one.name}", as_words(one.name)),
                    unbounded(one.type),
                    not one.decl.unprinted,
                    plain_value(self._game, one.default, one.type) if one.decl.default is not None else None,
                )
                for one in kind.fields.values()
            ),
            cards=sum(member.on_paper for card in kind.cards for member in card.members),
        )

    def _cards(self) -> tuple[tuple[checked.Card, ...], tuple[checked.Family, ...]]:
        """The card definitions in order of their first copies, and the families among them."""
        composer = Composer(self._words)
        cards: list[checked.Card] = []
        families: list[checked.Family] = []
        for kind in self._game.card_types.values():
            fields: list[tuple[str, Type]] = [(one.name, one.type) for one in kind.fields.values()]
            for card in kind.cards:
                plan, titled = plan_text(self._game, card), tuple(sorted(fields_in_title(card)))
                texts, conditions = composer.card_texts(card, plan), composer.card_conditions(card, plan)
                messages = tuple(message_ids(plan, card))
                titles = self._words.titles[len(cards) : len(cards) + len(card.members)]
                cards += (
                    checked.Card(
                        key=member.key,
                        family=card.name,
                        type=kind.name,
                        copies=member.on_paper,
                        fields=self._values(fields, [member.fields[name] for name, _ in fields]),
                        cites=card.cites,
                        names={language: words_of(parts) for language, parts in title.items()},
                        texts={language: words_of(parts) for language, parts in texts[member.key].items()},
                        marked=self._marked(texts[member.key]),
                        conditions={
                            language: tuple(map(looks_of, parts))
                            for language, parts in conditions.get(member.key, {}).items()
                        },
                        wording=plan.kind,
                        messages=messages,
                        where=position(card.span),
                        acts=bool(card.listeners) or any(one.result is None for one in card.abilities.values()),
                        binding=self._values(card.binders, member.values),
                        titled=titled,
                        told=tuple(sorted(fields_in_text(plan, card, member))),
                    )
                    for member, title in zip(card.members, titles, strict=True)
                )
                if card.binders:
                    families.append(
                        checked.Family(
                            name=card.name,
                            type=kind.name,
                            binders=tuple(checked.Param(name, unbounded(type_)) for name, type_ in card.binders),
                            cards=tuple(member.key for member in card.members),
                            titles=self._shared(titles),
                            texts=self._shared(texts.values()),
                        )
                    )
        return tuple(cards), tuple(families)

    def _values(self, declared: Iterable[tuple[str, Type]], values: Iterable[Constant]) -> dict[str, Value]:
        """Constants with their types as plain data, by name."""
        pairs = zip(declared, values, strict=True)
        return {name: plain_value(self._game, value, type_) for (name, type_), value in pairs}

    def _marked(self, texts: Mapping[str, list[Segment]]) -> dict[str, tuple[Run, ...]]:
        """A text in the languages in which it has marks."""
        return {
            language: looks_of(parts)
            for language, parts in texts.items()
            if any(isinstance(part, Style | Icon) for part in parts)
        }

    def _shared(self, texts: Iterable[dict[str, list[Segment]]]) -> dict[str, SharedText]:
        by_language = {language: [text[language] for text in texts] for language in self._texts.languages}
        found = {language: _shared_text(own) for language, own in by_language.items()}
        return {language: shared for language, shared in found.items() if shared is not None}

    # ---- rules

    def _declarations(self) -> tuple[checked.Declaration, ...]:
        return tuple(
            _part(
                checked.Declaration,
                one,
                params=tuple(checked.Param(param.name, unbounded(param.type)) for param in one.params),
                value=self._fixed_value(one) if one.kind == "define" else NOT_FIXED,
                **{part: text.source for part, text in one.texts.items()},
            )
            for one in all_callables(self._game)
            if one.owner is None and one.kind != "measure"
        )

    def _fixed_value(self, callee: CallableSymbol) -> Value | NotFixed:
        """The value of a define that never changes: one value, or one for each member that it takes, by key."""
        expression, result = returned(callee.body), callee.result
        if result is None or expression is None:
            return NOT_FIXED
        enums = self._game.enums
        domains = [enums[param.type.enum] for param in callee.params if isinstance(param.type, MemberType)]
        if len(domains) < len(callee.params) or prod(domain.size for domain in domains) > MOST_VALUES:
            return NOT_FIXED
        evaluator = Evaluator(self._game)

        def values(at: tuple[int, ...]) -> Value:
            if len(at) == len(domains):
                constant = evaluator.value(expression, dict(zip(callee.param_locals, at, strict=True)))
                return plain_value(self._game, constant, result)
            domain = domains[len(at)]
            return {key: values((*at, domain.low + number)) for number, key in enumerate(domain.keys)}

        try:
            return values(())
        except NotConstantError:
            return NOT_FIXED

    # ---- prose and sources

    def _titled(
        self,
        cls: Callable[..., T],
        kind: str,
        decl: syn.ChapterDecl | syn.ScenarioDecl | syn.ChangeDecl,
        **made: object,
    ) -> T:
        name = decl.name.name
        titles = self._texts.names(f"{kind}.{name}.title", plain(decl.title) or name)
        return _part(cls, decl, name=name, title=plain(decl.title), titles=titles, cites=cites_of(decl.source), **made)

    def _chapter(self, decl: syn.ChapterDecl) -> prose.Chapter:
        blocks = self._game.prose[decl.name.name]
        parts = tuple(_part(prose.Block, one, texts=self._words.prose(one)) for one in blocks)
        return self._titled(prose.Chapter, "chapter", decl, blocks=parts)

    def _scenario(self, decl: syn.ScenarioDecl) -> prose.Scenario:
        name = decl.name.name
        amended = {key[2] for key in self._history.changes if key[:2] == ("scenario", name) and len(key) > 2}
        kept = amended <= {"title", *TOLD}  # else they may be untrue
        words = {part: getattr(decl, part) for part in TOLD}
        told = {
            part: self._texts.names(f"scenario.{name}.{part}", plain(text)) if shown and text else {}
            for part, text in words.items()
            for shown in [kept or part in amended]
        }
        played = [not isinstance(step, syn.GivenPlayers) for step in decl.steps]
        asides = tuple(
            (sum(played[: one.after]), self._texts.names(aside_id(name, number), plain(one.text)))
            for number, one in enumerate(decl.asides if kept else (), 1)
        )
        left_out = not has_its_players(decl, self._game.players)
        return self._titled(prose.Scenario, "scenario", decl, **told, asides=asides, left_out=left_out)

    def _changes(self, kind: str) -> tuple[prose.Change, ...]:
        applied = {one.name for one in self._history.applied}
        steps = [(step, key) for key, steps in self._history.changes.items() for step in steps]
        return tuple(
            self._titled(
                prose.Change,
                kind,
                one,
                applied=one.name.name in applied,
                changes=tuple(
                    _part(prose.Step, step, key=key) for step, key in steps if step.chosen.name == one.name.name
                ),
            )
            for one in self._game.changes
            if one.kind == kind
        )


def _printed(catalogue: Catalogue) -> dict[str, prose.PrintedText]:
    """The texts of layouts (`print.NAME`), with the words that they were translated from."""
    return {
        id_.removeprefix(PRINTED): prose.PrintedText(entry.source, entry.words)
        for id_, entry in catalogue.entries.items()
        if id_.startswith(PRINTED) and entry.words and not entry.fuzzy
    }


def _shared_text(texts: list[list[Segment]]) -> SharedText | None:
    """The plain words that texts have in common, with a slot where they differ; None if more than slots differ."""
    texts = [[one for one in text if not isinstance(one, Style)] for text in texts]
    if len({tuple(None if isinstance(one, Slot) else one for one in text) for text in texts}) != 1:
        return None

    def part(segments: tuple[Segment, ...]) -> str | Slot:
        slot, words = segments[0], tuple(words_of([one]) for one in segments)
        if isinstance(slot, Slot) and len(set(words)) > 1:
            return replace(slot, words=words, type=unbounded(slot.type))
        return words[0]

    return tuple(joined(map(part, zip(*texts, strict=True))))
