"""Transfer of translations to amended declarations, and of comments to amended sources."""

from __future__ import annotations

from dataclasses import replace

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics

from ..amend.history import History
from ..model.symbols import Game
from .catalogues.entries import Catalogue, carried_over
from .messages import all_messages
from .texts import Texts
from .words import Words


def carry_translations_over(game: Game, texts: Texts, history: History) -> None:
    """Gives the messages of amended declarations the entries that fit them, before anything is worded.

    A member of a family that is treated by itself has the translations of its family. What a change rewords is said in
    the words of its own entry, `id@change`; without one the source speaks.
    """
    if not history.changes:
        return
    families = {f"{card.name}.": f"{card.family}." for card in game.cards.values() if card.name != card.family}
    for message in all_messages(Words(game, texts)):
        of_family = next(
            (family + message.id[len(own) :] for own, family in families.items() if message.id.startswith(own)), ""
        )
        for catalogue in texts.catalogues:
            entry = catalogue.entries.get(of_family)
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
