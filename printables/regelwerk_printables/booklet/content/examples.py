"""Worked examples of a booklet: the situation of a scenario, its choices and sentences, and the results."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile, zip_longest

from regelwerk_compiler.checked.game import Variable
from regelwerk_compiler.checked.play import Asked, Fact, PlayedScenario, PlayedStage, PlayedStep
from regelwerk_compiler.checked.prose import Scenario
from regelwerk_compiler.checked.values import Words as Texts
from regelwerk_compiler.model.types import PLAYER, PileType, PlaceType

from ...design.situations import Scenes
from ..arrangement import fit_side_by_side, stacked_scales
from ..look import A5, PADDING, Paper
from .cards import with_copies
from .dice import MOST, die
from .elements import Element, Inline, Note, Panel, Paragraph, Parting, Scenery, Table, Words, join, plain
from .facts import Facts

Aside = tuple[int, Texts]  # an author's remark, after the number of steps before it

_BEFORE_NUMBER = re.compile(r"(?<=\w) (?=\d)")  # no line break between `Job` and `7`
SHORT_INDEX = 16  # characters; entries with longer names are put on lines of their own


def worked_example(
    facts: Facts,
    scenario: Scenario,
    played: PlayedScenario | None,
    scenes: Sequence[Scenes | None] = (),
    away: Words = (),
    paper: Paper = A5,
) -> Note:
    """A scenario in a box.

    Args:
        facts: the game.
        scenario: the scenario of the game.
        played: the record of its run; without it, the box has only the title.
        scenes: the pictures of its stages; tables do not repeat what these show. An example with pictures is kept on
            one page unless that leaves a gap.
        away: points to the example when that page is the next one.
        paper: the format of the pages.
    """
    width = paper.column(paper.columns) - 2 * PADDING
    elements: list[Element] = [Paragraph((Inline(example_title(facts, scenario), bold=True),))]
    elements += _remark(facts, scenario.why)
    if played is not None:
        begin = 0
        for at, (stage, seen) in enumerate(zip_longest(played.stages, scenes)):
            elements += [Parting(1)] if at else []
            asides = [one for one in scenario.asides if begin < one[0] <= stage.end]
            elements += _elements(facts, stage, seen, "suppose" if at else "before", width, asides)
            begin = stage.end
        elements += _remark(facts, scenario.so)
    pictured = any(isinstance(element, Scenery) for element in elements)  # readers compare them with the steps
    return Note(tuple(elements), f"scenario.{scenario.name}", pictured, away)


def _remark(facts: Facts, texts: Texts) -> Iterator[Element]:
    """A remark of the author before, within or after an example."""
    if words := facts.own(texts):
        yield Paragraph((Inline(words),))


def example_title(facts: Facts, scenario: Scenario) -> str:
    """The title of an example."""
    return facts.word("example", facts.own(scenario.titles))


def _elements(
    facts: Facts, played: PlayedStage, scenes: Scenes | None, head: str, width: float, asides: Sequence[Aside]
) -> Iterator[Element]:
    """A stage; `head` is the word for its situation, `width` the space for its pictures, `asides` its remarks."""
    shown = scenes.shown if scenes is not None else frozenset()
    situation = [fact for fact in played.situation if fact.place not in shown]
    results = [fact for fact in played.results if fact.place not in shown]
    panels = list(_panels(facts, played, scenes, head)) if scenes is not None else []
    both = scenes is not None and fit_side_by_side(scenes.before, scenes.after, width)
    scale, last = stacked_scales(scenes.before, scenes.after, width) if scenes is not None and not both else (0.0, 0.0)
    if panels:
        yield Scenery(tuple(panels if both else panels[:1]), scale=scale)
        yield Parting(2)
    if situation:
        if not panels:
            yield Paragraph((Inline(facts.word(head), bold=True),), small=True)
        yield _state_table(facts, situation, before=True)
    faces = [die(number) for number in played.rolls if 1 <= number <= MOST]
    if faces:
        dice = [one for face in faces for one in (Inline("\u00a0"), Inline("", icon=face))]
        yield Paragraph((Inline(facts.word("dice"), bold=True), *dice))
    yield from _steps(facts, played.steps, asides)
    if panels[1:] and not both:
        yield Parting(2)
        yield Scenery(tuple(panels[1:]), scale=last)
    if results:
        if not panels[1:]:
            yield Paragraph((Inline(facts.word("after"), bold=True),), small=True)
        yield _state_table(facts, results, before=False)


def _panels(facts: Facts, played: PlayedStage, scenes: Scenes, head: str) -> Iterator[Panel]:
    """The pictures of both positions, with the titles of their parts and the facts shown as alternative text."""
    for key, some, listed in (
        (head, scenes.before, played.situation),
        ("after", scenes.after, played.results),
    ):
        if some:
            title = facts.word(key)
            parts = facts.joined(dict.fromkeys(scene.title for scene in some if scene.title))
            table = _state_table(facts, [fact for fact in listed if fact.place in scenes.shown], key == head)
            rows = [_read_out(facts, plain(label), plain(values)) for label, values in table.rows]
            yield Panel(title, some, facts.word("stop").join([_read_out(facts, title, parts), *rows]))


def _read_out(facts: Facts, label: str, words: str) -> str:
    return facts.word("colon", label, words.replace("\n", facts.comma)) if words else label


def _steps(facts: Facts, steps: Sequence[PlayedStep], asides: Sequence[Aside]) -> Iterator[Element]:
    """Steps in order, with the author's remarks; a player's possible or impossible choices share one paragraph."""
    remarks, asked = deque(asides), tuple[Asked, ...]()
    for (player, can, _), group in groupby(
        steps, key=lambda one: (one.player, one.can, one.can is None and one.number)
    ):
        some = list(group)
        while remarks and remarks[0][0] <= some[0].number:
            yield from _remark(facts, remarks.popleft()[1])
        if some[0].asked and some[0].asked != asked:
            unsaid, asked = _unsaid(asked, some[0].asked), some[0].asked
            yield Paragraph((Inline(unsaid, italic=True),), label=" ", depth=1, tight=True, small=True)
        if can is None:
            for step in some:
                yield from [Parting(2)] if step is not steps[0] else []
                yield from _step(facts, step)
        else:
            choices = facts.joined(dict.fromkeys(one.choice for one in some))
            words = _chosen(facts, player, choices, "could choose" if can else "could not choose")
            yield Paragraph(words, label="✓" if can else "✗", depth=1, tight=True, small=True)
    for _, texts in remarks:
        yield from _remark(facts, texts)


def _unsaid(before: Sequence[Asked], question: Sequence[Asked]) -> str:
    """A question without the leading sentences that it shares with the previous one."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, question, strict=False)))
    return "".join(one.words for one in question[same:] or question).lstrip()


def _step(facts: Facts, step: PlayedStep) -> Iterator[Paragraph]:
    """A choice, and below it the sentences of the game; a sentence that repeats the choice replaces it."""
    player, choice, says = step.player, step.choice, list(step.says)
    if step.ends:
        says = [facts.word(step.ends, player) if player else facts.word("game over")]
    if choice:
        if step.retold:
            sentence, bold = says.pop(0), len(player) if step.begun else 0
            words = *([Inline(sentence[:bold], bold=True)] if bold else []), Inline(sentence[bold:])
        elif player and step.declined:
            words = facts.phrase("declines", (Inline(player, bold=True),))
        else:
            words = _chosen(facts, player, choice)
        yield Paragraph(words, label="▸", depth=1, tight=True, small=True)
    for sentence in says:
        label, depth = ("–", 2) if choice else ("•", 1)
        yield Paragraph((Inline(sentence),), label=label, depth=depth, tight=True, small=True)


def _chosen(facts: Facts, player: str, choice: str, key: str = "chooses") -> Words:
    if not player:
        return (Inline(choice),)
    return facts.phrase(key, (Inline(player, bold=True),), (Inline(choice),))


def _state_table(facts: Facts, entries: Sequence[Fact], before: bool) -> Table:
    """A row for each variable, with the values of its indices in succession."""
    variables = {variable.name: variable for variable in facts.game.state}
    rows: list[tuple[Words, ...]] = []
    for name, group in groupby(entries, key=lambda entry: entry.state):
        variable, entries_of = variables[name], list(group)
        label = facts.own(variable.labels) or variable.name
        if variable.seen == "nobody" and any(map(_is_mixed, entries_of)):
            label = facts.word("from the top", label)  # in a face-down pile the order matters
        shown = [tuple(_entry(facts, variables, entry, before)) for entry in entries_of]
        long = any(len(inlines[0].text) > SHORT_INDEX for inlines in shown if inlines[0].bold)
        apart = "\n" if long else facts.between(map(plain, shown))
        rows.append(((Inline(label),), join(shown, apart)))
    return Table(((), ()), tuple(rows), (False, False))


def _is_mixed(entry: Fact) -> bool:
    """True if a pile has or had different cards."""
    return any(isinstance(one.value, list) and len(set(one.value)) > 1 for one in (entry, entry.old) if one is not None)


def _entry(facts: Facts, variables: Mapping[str, Variable], entry: Fact, before: bool) -> Iterator[Inline]:
    say, (types, type_) = facts.say, variables[entry.state].element
    indices = [say.name(index, type_) for index, type_ in zip(entry.indices, types, strict=True)]
    shown = _value(facts, variables, entry)
    if not before and entry.old is not None:
        shown = facts.word("then", _value(facts, variables, entry.old), shown)
    named = " ".join(indices)
    is_lying = isinstance(type_, PileType | PlaceType)
    if named and (PLAYER in types or not (is_lying and shown.startswith(named))):  # else the cards have the same name
        yield Inline(f"{named} ", bold=True)
    yield Inline(_BEFORE_NUMBER.sub("\u00a0", shown))


def _value(facts: Facts, variables: Mapping[str, Variable], entry: Fact) -> str:
    """A value in words; cards from the top of their pile, as in scenarios, each with the values kept beside it."""
    say, (_, type_) = facts.say, variables[entry.state].element
    if not isinstance(type_, PileType) and not entry.beside:
        return say.value(entry.value, type_)
    names = []
    cards = entry.value if isinstance(entry.value, Sequence) and not isinstance(entry.value, str) else [entry.value]
    for card, kept in zip_longest(reversed(cards), reversed(entry.beside), fillvalue=()):
        known = ((variables[name], value) for name, value in kept)
        notes = [f"{facts.own(var.labels) or var.name} {say.value(value, var.type)}" for var, value in known]
        name = say.name(str(card), type_)
        names.append(facts.word("beside", name, facts.joined(notes)) if notes else name)
    return say.listed(with_copies(facts, name, len(list(alike)), False) for name, alike in groupby(names)) or say.none
