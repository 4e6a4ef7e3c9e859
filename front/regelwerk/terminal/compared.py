"""Comparisons on the terminal: whether and where the change mattered, then what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from babel.numbers import format_decimal
from regelwerk_compiler.checked.languages import locale_of
from regelwerk_compiler.words.own import ENGLISH, language_with_words, own_word
from rich.text import Text

from .console import Screen, plain_table
from .wording import Wording, bot_word, wording

if TYPE_CHECKING:
    from regelwerk_simulation.compare.comparison import Comparison, Line
    from regelwerk_simulation.compare.examples import Example, Moment
    from regelwerk_simulation.compare.pairs import Parting
    from regelwerk_simulation.compare.questions import Answer

PLACES = 5
"""Most places listed at which games diverge."""
OPTIONS = 6
"""Most options listed that only one side offers."""
MANY = ("option", "used", "won")
"""Groups with a line for each card or option, which show only sure differences, unless all are requested."""


@dataclass(frozen=True)
class Reader:
    """The reader's language, with words and numbers."""

    lang: str

    @cached_property
    def tr(self) -> Wording:
        return wording(self.lang, format_decimal(1000, "#,##0", locale=self._locale)[1])

    @cached_property
    def _locale(self) -> str:
        return str(locale_of(language_with_words(self.lang) or ENGLISH))

    def number(self, value: float, sign: bool = False) -> str:
        """A number with a suitable number of decimals."""
        size = abs(value)
        return self._told(value, "#,##0" if size >= 1_000 else "#,##0.0" if size >= 10 else "#,##0.00", sign)

    def share(self, value: float, sign: bool = False) -> str:
        """A share in percent; a difference in percentage points."""
        return self._told(100 * value, "0.0", sign)

    def _told(self, value: float, pattern: str, sign: bool) -> str:
        told = format_decimal(value, pattern, locale=self._locale).replace("-", "−")
        if told.strip("−0.,") == "":
            return told.replace("−", "")  # rounded to 0
        return f"+{told}" if sign and value > 0 else told

    def percent(self, value: float) -> str:
        """A share with a percent sign, for sentences."""
        return self.tr("{share}%", share=self.share(value))

    def named(self, names: Mapping[str, str], otherwise: str) -> str:
        """A name in the reader's language, else in the first available one, else `otherwise`."""
        return names.get(self.lang) or next(iter(names.values()), "") or otherwise

    def player(self, seat: int) -> str:
        """A player by seat, such as `Player A`."""
        return own_word(self.lang, "text.player", chr(ord("A") + seat))


def show_comparison(made: Comparison, screen: Screen, lang: str, *, everything: bool = False) -> None:
    """Prints a comparison.

    Args:
        made: the comparison.
        screen: the output.
        lang: the reader's language; "" for English.
        everything: list every card and option, not only what is sure.
    """
    reader = Reader(lang or ENGLISH)
    tr = reader.tr
    _show_parting(made, screen, reader)
    for example in made.examples:
        _show_example(example, screen, reader)
    for side, name in ((made.base, tr("base")), (made.variant, tr("variant"))):
        if side.broken:
            told = tr("{side}: games that broke and are left out: {n}", side=name, n=side.broken)
            screen.note(told, style="warn")
    if not made.parting.pairs:
        return
    if made.answers:
        _show_answers(made, screen, reader)
    _show_lines(made, screen, reader, everything)


# ---- whether it mattered, and where ----------------------------------------------------------------------------------


def _show_parting(made: Comparison, screen: Screen, reader: Reader) -> None:
    tr, parting = reader.tr, made.parting
    games = {"count": parting.mattered, "games": parting.pairs}
    if parting.places:
        place = parting.places[0]
        told = tr(
            "The change mattered in {count} of {games} games; most part at {line}, first in game {game} at choice {n}.",
            **games,
            line=place.line,
            game=place.game,
            n=place.number,
        )
    elif parting.mattered:
        told = tr("The change mattered in {count} of {games} games, and in none of them to a choice.", **games)
    else:
        told = tr("The change mattered in {count} of {games} games.", **games)
    screen.say(told, style="heading")
    low, high = reader.percent(made.low), reader.percent(made.high)
    if parting.mattered:
        screen.say(tr("Of all such games it matters in {low} to {high}.", low=low, high=high))
    elif parting.pairs:
        screen.say(tr("Of all such games it matters in {high} at most.", high=high))
    sides = [", ".join(side.changes) or tr("the game as it is") for side in (made.base, made.variant)]
    screen.say(tr("base: {base}; variant: {variant}", base=sides[0], variant=sides[1]), style="quiet")
    facts = {"n": made.players, "seed": str(made.seed), "bots": ", ".join(bot_word(tr, bot) for bot in made.bots)}
    screen.say(tr("{n} players, seed {seed}, bots: {bots}", **facts), style="quiet")
    if not parting.mattered:
        return
    table = plain_table("", tr("games"), numbers=frozenset({1}))
    for text, count in (
        (tr("the players chose differently"), parting.chosen),
        (tr("they chose the same, from more or fewer options"), parting.offered),
        (tr("same choices and options, other scores or values"), parting.valued),
        (tr("somebody else won"), parting.winners),
        (tr("the scores were different"), parting.scores),
    ):
        table.add_row(text, tr.number(count))
    screen.say()
    screen.show(table)
    _show_places(parting, screen, reader)


def _show_places(parting: Parting, screen: Screen, reader: Reader) -> None:
    tr = reader.tr
    if not parting.places:
        return
    table = plain_table(tr("where games part"), tr("games"), tr("for example"), numbers=frozenset({1}))
    for place in parting.places[:PLACES]:
        where = tr("game {game}, choice {n}", game=place.game, n=place.number)
        table.add_row(place.line, tr.number(place.games), where)
    if others := parting.places[PLACES:]:
        table.add_row(tr("other places: {n}", n=len(others)), tr.number(sum(place.games for place in others)), "")
    screen.say()
    screen.show(table)


def _show_example(example: Example, screen: Screen, reader: Reader) -> None:
    tr = reader.tr
    facts = {"game": example.game, "seed": str(example.seed), "n": example.same}
    screen.say()
    if example.is_parted:
        screen.say(tr("Game {game}, seed {seed}: the same {n} choices, then", **facts), style="heading")
    else:
        screen.say(tr("Game {game}, seed {seed}: all {n} choices are the same.", **facts), style="heading")
    sides = ((tr("base"), example.base), (tr("variant"), example.variant))
    if example.is_parted:
        for name, moment in sides:
            screen.say(Text.assemble((f"  {name}: ", "key"), _chosen(moment, reader)))
        for (name, moment), (_, other) in zip(sides, reversed(sides), strict=True):
            offered = zip(moment.options, moment.sentences, strict=True)
            own = [reader.named(words, key) for key, words in offered if key not in other.options]
            if own and other.options:
                shown = ", ".join(own[:OPTIONS]) + (" …" if len(own) > OPTIONS else "")
                screen.say(tr("  only the {side} offers: {options}", side=name, options=shown))
    if example.told is not None:
        screen.say(tr("  After choice {n} the log differs for the first time:", n=example.told))
        for name, moment in sides:
            said = reader.named(moment.said, tr("nothing"))
            screen.say(Text.assemble((f"    {name}: ", "key"), said))
    if example.changed is not None:
        names = ", ".join(example.facts)
        screen.say(tr("  After choice {n} the first facts differ: {facts}", n=example.changed, facts=names))
    screen.say(tr("  To see both sides there:"))
    for _, moment in sides:
        for command in moment.commands:
            screen.raw(f"    {command}\n")  # on one line, to be copied


def _chosen(moment: Moment, reader: Reader) -> str:
    """The player who decides, the question, and the choice."""
    if moment.player is None:
        return reader.tr("the game is over")
    prompt = reader.named(moment.prompt, "")
    who = reader.player(moment.player)
    asked = reader.tr("{what}: {value}", what=who, value=prompt) if prompt else who
    return f"{asked} → {reader.named(moment.chosen, moment.key)}"


# ---- certain results ------------------------------------------------------------------------------------------------


def _show_answers(made: Comparison, screen: Screen, reader: Reader) -> None:
    tr = reader.tr
    is_open = any(answer.verdict == "open" for answer in made.answers)
    screen.say()
    if is_open:
        said = tr("After {n} games not every question is answered; --games allows more.", n=made.parting.pairs)
    else:
        said = tr("After {n} games every question is answered.", n=made.parting.pairs)
    screen.say(said, style="heading")
    table = plain_table(tr("question"), tr("between"), tr("and"), tr("answer"), numbers=frozenset({1, 2}))
    for answer in made.answers:
        is_signed = answer.group != "mattered"
        low, high = (reader.share(value, sign=is_signed) for value in (answer.low, answer.high))
        table.add_row(_question(answer, reader), low, high, _verdict(answer, reader))
    screen.show(table)
    screen.say(
        tr("All of these intervals together are right in 19 of 20 comparisons, whenever one looks."), style="quiet"
    )
    screen.say(
        tr("What follows describes these games; it is not tested, since the results decided when to stop."),
        style="quiet",
    )


def _question(answer: Answer, reader: Reader) -> str:
    tr = reader.tr
    match answer.group:
        case "mattered":
            return tr("percent of games in which the change matters")
        case "seat":
            return tr("points by which the wins of {player} change", player=reader.player(int(answer.key)))
        case "together":
            return tr("points by which the share of games won together changes")
        case "score":
            return tr("games with higher less those with lower scores, in points")
        case _:
            return tr("longer less shorter games, in points")


def _verdict(answer: Answer, reader: Reader) -> str:
    tr = reader.tr
    match answer.verdict:
        case "more":
            return tr("more")
        case "less":
            return tr("less")
        case "about" if answer.group == "mattered":
            return tr("known well enough")
        case "about":
            return tr("no great change")
        case _:
            return tr("not clear yet")


# ---- what changed ----------------------------------------------------------------------------------------------------


def _show_lines(made: Comparison, screen: Screen, reader: Reader, everything: bool) -> None:
    tr = reader.tr
    shown = [
        line
        for line in made.lines
        if everything or line.is_sure or (line.differing and line.group not in MANY and line.difference is not None)
    ]
    if not shown:
        screen.say()
        screen.say(tr("Whatever else was measured is the same in every game."))
        return
    table = plain_table(
        "",
        tr("base"),
        tr("variant"),
        tr("difference"),
        "" if made.answers else tr("95% interval"),
        "" if made.answers else tr("seen from"),
        numbers=frozenset({1, 2, 3, 4, 5}),
    )
    headings = _headings(tr, any(line.group == "together" for line in made.lines))
    group = ""
    for line in shown:
        if line.group != group and line.group in headings:
            table.add_row(Text(headings[line.group], style="heading"))
        group = line.group
        table.add_row(*_cells(line, reader, inside=group in headings))
    screen.say()
    screen.show(table)
    screen.say()
    hidden = [line for line in made.lines if line not in shown]
    same = sum(not line.differing for line in hidden)
    if same:
        screen.say(tr("Lines that are the same in every game: {n}; --all lists them.", n=same))
    if len(hidden) > same:
        screen.say(tr("Cards and options without a sure difference: {n}; --all lists them.", n=len(hidden) - same))
    if made.answers:
        return
    for text in (
        tr("* marks what chance does not explain, with regard to the number of lines, {n}.", n=made.tested),
        tr("Of 20 comparisons of a game with itself at most one shows any star."),
        tr("Each interval by itself is right 19 times out of 20; of shares it is in percentage points."),
        tr("This many games show a difference as large as the last column, with its star, 4 times out of 5."),
    ):
        screen.say(text, style="quiet")


def _headings(tr: Wording, together: bool) -> Mapping[str, str]:
    """The headings of groups with a line for each key."""
    return {
        "seat": tr("Wins by seat"),
        "order": tr("Wins by order of turns"),
        "bot": tr("Wins by bot"),
        "length": tr("Length of a game"),
        "end": tr("How games end"),
        "measure": tr("At the end of the game"),
        "option": tr("Options: how often taken where offered"),
        "used": tr("Cards: uses in a game"),
        "won": tr("Cards: wins of games with them") if together else tr("Cards: wins of those who used them"),
    }


def _label(line: Line, reader: Reader) -> str:
    tr = reader.tr
    match line.group:
        case "seat":
            return reader.player(int(line.key))
        case "order":
            return tr("turn {n}", n=int(line.key) + 1)
        case "bot":
            return bot_word(tr, line.key)
        case "length":
            return {"decisions": tr("choices"), "rounds": tr("rounds"), "turns": tr("turns")}[line.key]
        case "forced":
            return tr("Choices with a single option")
        case "score":
            return tr("Score")
        case "best":
            return tr("Best score")
        case "margin":
            return tr("Lead of the winner")
        case "lead":
            return tr("Changes of the lead")
        case "settled":
            return tr("Winner leads for good after")
        case "together":
            return tr("Games won together")
        case "tied":
            return tr("Games with several winners")
        case _:
            return reader.named(line.names, line.key)


def _cells(line: Line, reader: Reader, inside: bool) -> Iterable[str | Text]:
    def told(value: float | None, sign: bool = False) -> str:
        if value is None:
            return ""
        return reader.share(value, sign) if line.is_share else reader.number(value, sign)

    tr = reader.tr
    sides = [told(value) for value in (line.base, line.variant)]
    if line.is_share:
        sides = [tr("{share}%", share=side) if side else "" for side in sides]
    interval = (
        tr("{low} to {high}", low=told(line.low, True), high=told(line.high, True)) if line.low is not None else ""
    )
    star = "*" if line.is_sure else " "
    difference = f"{told(line.difference, True)}{star}" if line.difference is not None else tr("too few")
    return (
        ("  " if inside else "") + _label(line, reader),
        *sides,
        Text(difference, style="key" if line.is_sure else ""),
        interval,
        told(line.detectable),
    )
