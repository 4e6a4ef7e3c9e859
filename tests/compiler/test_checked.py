"""Tests of the checked game: JSON that is read back unchanged, patterns of families, and the wording of values."""

import json
from pathlib import Path

import pytest
from regelwerk_compiler.build import build
from regelwerk_compiler.checked.codec import decode, encode, type_from_json, type_to_json
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.say import Say
from regelwerk_compiler.checked.values import Slot, Value
from regelwerk_compiler.driver import Options, check_game
from regelwerk_compiler.model.types import (
    BOOL,
    INT,
    PLAYER,
    TEXT,
    BoolType,
    CardType,
    IntType,
    MemberType,
    OptionalType,
    PerType,
    PileType,
    PlaceType,
    SetType,
    Type,
)
from regelwerk_dsl.grammar.inserts import PictureInsert, TableInsert

GAMES = sorted(path.parent for path in Path("cards").glob("*/game.yaml"))


def built(folder: Path) -> CheckedGame:
    checked = check_game(folder, Options())
    assert checked.game is not None and checked.texts is not None
    return build(checked.game, checked.texts, checked.statements, checked.history)


@pytest.fixture(params=GAMES, ids=lambda path: path.name)
def game(request: pytest.FixtureRequest) -> CheckedGame:
    return built(request.param)


def test_json_is_read_back_unchanged(game: CheckedGame) -> None:
    data = encode(game)
    assert decode(data) == game
    assert encode(decode(data)) == data


def test_patterns_of_families_give_the_texts_of_their_cards(game: CheckedGame) -> None:
    for family in game.families:
        cards = [game.cards_by_key[key] for key in family.cards]
        for language in game.languages:
            for shared, words in (
                (family.titles, [card.names[language] for card in cards]),
                (family.texts, [card.texts[language] for card in cards]),
            ):
                parts = shared.get(language, ())
                for at, said in enumerate(words if language in shared else ()):
                    assert "".join(part if isinstance(part, str) else part.words[at] for part in parts) == said
                for slot in (part for part in parts if isinstance(part, Slot) and part.binder):
                    assert slot.type == next(one.type for one in family.binders if one.name == slot.binder)
                    if language == game.languages[0]:  # the other families have forms of names
                        own = [Say(game, language).value(card.binding[slot.binder], slot.type) for card in cards]
                        assert list(slot.words) == own
        assert all(set(card.binding) == {binder.name for binder in family.binders} for card in cards)


def test_cards_record_the_fields_that_their_words_mention(game: CheckedGame) -> None:
    say, kinds = Say(game, game.languages[0]), {kind.name: kind for kind in game.card_types}
    for card in game.cards:
        for fields, words in ((card.titled, card.names), (card.told, card.texts)):
            for field in (one for one in kinds[card.type].fields if one.name in fields):
                if isinstance(field.type, BoolType):  # its text says what it means
                    assert card.fields[field.name] is True
                    continue
                assert say.value(card.fields[field.name], field.type) in words[say.language]


def test_every_block_has_words_or_inserts(game: CheckedGame) -> None:
    for chapter in game.chapters:
        for block in chapter.blocks:
            assert bool(block.id) != bool(block.inserts), block


def test_inserts() -> None:
    inserts = list(built(Path("cards/auf_achse")).inserts())
    assert TableInsert("Seats", ("jobs",)) in inserts
    assert PictureInsert("table", 4, "", ()) in inserts


TYPES: dict[str, Type] = {
    '"number"': INT,
    '"yes/no"': BOOL,
    '"text"': TEXT,
    '"player"': PLAYER,
    '{"unit": "EUR"}': IntType(unit="EUR"),
    '{"member": "Good"}': MemberType("Good"),
    '{"card": null}': CardType(None),
    '{"optional": {"card": "Job"}}': OptionalType(CardType("Job")),
    '{"set": {"member": "Spot"}}': SetType(MemberType("Spot")),
    '{"per": {"unit": "EUR"}, "of": "Route"}': PerType(IntType(unit="EUR"), MemberType("Route")),
    '{"per": "number", "of": "Player"}': PerType(INT, PLAYER),
    '{"pile": "Job"}': PileType(CardType("Job")),
    '{"place": null}': PlaceType(CardType(None)),
}


@pytest.mark.parametrize("text", TYPES)
def test_types_are_written_as_json(text: str) -> None:
    assert type_from_json(json.loads(text)) == TYPES[text]
    assert json.dumps(type_to_json(TYPES[text])) == text


@pytest.mark.parametrize("data", ["EUR", {"unit": 3}, {"per": "number"}, {}])
def test_other_json_is_no_type(data: object) -> None:
    with pytest.raises(ValueError, match="no type"):
        type_from_json(data)  # type: ignore[arg-type]


class Names:
    """An enum with the members `red` and `blue`, and one card."""

    def member_name(self, table: str, key: str, language: str, form: str = "") -> str | None:
        return {"red": "Red", "blue": "Blue"}.get(key, "") + form or None

    def card_name(self, key: str, language: str) -> str | None:
        return "Theft" if key == "theft" else None

    def word(self, key: str, language: str) -> str:
        return {"no": "nein", "yes": "ja", "none": "keins", "and": " und ", "comma": ", ", "player": "Spieler {0}"}[key]


@pytest.mark.parametrize(
    ("value", "type_", "words"),
    [
        (5000, INT, "5000"),
        (12_000, INT, "12.000"),
        (-12_000, INT, "-12.000"),
        (5000, IntType(unit="EUR"), "5.000"),
        (7, MemberType("Price"), "7"),
        ("red", MemberType("Color"), "Red"),
        ("green", MemberType("Color"), "green"),
        (True, BOOL, "ja"),
        (None, OptionalType(MemberType("Color")), "keins"),
        ("theft", OptionalType(CardType(None)), "Theft"),
        ("theft", PlaceType(CardType("Action")), "Theft"),
        (0, PLAYER, "Spieler 1"),
        ("Ada", PLAYER, "Ada"),
        ([], SetType(MemberType("Color")), "keins"),
        (["red", "blue"], SetType(MemberType("Color")), "Red und Blue"),
        (["theft", "theft", "theft"], PileType(CardType(None)), "Theft, Theft und Theft"),
        ({"red": 5000}, PerType(IntType(unit="EUR"), MemberType("Color")), "Red 5.000"),
        ("a word", TEXT, "a word"),
    ],
)
def test_values_have_words(value: Value, type_: Type, words: str) -> None:
    assert Say(Names(), "de").value(value, type_) == words


def test_slots_are_filled() -> None:
    pattern = ("Take ", 0, " ", (0, ("coin", "coins")), " in ", (1, "in"), ".")
    say = Say(Names(), "de")
    assert say.fill(pattern, {0: (1, INT), 1: ("red", MemberType("Color"))}) == "Take 1 coin in Redin."
    assert say.fill(pattern, {0: (30_000, INT), 1: ("red", MemberType("Color"))}) == "Take 30.000 coins in Redin."


def test_unlimited_cards_count_as_often_as_they_are_printed(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: g\ntitle: G\nsources: [g.regel]\nlanguages: [en]\n")
    (tmp_path / "g.regel").write_text(
        "players 2..2\n\ncardtype Token\n\n"
        'card Token goblin "Goblin" x many 40 printed 6\n\n'
        'card Token imp "Imp" x many\n\n'
        'card Token rat "Rat" x many 4\n\n'
        'card Token rock "Rock" x2\n\n'
        "state:\n    camp: pile of Token\n\n"
        "play at most 9: move new goblin to camp\n\n"
        "outcome for p:\n    most 1\n"
    )
    game = built(tmp_path)
    assert {card.key: card.copies for card in game.cards} == {"goblin": 6, "imp": 9, "rat": 4, "rock": 2}
    assert [kind.cards for kind in game.card_types] == [21]


def test_a_heading_ends_with_its_line(tmp_path: Path) -> None:
    """The next line begins a paragraph, whose lines are joined."""
    (tmp_path / "game.yaml").write_text("name: g\ntitle: G\nsources: [game.regel]\nlanguages: [en]\n", encoding="utf-8")
    (tmp_path / "game.regel").write_text(
        'players 2..2\nplay at most 1:\n    finish\noutcome for p: most 0\nchapter one "One":\n    """\n'
        "    ## Limit\n    Who holds more\n    discards.\n    - a\n    - b\n      goes on\n"
        "    ### Next\n    One\n    two.\n"
        '    """\n',
        encoding="utf-8",
    )
    [chapter] = built(tmp_path).chapters
    [block] = chapter.blocks
    lines = ["## Limit", "Who holds more discards.", "- a", "- b goes on", "### Next", "One two."]
    assert block.texts["en"].split("\n") == lines
