"""Checks of measures: figures that never change, that do not depend on their player, and that share a title."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..model.symbols import CallableSymbol, Game
from ..model.walk import free_locals
from ..primitives.properties import reads_play
from ..words.texts import measure_title


def check_measures(game: Game, diagnostics: Diagnostics) -> None:
    """W0740 (it reads nothing that changes), W0741 (two have one title), W0742 (it does not depend on its player)."""
    titles: dict[str, Span] = {}
    for measure in game.measures.values():
        _check_body(measure, diagnostics)
        title, span = measure_title(measure), _title_span(measure)
        if title in titles:
            what, labels = f"another measure is called “{title}”", (Label(titles[title], "this one"),)
            help_ = "give one of the two another title: reports show measures by their titles"
            diagnostics.report("W0741", span, what, labels=labels, help=help_)
        titles.setdefault(title, span)


def _check_body(measure: CallableSymbol, diagnostics: Diagnostics) -> None:
    body = measure.body or []
    if not any(reads_play(statement) for statement in body):
        what = f"the measure `{measure.name}` is the same in every round of every game"
        diagnostics.report("W0740", measure.span, what, help="let it read the state, or remove it")
    elif measure.params and not any(free_locals(statement) & {*measure.param_locals} for statement in body):
        (player,) = measure.params
        what = f"the measure `{measure.name}` is the same for every player"
        help_ = f"use `{player.name}` in it, or remove `of {player.name}` to record it once for the whole game"
        diagnostics.report("W0742", player.span, what, help=help_)


def _title_span(measure: CallableSymbol) -> Span:
    """The place of its title, or of its name, which is its title then."""
    title = measure.decl.title if isinstance(measure.decl, syn.MeasureDecl) else None
    return title.span if title is not None else measure.span
