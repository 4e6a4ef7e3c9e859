"""Tests of booklets that teach: examples with reasons and dice, answers to questions, tables of cards, sources."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from drawing_text import flat
from orchard import running_text
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of
from regelwerk.printing.positions import played_scenarios
from regelwerk_printables.booklet import pages
from regelwerk_printables.booklet.content.cards import cards_section
from regelwerk_printables.booklet.content.dice import die
from regelwerk_printables.booklet.content.elements import Columns, Heading, Inline, Note, Paragraph, Table, plain
from regelwerk_printables.booklet.content.examples import worked_example
from regelwerk_printables.booklet.content.facts import Facts, References, page_links
from regelwerk_printables.booklet.content.glossary import explanations, glossary_section
from regelwerk_printables.booklet.content.sections import questions_section, sources_section
from regelwerk_printables.booklet.layout.front import cover_words
from regelwerk_printables.drawing.drawing import Ellipse

RULES = """players 2..2
enum Size "sizes" = 1..9
cardtype Crate "crates":
    coins: 0..99
    weight: 0..99
card Crate crate "Crate" for n in Size:
    coins = 9 + n
    weight = 90 - n
card Crate bag "Bag":
    coins = 1
    weight = 1
state:
    money[Player]: 0..99 = 0
    deck: pile of Crate = all
    cellar: pile of Crate
effect toss(p: Player):
    says "{p} tosses"
    let n = roll d6
    let m = roll d6
    money[p] += n + m
    draw 1 from deck to cellar
effect pay(p: Player):
    choose by p "How much?":
        do give(p, n) for n in 1..6 where n <= money[p]
        keep "Keep all"
effect give(p: Player, n: Size):
    offer "Pay {n}"
    money[p] -= n
play at most 9: finish
outcome for p:
    most money[p]
chapter one "One":
    \"\"\"
    Here is the board. A **crate** is a box of wood. Keep it.

    - **Toss**: throw two dice, as far as e. g. a table allows. A **crate** may break.

    {{ scenario tossed }}

    {{ scenario paid }}
    \"\"\"
scenario tossed "Two dice":
    text "A needs six coins."
    given deck = bag, crate.1, crate.2, crate.3, crate.4, crate.5, crate.6, crate.7, crate.8, crate.9
    given rolls 2, 6
    when do toss(A)
    expect money[A] is 8
    expect deck.count is 9
    text "Now A has them."
scenario paid "Six at most":
    given money = A 4
    when do pay(A)
    expect A can give(3)
    expect A cannot give(5)
    expect A cannot give(6)
    text "Six would be too much."
    when A chooses give(4)
    text "A has nothing left."
    when do toss(B)
    expect money[A] is 0
scenario ended "A is richer":
    given money = A 1
    when play
    expect finish
    expect A wins
    expect B loses
variant rich "Rich":
    amend scenario.tossed: money[A] is 8 -> money[A] is 8 and money[B] is 0
"""
SOURCES = """documents:
  - {id: book, title: "The book", language: en}
questions:
  - {id: Q1, gloss: "g", base: "b", asked: "May I toss?", answer: "Yes."}
  - {id: Q2, gloss: "g", base: "b", variant: rich, asked: "Am I rich?", answer: "No."}
  - {id: Q3, gloss: "For whoever reads the documents only", base: "b"}
"""


@cache
def _facts(folder: Path, *variants: str) -> Facts:
    return Facts(load_compiled(source_of(folder, variants)).game, "en")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tossing")
    head = "name: tossing\ntitle: Tossing\nsources: [game.regel]\nlanguages: [en]\nvariants: [rich]\n"
    (made / "game.yaml").write_text(f"{head}minutes: [20, 40]\nage: 7\n", encoding="utf-8")
    (made / "game.regel").write_text(RULES, encoding="utf-8")
    (made / "sources.yaml").write_text(SOURCES, encoding="utf-8")
    return made


def _example(folder: Path, *variants: str, number: int = 0) -> Note:
    made = load_compiled(source_of(folder, variants))
    played = played_scenarios(made.rules, made.scenario_list, "en")
    return worked_example(_facts(folder, *variants), made.game.scenarios[number], played[number])


def test_an_example_shows_reasons_and_results(folder: Path) -> None:
    paragraphs = [plain(one.words) for one in _example(folder).elements if isinstance(one, Paragraph)]
    assert paragraphs[:2] == ["Example: Two dice", "A needs six coins."]
    assert paragraphs[-1] == "Now A has them."


def test_a_changed_example_omits_sentences_that_may_be_untrue(folder: Path) -> None:
    paragraphs = [plain(one.words) for one in _example(folder, "rich").elements if isinstance(one, Paragraph)]
    assert not [one for one in paragraphs if "A needs" in one or "Now A" in one]


def test_possible_choices_are_shown_with_the_authors_remarks(folder: Path) -> None:
    paragraphs = [
        (one.label, plain(one.words)) for one in _example(folder, number=1).elements if isinstance(one, Paragraph)
    ]
    begin = paragraphs.index(("✓", "A may choose: Pay 3"))
    assert paragraphs[begin:] == [
        ("✓", "A may choose: Pay 3"),
        ("✗", "A cannot choose: Pay 5, Pay 6"),
        ("", "Six would be too much."),
        ("▸", "A chooses: Pay 4"),
        ("", "A has nothing left."),
        ("•", "B tosses"),
        ("", "After"),
    ]


def test_the_end_of_a_game_names_the_winners(folder: Path) -> None:
    elements = _example(folder, number=2).elements
    paragraphs = [(one.label, plain(one.words)) for one in elements if isinstance(one, Paragraph)]
    assert paragraphs[-3:] == [("•", "The game is over"), ("•", "A wins"), ("•", "B loses")]


def test_dice_are_drawn_and_a_given_long_pile_is_listed(folder: Path) -> None:
    elements = _example(folder).elements
    (dice,) = (one for one in elements if isinstance(one, Paragraph) and plain(one.words).startswith("Dice"))
    assert [one.icon for one in dice.words if one.icon] == [die(2), die(6)]
    situation = next(one for one in elements if isinstance(one, Table))
    assert "Bag" in plain(situation.rows[0][1]) and "Crate" in plain(situation.rows[0][1])


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_shows_its_number_of_pips(number: int) -> None:
    pips = [(one.box.x, one.box.y) for one in flat(die(number).items) if isinstance(one, Ellipse)]
    assert len(set(pips)) == len(pips) == number


def test_questions_are_answered_unless_a_variant_changes_the_answer(folder: Path) -> None:
    def asked(*variants: str) -> list[str]:
        found = questions_section(_facts(folder, *variants))
        return [plain(one.words) for one in found if isinstance(one, Paragraph)]

    assert asked() == ["May I toss?\nYes.", "Am I rich?\nNo."]
    assert asked("rich") == ["May I toss?\nYes."]


def test_cards_that_differ_in_numbers_are_a_table(folder: Path) -> None:
    (table,) = (one for one in cards_section(_facts(folder)) if isinstance(one, Table))
    assert table.headings == ((), (Inline("coins"),), (Inline("weight"),))
    assert [plain(cell) for cell in table.rows[0]] == ["Crate", "10", "89"]
    assert len(table.rows) == len(table.targets) == 10


def test_the_cover_shows_playing_time_and_age(folder: Path) -> None:
    words = cover_words(_facts(folder))
    assert (words["minutes"], words["age"]) == ("20 to 40 minutes", "From 7 years")


def test_sources_are_printed_on_request(folder: Path) -> None:
    made = load_compiled(source_of(folder))
    played = played_scenarios(made.rules, made.scenario_list, "en")
    plain_one, sourced = (pages(made.game, "en", played, sourced=wanted) for wanted in (False, True))
    assert "The book" not in running_text(plain_one)
    assert "The book" in running_text(sourced)
    assert list(sources_section(_facts(folder)))


def test_a_glossary_has_the_sentences_that_explain_terms_with_their_pages(folder: Path) -> None:
    facts = _facts(folder)
    assert explanations(facts) == {
        "crate": "A crate is a box of wood.",
        "Toss": "throw two dice, as far as e. g. a table allows.",
    }
    terms = {"crate": {7: None, 9: None}, "Toss": {8: None}}
    *_, columns, crate, toss = glossary_section(References(facts, {}), terms, page_links)
    assert isinstance(crate, Paragraph) and isinstance(toss, Paragraph) and isinstance(columns, Columns)
    assert plain(crate.words).split() == ["crate", "A", "crate", "is", "a", "box", "of", "wood.", "7"]
    assert plain(toss.words).endswith("allows. 8")


def test_a_chapter_called_glossary_says_what_terms_mean(tmp_path: Path) -> None:
    prose = "**tossing**: a throw.\n\n    **Crate**: a box, as in [](#one)."
    chapter = f'chapter glossary "Meanings":\n    """\n    {prose}\n    """\n'
    (tmp_path / "game.yaml").write_text("name: words\ntitle: Words\nsources: [game.regel]\nlanguages: [en]\n", "utf-8")
    (tmp_path / "game.regel").write_text(RULES[: RULES.index("variant rich")] + chapter, encoding="utf-8")
    references = References(_facts(tmp_path), {"one": 4})
    _, heading, _, crate, tossing = glossary_section(references, {"crate": {7: None, 9: None}}, page_links)
    assert isinstance(heading, Heading) and (plain(heading.words), heading.anchor) == ("Meanings", "glossary")
    assert isinstance(crate, Paragraph) and plain(crate.words) == "Crate\u00a0\u00a0a box, as in One (p. 4). 7"
    assert isinstance(tossing, Paragraph) and plain(tossing.words) == "tossing\u00a0\u00a0a throw."
    shown = running_text(pages(_facts(tmp_path).game, "en"))
    assert shown.count("Meanings") == 2  # in the contents, and once as a heading


NAMED = """players 2..2
enum Number = 1..2
enum Line "lines": ginza "Ginza line", oedo "Oedo line"
cardtype Share "shares":
    rank: 1..2
card Share share "{l}, share {n}" for l in Line, n in Number:
    rank = n
state:
    stack[Line]: pile of Share
    hand[Player]: pile of Share
effect buy(p: Player):
    draw 1 from stack[ginza] to hand[p]
play at most 9: finish
outcome for p:
    most hand[p].count
chapter one "One":
    \"\"\"
    {{ scenario bought }}
    \"\"\"
scenario bought "Bought":
    given stack[ginza] = share.ginza.1, share.ginza.2
    when do buy(A)
    expect hand[A].count is 1
    expect stack[ginza].count is 1
"""


def test_an_index_is_not_repeated_beside_cards_named_after_it(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: named\ntitle: Named\nsources: [game.regel]\nlanguages: [en]\n", "utf-8")
    (tmp_path / "game.regel").write_text(NAMED, encoding="utf-8")
    tables = [one for one in _example(tmp_path).elements if isinstance(one, Table)]
    assert [plain(words) for table in tables for _, words in table.rows] == [
        "Ginza line, share\u00a01; Ginza line, share\u00a02",
        "Ginza line, share\u00a01; Ginza line, share\u00a02\u00a0→\u00a0Ginza line, share\u00a02",
        "A –\u00a0→\u00a0Ginza line, share\u00a01",
    ]


def test_a_repeated_question_is_shown_without_its_repetitions(tmp_path: Path) -> None:
    bids = """effect bid(p: Player):
    for each q in Player:
        may choose n in Size where n > money[p] by q "What do you bid for it? The last bid is {money[p]}.":
            money[p] = n
scenario bids "Bids":
    when do bid(A)
    expect A can 1
    when A chooses 2
    expect B cannot 2
    when B chooses 3
"""
    rules = RULES[: RULES.index("play at")] + bids + RULES[RULES.index("play at") : RULES.index("variant rich")]
    rules = rules.replace("{{ scenario tossed }}", "{{ scenario bids }}")
    (tmp_path / "game.yaml").write_text("name: bids\ntitle: Bids\nsources: [game.regel]\nlanguages: [en]\n", "utf-8")
    (tmp_path / "game.regel").write_text(rules, encoding="utf-8")
    asked = [plain(one.words) for one in _example(tmp_path).elements if isinstance(one, Paragraph) and one.label == " "]
    assert asked == ["What do you bid for it? The last bid is 0.", "The last bid is 2."]
