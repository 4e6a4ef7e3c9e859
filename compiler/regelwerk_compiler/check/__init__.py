"""Checks of a typed game for errors and likely mistakes, one module for each subject."""

from __future__ import annotations

from regelwerk_dsl.data.manifest import Statements
from regelwerk_dsl.diagnostics import Diagnostics

from ..checked.graph import Graph
from ..words.texts import Texts
from ..words.words import Words
from .calls import check_answers, check_changed_recursion, check_recursion, check_usage
from .choices import check_choices
from .citations import check_citations
from .known import Known
from .links import check_links
from .measures import check_measures
from .rewording import check_rewording
from .secrets import check_secrets
from .sentences import check_figures, check_sentences
from .simultaneous import check_simultaneous
from .titles import check_titles
from .wording import check_wording
from .zone_bound import check_zone_bound


def check(graph: Graph, texts: Texts, statements: Statements | None, diagnostics: Diagnostics, known: Known) -> None:
    """Runs all checks of what is not known yet, in order. Recursion comes first: the others walk from body to body."""
    game = graph.game
    fresh, differing = known.fresh(game), known.differing(game)
    if known.labels:
        check_changed_recursion(game, known, diagnostics)
    else:
        check_recursion(game, fresh, diagnostics, known.heights)
    if diagnostics.has_errors:
        return
    words = Words(game, texts)
    if not known.labels:  # of a change only some bodies are resolved
        check_answers(game, diagnostics)
    if not known.labels or known.touched is None:  # no edit of the base takes away what only a change uses
        check_usage(graph, diagnostics, known.labels)
    check_choices(game, differing, diagnostics)
    check_zone_bound(game, differing, diagnostics)
    check_simultaneous(game, known.asking(game), diagnostics)
    check_wording(words, diagnostics, known)
    check_titles(words, graph.table, diagnostics, known)
    check_sentences(words, diagnostics, known)
    check_figures(words, diagnostics, known)
    check_links(words, diagnostics, known)
    check_secrets(game, known, diagnostics)
    check_measures(game, diagnostics)
    check_rewording(game, graph.history, diagnostics)
    check_citations(graph.table, statements, diagnostics)
