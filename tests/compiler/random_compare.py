"""Games at random, played with compiled rules and beside them by a second implementation of their meaning."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from random_choices import keys_of
from random_endings import figure
from random_hints import NO_ADVICE
from random_piles import CHEST, STALL
from random_rules import Rules
from random_statements import Asked, FinishError, Play
from random_turned import turned
from random_values import FEW, LAND, PLAYER, SET, TOOL
from random_world import BOX, DECK, MIX, SLOT, WASTE, BrokenError, LeftError, Piece, World
from regelwerk_runtime.bots.hints import considered, preferred
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.views.view import HIDDEN

MOST_DECISIONS = 300
"""The number of decisions of a game that are compared."""


def turns(rules: Rules, w: World) -> Play:
    """Plays the whole game."""
    try:
        if rules.begin is not None:
            yield from rules.begin(w)
        yield from rules.whole(w)
    except FinishError:
        w.reason = "finish"


def shown(w: World, viewer: int | None = None) -> dict[str, Any]:
    """The state as a match shows it, to a player or in full."""
    found = {name: _part(w, name, variable.indices, (), viewer) for name, variable in w.frame.variables.items()}
    piles = {at: _pile(w, at, viewer) if at != MIX else [] for at in w.piles if at != BOX and at[0] != STALL}
    deck, slot, waste = piles.pop(DECK), piles.pop(SLOT), piles.pop(WASTE, None)
    found |= {} if waste is None else {"waste": waste}
    if piles.pop(MIX, None) is not None:
        found["mix"] = [w.frame.card(card).key for card in w.mixed]
    if w.frame.chests:
        lands = w.frame.kinds[LAND]
        found[CHEST] = dict(zip(lands.keys, (piles.pop((CHEST, land)) for land in lands.numbers), strict=True))
    if w.frame.stalls:
        stalls = [_pile(w, (STALL, player), viewer) for player in w.frame.kinds[PLAYER].numbers]
        found[STALL] = [stall[0] if stall else None for stall in stalls]
    if w.frame.marks:
        keys = keys_of(w.frame, TOOL, [*range(len(w.frame.cards))], "#")
        marks = [mark if _sees_mark(w, card, viewer) else HIDDEN for card, mark in enumerate(w.marks)]
        found["mark"] = dict(zip(keys, marks, strict=True))
    if w.frame.chips:
        keys = [chip.key for chip in w.frame.chips]
        found["camp"] = [[keys[chip] for chip in camp] for camp in w.camps]
        keys = [f"{key}#{keys[:at].count(key) + 1}".removesuffix("#1") for at, key in enumerate(keys)]
        found["wear"] = dict(zip(keys, w.worn, strict=True))
        found["sworn"] = [keys[chip] for chip in sorted(w.sworn)]
    return found | {"deck": deck, "hand": [*piles.values()], "slot": slot[0] if slot else None}


def _pile(w: World, at: tuple[Any, ...], viewer: int | None) -> list[str]:
    """The cards of a pile as a player sees them."""
    sees = _sees_pile(w, at, viewer)
    return [w.frame.key(TOOL, card) if sees else HIDDEN for card in w.piles[at]]


def _sees_pile(w: World, at: tuple[Any, ...], viewer: int | None) -> bool:
    whose = w.state["boss", at[1]] if at[0] == CHEST else at[1] if len(at) > 1 else None
    return w.frame.sees(viewer, at[0], whose)


def _sees_mark(w: World, card: int, viewer: int | None) -> bool:
    """What a card has while it lies somewhere is seen with it."""
    if w.frame.marks == "always" or viewer is None:
        return True
    return card not in w.veiled and _sees_pile(w, w.lies(Piece(card)), viewer)


def _part(w: World, name: str, indices: tuple[str, ...], at: tuple[int, ...], viewer: int | None) -> Any:
    """A variable, or its values for some of its indices; players are in a list, members by their key."""
    if indices:
        kind = w.frame.kinds[indices[0]]
        parts = [_part(w, name, indices[1:], (*at, one), viewer) for one in kind.numbers]
        return parts if indices[0] == PLAYER else dict(zip(kind.keys, parts, strict=True))
    variable = w.frame.variables[name]
    owner = at[variable.indices.index(PLAYER)] if PLAYER in variable.indices else None
    if w.frame.seen.get(name) == "its boss":
        owner = w.state["boss", *at]
    if not w.frame.sees(viewer, name, owner):
        return HIDDEN
    value, type_ = w.state[name, *at], variable.type
    if isinstance(value, frozenset) and name in w.frame.notes:
        keys = keys_of(w.frame, TOOL, [*range(len(w.frame.cards))], "#")
        return [keys[card] for card in sorted(value)]
    if isinstance(value, frozenset):
        return [_shown(w, type_.removeprefix(SET), one) for one in sorted(value)]
    return _shown(w, type_.removesuffix("?"), value)


def _shown(w: World, kind: str, value: Any) -> Any:
    """A member by its key, and everything else unchanged."""
    return value if kind not in (*w.frame.fixed, TOOL) or value is None or kind == FEW else w.frame.key(kind, value)


def _compare_figures(rules: Rules, w: World, match: Match) -> None:
    """Compares the measures of the match, and its invariants, which need not hold."""
    for name, of_player, value in rules.measures:
        for player in rules.frame.kinds[PLAYER].numbers if of_player else [None]:
            w.rounds = 0
            meant = figure(partial(value, w, player))
            found = figure(partial(match.measure, name, player))
            assert found == meant or "left" in (found, meant)
    holding = {title: holds for title, holds, _ in (*match.game.invariants, *match.game.properties)}
    assert len(holding) == len(rules.invariants)
    for title, meaning in rules.invariants:
        w.rounds = 0
        meant, found = figure(partial(meaning, w)), figure(partial(holding[title], match.engine.s))
        assert found == meant or "left" in (found, meant)


def _compare_words(rules: Rules, w: World, match: Match, asked: Asked | None, number: int) -> None:
    """Compares the log, and the words and the chances of a decision, in each language."""
    decision = match.decision
    for at, lang in enumerate(rules.frame.languages):
        if asked is not None:
            assert decision is not None
            assert [option.says(lang) for option in decision.options] == [words[at] for words in asked.texts]
            assert decision.prompt_in(lang) == asked.question[at]
            assert decision.chosen_in(lang) == asked.chosen[at]
        if at == 0 or asked is None or number % 8 == 0:
            assert match.log(lang) == w.sentences(at)
        for reader in rules.frame.kinds[PLAYER].numbers if asked is None or number % 8 == 1 else ():
            assert match.log(lang, reader) == w.sentences(at, reader)
    if decision is not None and asked is not None:
        assert [option.probability for option in decision.options] == (asked.chances or [None] * len(asked.keys))


def _compare_hints(match: Match, asked: Asked) -> None:
    """Compares which options bots leave out, and which they try first."""
    every = range(len(asked.keys))
    told = asked.advice() if asked.advice is not None else [NO_ADVICE] * len(every)
    assert len(told) == len(every)
    kept = [index for index in every if not told[index].skip] or [*every]
    assert [*considered(match.engine, every)] == kept
    assert [*preferred(match.engine, every)] == sorted(every, key=lambda index: -told[index].prefer)


def compare(rules: Rules, game: Game, seed: int) -> tuple[str, int]:
    """Plays at random with the compiled rules and with what they mean, and answers how the game ends, `over`, `broken`
    by a broken rule, or `left` where it is not compared to its end, and how many decisions were compared.

    Raises:
        AssertionError: decisions, values or sentences differ.
    """
    assert game.players == rules.frame.players
    rng, other, w, decisions = Random(seed), Random(-seed), World.begun(rules.frame), 0
    meant, index = turns(rules, w), None
    match: Match | None = None
    while True:
        found: Any
        try:
            if match is None:
                match = Match.start(game, 3, seed, rules.frame.names)
            else:
                match.choose(index)  # type: ignore[arg-type]  # an index by now
            decision = match.decision
            found = "over" if decision is None else (decision.player, [*decision.keys])
        except RuleError as error:
            if "too long" in error.message or "used up its limit" in error.message:  # counted by the most there can be
                return "left", decisions
            found = "broken"
        w.heard = None if rules.frame.explicit else match.log() if match is not None else []
        w.rounds = 0
        try:
            asked: Asked | str = meant.send(index)  # type: ignore[arg-type]  # None begins
            if not isinstance(asked, str) and asked.player is not None:
                w.burn()
        except StopIteration:
            asked = "over"
        except BrokenError:
            asked = "broken"
        except LeftError:
            return "left", decisions
        assert found == (asked if isinstance(asked, str) else (asked.player, asked.keys))
        if found == "broken":
            return found, decisions
        assert match is not None
        assert match.state.to_dict() == shown(w)
        for viewer in rules.frame.kinds[PLAYER].numbers if decisions % 4 == 0 else ():
            assert match.view(viewer).to_dict() == shown(w, viewer)
        _compare_words(rules, w, match, None if isinstance(asked, str) else asked, decisions)
        _compare_figures(rules, w, match)
        if isinstance(asked, str):
            w.rounds = 0
            try:
                ranking = rules.ranking(w)
            except BrokenError:
                return "broken", decisions
            except LeftError:
                return "left", decisions
            assert match.outcome is not None
            assert (match.outcome.scores, match.outcome.ranking) == ranking
            assert match.outcome.reason == w.reason
            return asked, decisions
        if asked.player is not None:
            w.rounds = 0
            try:
                _compare_hints(match, asked)
            except LeftError:
                return "left", decisions
        decisions += 1
        if decisions > MOST_DECISIONS:
            return "left", decisions
        match = turned(match, other, rules.frame)
        index = rng.randrange(len(asked.keys))
