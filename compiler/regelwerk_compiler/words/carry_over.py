"""Carries dice keys and translations over to amended cards and texts.

A card that has left its family goes on with the family's dice and with the translations of its questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics

from ..amend.history import History
from ..model.symbols import CallableSymbol, CardSymbol, Game
from ..model.tree import RollDice
from ..model.walk import nodes_in
from .catalogues.entries import Catalogue, carried_over
from .messages import all_messages
from .texts import Texts
from .words import Words


def keep_words_and_luck(game: Game, texts: Texts, history: History) -> None:
    """To be done when all bodies are resolved, before anything is worded."""
    if not history.changes:
        return
    left = [
        card for card in game.cards.values() if isinstance(card.decl, syn.CardDecl) and card.decl.name.name != card.name
    ]
    for card in left:
        _keep_luck(card)
    _keep_words(game, texts, history, left)


def _callables(card: CardSymbol) -> Iterator[CallableSymbol]:
    yield from card.abilities.values()
    yield from (listener.callable for listener in card.listeners)


def _keep_luck(card: CardSymbol) -> None:
    """The dice of a card that has left its family are those of the family: the same seed, the same rolls."""
    assert isinstance(card.decl, syn.CardDecl)
    own, family = f"{card.name}.", f"{card.decl.name.name}."
    for callee in _callables(card):
        for statement in callee.body or []:
            for node in nodes_in(statement):
                if isinstance(node, RollDice) and node.luck.startswith(own):
                    node.luck = family + node.luck[len(own) :]


def _keep_words(game: Game, texts: Texts, history: History, left: list[CardSymbol]) -> None:
    """What changes reword is said in the words of their own entries, `id@change`; without them the source speaks."""
    prefixes = {f"{card.name}.": f"{card.wording_id.removeprefix('card.')}." for card in left}
    for message in all_messages(Words(game, texts)):
        family = next(
            (base + message.id[len(own) :] for own, base in prefixes.items() if message.id.startswith(own)), ""
        )
        for catalogue in texts.catalogues:
            entry = catalogue.entries.get(family)
            if entry is not None and entry.source == message.source:
                catalogue.entries[message.id] = entry
            _take_own(catalogue, message.id, message.source, history)


def _take_own(catalogue: Catalogue, id_: str, source: str, history: History) -> None:
    """The entry of the last change that has this text stands for it in this game, and so do the forms of a name."""
    old = catalogue.entries.get(id_)
    if old is None or carried_over(old, source) is None:
        for form in _forms(catalogue, id_, ""):  # of another name: without one of its own the name itself is said
            catalogue.entries[form] = catalogue.entries[form]._replace(source=source, words=source, fuzzy=False)
    for one in history.applied:
        mark = f"@{one.decl.name}"
        entry = catalogue.entries.get(id_ + mark)
        if entry is None or carried_over(entry, source) is None:
            continue
        catalogue.entries[id_] = entry
        for form in _forms(catalogue, id_, mark):
            catalogue.entries[form.removesuffix(mark)] = catalogue.entries[form]


def _forms(catalogue: Catalogue, id_: str, mark: str) -> list[str]:
    """The entries of the other forms of a name."""
    return [key for key in catalogue.entries if key.startswith(f"{id_}|") and key.partition("@")[2] == mark[1:]]


def acting_comments(
    trees: list[syn.SourceTree], diagnostics: Diagnostics, history: History, *, amended: bool
) -> list[syn.SourceTree]:
    """The trees without the comments of changes that do not apply.

    In a game that variants have amended, comments of the base stay only where something is said about their line: what
    they silence may be gone.
    """
    lines = {(item.span.source.name, item.span.line) for item in diagnostics.items}
    found = []
    for tree in trees:
        idle = [
            decl.span
            for decl in tree.declarations
            if isinstance(decl, syn.ChangeDecl) and not history.origin(decl.span)
        ]
        kept = []
        for comment in tree.comments:
            line = comment.span.line + (1 if comment.alone else 0)
            away = any(span.start <= comment.span.start < span.end for span in idle)
            of_base = amended and history.origin(comment.span) is None and (tree.source.name, line) not in lines
            if not away and not of_base:
                kept.append(comment)
        found.append(replace(tree, comments=tuple(kept)))
    return found
