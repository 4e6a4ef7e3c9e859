"""Tests of a variant in a file outside the game: made, checked, compared, tried, played, explained."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from market_game import DEEDS, MANIFEST, SOURCE, Command

pytestmark = pytest.mark.slow

DEARER = """\
variant dearer "Dearer gifts":
    amend gift.price: 500 -> 900
    amend receive.text: "Receive {n}." -> "Receive {n} from your aunt."
    amend scenario.gift: money[A] is 1_500 -> money[A] is 1_900
    remove tax
    replace invariant "every deed is somewhere":
        deck.count + past.count + box.count + (sum hand[p].count for p in Player) is 6
"""


@pytest.fixture
def dearer(tmp_path: Path) -> Path:
    """A variant of the small game, in a file beside it."""
    path = tmp_path / "dearer gifts.regel"
    path.write_text(DEARER, encoding="utf-8")
    return path


# ---- new --variant


def test_a_new_variant_of_a_game_is_fine_as_it_stands(command: Command, market: Path, tmp_path: Path) -> None:
    path = tmp_path / "ideas" / "my-variant.regel"
    assert command("new", "--variant", path, market).status == 0
    text = path.read_text(encoding="utf-8")
    assert 'variant my_variant "My variant":' in text
    assert "# " in text and "remove gift" in text
    assert command("check", market, "--variant", path).status == 0
    assert command("test", market, "--variant", path).status == 0
    assert command("run", market, "--seed", 1, "--variant", path).status == 0
    assert command("fmt", "--check", path).status == 0
    [chapter] = json.loads(command("diff", market, "--variant", path, "--json").out)
    assert (chapter["kind"], chapter["change"]) == ("chapter", "added")


@pytest.mark.parametrize(
    ("game", "file", "name"),
    [
        ("pig", "none", "variant_none"),
        ("itc", "2 ideen für heute", "variant_2_ideen_fur_heute"),
        ("liars_dice", '{{a}}\\*: "GAME"', "a_game"),
    ],
)
def test_a_new_variant_without_a_game_goes_with_any(
    command: Command, tmp_path: Path, game: str, file: str, name: str
) -> None:
    path = tmp_path / "NAME" / f"{file}.regel"
    assert command("new", "--variant", path).status == 0
    assert f"variant {name} " in path.read_text(encoding="utf-8")
    assert str(path) in path.read_text(encoding="utf-8")
    assert command("check", game, "--variant", path).status == 0


def test_the_samples_in_the_comments_of_a_new_variant_work(command: Command, market: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.regel"
    game = market / "market.regel"
    game.write_text(SOURCE + "\ndefine goal -> EUR = 10\n\ndefine rich(p: Player) -> Bool = money[p] > goal\n", "utf-8")
    assert command("new", "--variant", path, market).status == 0
    text = path.read_text(encoding="utf-8")
    assert "    amend goal: 10 -> 10" in text
    for form in ("replace ", "remove ", "amend gift."):
        [line] = [line for line in text.splitlines() if line.startswith(f"    #     {form}")]
        sample = tmp_path / "sample.regel"
        sample.write_text(f'variant sample "Sample":\n    {line.strip(" #")}\n', encoding="utf-8")
        said = command("diff", market, "--variant", sample)
        assert said.status == 0 or "E0201" in said.err, said.err  # a card named elsewhere cannot be removed alone


def test_new_does_not_overwrite_a_file(command: Command, market: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.regel"
    path.write_text("mine", encoding="utf-8")
    assert command("new", "--variant", path, market).status == 2
    assert path.read_text(encoding="utf-8") == "mine"
    assert "must end in .regel" in command("new", "--variant", tmp_path / "mine.txt").err
    assert command("new").status == 2


# ---- diff, try, explain, test


def test_diff_of_a_file_shows_changed_texts(command: Command, market: Path, dearer: Path) -> None:
    said = command("diff", market, "--variant", dearer)
    assert said.status == 0
    assert "gift.bonn.price: 500 -> 900" in said.out
    assert "Receive 500. -> Receive 900 from your aunt." in said.out
    assert "variant dearer: Dearer gifts" in said.out
    found = {
        (one["kind"], one["name"]): one
        for one in json.loads(command("diff", market, "--variant", dearer, "--json").out)
    }
    assert found["card", "tax"]["change"] == "removed"
    assert found["text", "gift.ulm.text"]["right"] == {"en": "Receive 900 from your aunt."}
    assert found["field", "gift.bonn.price"]["by"] == ["variant dearer"]


def test_diff_of_two_folders(command: Command, market: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "game.yaml").write_text((market / "game.yaml").read_text("utf-8"), "utf-8")
    (other / "market.regel").write_text(SOURCE.replace("price = 200", "price = 300"), "utf-8")
    said = command("diff", market, other)
    assert "tax.price: 200 -> 300" in said.out
    assert "Pay 200 at once. -> Pay 300 at once." in said.out
    assert json.loads(command("diff", market, market, "--json").out) == []


def test_diff_shows_changes_found_only_in_declarations(command: Command, tmp_path: Path) -> None:
    for name, high, nests, hidden in (("one", 3, "", ""), ("other", 5, " may nest", " not printed")):
        deeds = f"    weight: 1..{high} = 1\n    rank: 1..3 = 1{hidden}\n    play(p: Player){nests}\n\n"
        deeds += f"table Tax:\n    key  | rate: 0..{high}\n    high | 2\n"
        folder = tmp_path / name
        folder.mkdir()
        (folder / "game.yaml").write_text(MANIFEST, "utf-8")
        (folder / "market.regel").write_text(SOURCE.replace("    play(p: Player)\n", deeds), "utf-8")
    said = command("diff", tmp_path / "one", tmp_path / "other")
    assert said.status == 0
    assert "Deed.weight: 1..3 -> 1..5" in said.out
    assert "Deed.rank: 1..3 -> 1..3 not printed" in said.out
    assert "Tax.rate: 0..3 -> 0..5" in said.out
    assert "+ play(p: Player) may nest" in said.out
    assert "4 differences" in said.err


def test_diff_shows_added_members_of_ranges(command: Command, tmp_path: Path) -> None:
    for name, high in (("one", 1), ("other", 2)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "game.yaml").write_text(MANIFEST, "utf-8")
        added = f"\nenum Lane = 1..{high}\nenum Spot = (lane: Lane, again: Lane) where again is 1\n"
        (folder / "market.regel").write_text(SOURCE + added, "utf-8")
    said = command("diff", tmp_path / "one", tmp_path / "other").out
    assert "Lane.2: - -> 2" in said
    assert "Spot(2, 1): - -> lane 2, again 1" in said


def test_a_replaced_rule_is_shown_with_its_unchanged_sentences(command: Command, market: Path, tmp_path: Path) -> None:
    path = tmp_path / "twice.regel"
    path.write_text(
        'variant twice "Twice":\n    replace effect receive(p: Player, n: EUR):\n        money[p] += n * 2\n', "utf-8"
    )
    [rule] = [
        one for one in json.loads(command("diff", market, "--variant", path, "--json").out) if one["kind"] == "rule"
    ]
    assert 'says "{p} receives {n}"' in rule["right"]
    assert "money[p] += n * 2" in rule["right"]


def test_try_plays_a_card_on_both_sides_of_one_moment(command: Command, market: Path, dearer: Path) -> None:
    dearer.write_text(DEARER.partition("    remove tax")[0], encoding="utf-8")
    said = command("try", market, "gift.bonn", "--variant", dearer, "--seed", 1)
    assert said.status == 0
    assert "Receive 500." in said.out and "Receive 900 from your aunt." in said.out
    [money] = [line for line in said.out.splitlines() if line.strip().startswith("money, Player")]
    before, base, again, variant = (int(n.replace(",", "")) for n in re.findall(r"[\d,]*\d", money))
    assert re.search(r"\n  +Market +dearer gifts\.regel *\n", said.out.split("What has changed")[1])
    assert before == again and (base - before, variant - before) == (500, 900)
    assert said.out.count("Game with seed") == 1


def test_try_shows_both_positions_if_the_same_choices_lead_to_different_ones(
    command: Command, market: Path, tmp_path: Path
) -> None:
    rich = tmp_path / "rich.regel"
    rich.write_text('variant rich "Rich":\n    amend money.initial: 1_000 -> 3_000\n', encoding="utf-8")
    said = command("try", market, "gift.bonn", "--variant", rich, "--seed", 1)
    assert said.status == 0
    first, second = said.out.split("Game with seed")[1:]
    assert second.partition(":")[0] == first.partition(":")[0]  # the same seed and choice
    assert first.endswith("rich.regel: ") and "3,000" in second.split("What happens")[0]
    assert "3,000" not in first


def test_try_shows_a_card_that_a_variant_removes(command: Command, market: Path, dearer: Path) -> None:
    said = command("try", market, "tax", "--variant", dearer)
    assert said.status == 0
    assert "dearer gifts.regel  -" in said.out
    assert "1,000 -> 800" in said.out


def test_explain_shows_base_and_amendment(command: Command, market: Path, dearer: Path) -> None:
    found = json.loads(command("explain", market, "gift.ulm.price", "--variant", dearer, "--json").out)
    assert [(step[0], step[2]) for step in found["history"]] == [
        ("base", "500"),
        ("variant dearer: Dearer gifts", "900"),
    ]


LAYOUT = (
    DEEDS
    + """\
      - { text: "{card.title}", box: [2, 2, 36, 6] }
      - { rect: [2, 10, 36, 4], fill: "#aa0000", when: card.at_once }
      - { text: "{card.text}", box: [2, 20, 36, 30] }
boards:
  prices:
    title: Prices
    width: 60
    height: 40
    draw:
      - { text: "{[c.price for c in cards][0]} of {rules.rich}", box: [0, 0, 60, 5] }
"""
)

TOWNS = """\
table Town "towns":
    key  | worth: EUR | name
    bonn | 500        | "Bonn"
    ulm  | 700        | "Ulm"

define rich -> EUR = Town.bonn.worth * 3"""
WEALTH = '''
chapter wealth "Wealth":
    """
    Nobody has less than {rich}.

    {{ table Town: worth }}
    """
'''


@pytest.fixture
def printed_market(market: Path) -> Path:
    """The small game with a layout, a booklet, and a price that comes from a table through a define."""
    source = SOURCE.replace('enum Town "towns": bonn "Bonn", ulm "Ulm"', TOWNS) + WEALTH
    (market / "market.regel").write_text(source, encoding="utf-8")
    (market / "print").mkdir()
    (market / "print" / "look.yaml").write_text(LAYOUT, encoding="utf-8")
    return market


def places(command: Command, game: Path, name: str) -> set[tuple[str, str, str, str]]:
    said = command("explain", game, name, "--json")
    assert said.status == 0, said.err
    return {
        (one["product"], one["name"], one["what"], one["where"].partition(":")[0])
        for one in json.loads(said.out)["printed"]
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "gift.ulm.price",  # it is passed to the instruction from which the card's text is made
            {
                ("card", "gift.ulm", "front: text", "print/look.yaml"),
                ("board", "prices", "text", "print/look.yaml"),
                ("text", "gift", "", "market.regel"),
                ("booklet", "cards", "", ""),
            },
        ),
        ("tax.at_once", {("card", "tax", "front: condition", "print/look.yaml")}),
        (
            "Town.bonn.worth",
            {
                ("board", "prices", "text", "print/look.yaml"),
                ("booklet", "wealth", "", "market.regel"),
                ("booklet", "wealth", "table Town", "market.regel"),
            },
        ),
        ("Town.ulm.worth", {("booklet", "wealth", "table Town", "market.regel")}),
        (
            "receive",
            {
                ("card", "gift.bonn, gift.ulm", "front: text", "print/look.yaml"),
                ("text", "gift", "", "market.regel"),
                ("booklet", "cards", "", ""),
            },
        ),
        ("chapter.wealth", {("booklet", "wealth", "", "market.regel")}),
        ("money", set()),
    ],
)
def test_explain_shows_where_a_value_is_printed(
    command: Command, printed_market: Path, name: str, expected: set[tuple[str, str, str, str]]
) -> None:
    assert places(command, printed_market, name) == expected


def test_explain_shows_the_line_of_a_layout(command: Command, printed_market: Path) -> None:
    line = next(n for n, line in enumerate(LAYOUT.splitlines(), 1) if "rules.rich" in line)
    assert f"  board prices, text  print/look.yaml:{line}\n" in command("explain", printed_market, "rich").out


def test_explain_works_despite_a_broken_layout(command: Command, printed_market: Path) -> None:
    path = printed_market / "print" / "look.yaml"
    path.write_text(LAYOUT.replace("rules.rich", "rules.poor"), encoding="utf-8")
    assert ("booklet", "wealth", "", "market.regel") in places(command, printed_market, "rich")
    assert ("card", "tax", "front: condition", "print/look.yaml") in places(command, printed_market, "tax.at_once")


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("scenario.gift", "worked example", "A gift is worth its price"),
        ("every deed is somewhere", "invariant", ""),
        ("players.high", "how many play", "3"),
        ("play.limit", "choices and rounds of one game", "1_000"),
        ("EUR.low", "bound of EUR", "-1_000"),
        ("money.initial", "first value", "1_000"),
        ("Deed.at_once", "default", "no"),
        ("gift.copies", "number of copies", "3"),
        ("receive.says", "report", '"{p} receives {n}"'),
        ("Town.ulm.name", "name", '"Ulm"'),
    ],
)
def test_explain_accepts_everything_that_can_be_amended(
    command: Command, market: Path, name: str, kind: str, value: str
) -> None:
    found = json.loads(command("explain", market, name, "--json").out)
    assert (found["kind"], found["value"]) == (kind, value)


def test_explain_shows_what_a_variant_removes(command: Command, market: Path, dearer: Path) -> None:
    found = json.loads(command("explain", market, "tax", "--variant", dearer, "--json").out)
    assert (found["kind"], found["where"]) == ("removed", "dearer gifts.regel:5")
    assert [(step[0], step[2]) for step in found["history"]] == [
        ("base", "there"),
        ("variant dearer: Dearer gifts", "removed"),
    ]


def test_explain_shows_where_a_text_is_printed(command: Command, market: Path) -> None:
    assert ("card", "tax", "front: text", "plain.yaml") in places(command, market, "tax.title")
    assert all(place[2] != "front: condition" for place in places(command, market, "tax.title"))


def test_test_says_which_example_a_variant_breaks(command: Command, market: Path, dearer: Path) -> None:
    assert command("test", market, "--variant", dearer).status == 0
    dearer.write_text(DEARER.replace("    amend scenario.gift: money[A] is 1_500 -> money[A] is 1_900\n", ""), "utf-8")
    said = command("test", market, "--variant", dearer)
    assert said.status == 1
    assert "gift" in said.out + said.err


# ---- sources


def test_check_fails_for_a_statement_without_implementation_or_reason(command: Command, market: Path) -> None:
    statements = """\
documents:
  - {id: rulebook, title: The rulebook, language: en}
statements:
  - {id: R1, document: [rulebook], place: page 2, gloss: Everybody begins with a thousand.}
  - {id: R2, document: [rulebook], place: page 3, gloss: Be kind., kind: advice, not_implemented: Advice.}
"""
    (market / "sources.yaml").write_text(statements, encoding="utf-8")
    said = command("check", market)
    assert said.status == 1
    assert "E0802" in said.out and "R1" in said.out
    game = market / "market.regel"
    game.write_text(SOURCE.replace("setup:\n", "setup:\n    source R1\n"), encoding="utf-8")
    assert command("check", market).status == 0
    report = json.loads(command("sources", market, "--json").out)
    assert [one["name"] for one in report["statements"][0]["implemented"]] == ["setup"]
    assert report["missing"] == []
