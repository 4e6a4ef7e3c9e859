"""Tests of `regelwerk explain` and `diff`: values, readers and uses of a declaration."""

from __future__ import annotations

from pathlib import Path

from market_game import Command


def test_explain_says_who_sees_a_variable(command: Command, market: Path) -> None:
    facts = [line.split() for line in command("explain", market, "hand").out.splitlines()]
    assert ["seen", "by", "its", "player"] in facts


def test_explain_tells_a_default_from_a_value_of_the_card(command: Command, market: Path) -> None:
    assert "base (the card type's default)" in command("explain", market, "gift.bonn.at_once").out
    assert "default" not in command("explain", market, "tax.at_once").out


def test_explain_shows_all_lines_of_a_value(command: Command, market: Path) -> None:
    rules = market / "market.regel"
    table = '\ntable Fee "fees":\n    key  | worth: Int per Town\n    each | bonn 1, ulm 2\n'
    change = '\nerratum fees "Fees":\n    amend Fee.each.worth: bonn 1, ulm 2 -> bonn 3,\n        ulm 4\n'
    rules.write_text(rules.read_text(encoding="utf-8") + table + change, encoding="utf-8")
    shown = command("explain", market, "Fee.each.worth").out
    assert "-> bonn 3,\n" in shown and "\n          ulm 4\n" in shown


def test_explain_shows_the_sentences_of_a_scenario(command: Command, market: Path) -> None:
    """The sentences before, between and after its steps are shown."""
    rules = market / "market.regel"
    text = rules.read_text(encoding="utf-8")
    for old, output in (("given players A", "Before."), ("when A chooses", "Between.")):
        text = text.replace(f"    {old}", f'    text "{output}"\n    {old}')
    rules.write_text(text.rstrip() + '\n    text "After."\n', encoding="utf-8")
    lines = [line.strip() for line in command("explain", market, "scenario.gift").out.rstrip().splitlines()]
    steps = lines[2:]
    assert steps[0] == 'text "Before."' and steps[-1] == 'text "After."'
    assert steps[steps.index('text "Between."') + 1].startswith("when A chooses")


def test_explain_shows_what_uses_a_define(command: Command, market: Path) -> None:
    """Its uses are calls, a first value, other defines that read it, and the frame; an unused one has none."""
    rules = market / "market.regel"
    text = rules.read_text(encoding="utf-8")
    added = "\ndefine base -> Int = 7\n\ndefine twice -> Int = base + base\n\nstate:\n    spare: 0..9 = base\n"
    frame = '\nvalue of p = base\n\ninvariant "Is 7": base is 7\n\nchapter seven "7":\n    """\n    {base}\n    """\n'
    rules.write_text(text + added + frame, encoding="utf-8")
    [used] = [line for line in command("explain", market, "base").out.splitlines() if "used by" in line]
    assert used.split(maxsplit=2)[2] == "twice, spare, value, invariant Is 7, chapter seven"
    assert "used by" not in command("explain", market, "twice").out


def test_explain_shows_who_calls_an_effect_and_who_emits_and_answers_an_event(command: Command, market: Path) -> None:
    """A card that answers twice is named once; an event that no card answers has no such line."""
    rules = market / "market.regel"
    events = """
event rung(p: Player) may nest

event unheard(p: Player)

effect ring(p: Player):
    emit rung(p)
    emit unheard(p)
"""
    bell = """
cardtype Bell "bells"

card Bell bell "Bell" x2:
    text "Rings."
    on rung(p) when p is Player.first:
        do receive(p, 1)
    on rung(p) when p is Player.last:
        do ring(p)
"""
    rules.write_text(rules.read_text(encoding="utf-8") + events + bell, encoding="utf-8")

    def facts(name: str) -> list[list[str]]:
        shown = command("explain", market, name).out.splitlines()
        return [line.split(maxsplit=2) for line in shown if line.startswith(("  used by", "  answered by"))]

    assert facts("ring") == [["used", "by", "bell.on_rung_2"]]
    assert facts("rung") == [["used", "by", "ring"], ["answered", "by", "bell"]]
    assert facts("unheard") == [["used", "by", "ring"]]


def test_explain_and_diff_show_values_as_sources_write_them(command: Command, market: Path) -> None:
    """The values are an amount with a unit, a plain number, a truth value, none, and several values."""
    rules = market / "market.regel"
    values = {"paid": "12_000", "years": "1_890", "owed": "-1_500", "open": "yes", "next": "none", "per": "bonn 1_200"}
    table = f"""
unit Crown = -9_000..20_000

table Fee "fees":
    key  | paid: Crown | years: 0..9_999 | owed: Crown | open: Bool | next: Town? | per: 0..9_999 per Town
    each | {" | ".join(values.values())}
"""
    change = '\nvariant cheap "Cheap":\n' + "".join(
        f"    amend Fee.each.{name}: {value} -> {new}\n"
        for (name, value), new in zip(values.items(), ("1", "2", "3", "no", "bonn", "bonn 4"), strict=True)
    )
    rules.write_text(rules.read_text(encoding="utf-8") + table + change, encoding="utf-8")
    output = command("diff", market, "--variant", "cheap").out
    for name, value in values.items():
        assert value in command("explain", market, f"Fee.each.{name}").out.splitlines()[0], name
        assert any(f"Fee.each.{name}" in line and value in line for line in output.splitlines()), (name, output)


def test_diff_names_the_value_of_a_parameter(command: Command, market: Path) -> None:
    rules = market / "market.regel"
    dear = '\nvariant dear(cost: 1..900) "Dear":\n    amend tax.price: 200 -> cost\n'
    rules.write_text(rules.read_text(encoding="utf-8") + dear, encoding="utf-8")
    assert "Why\n  variant dear(300): Dear\n" in command("diff", market, "--variant", "dear( 300 )").out


def test_explain_and_traces_follow_a_card_through_its_kind(command: Command, tmp_path: Path) -> None:
    text = """players 2..2
enum Kind "kinds" = cards of Tile
cardtype Tile "tiles":
    cost: 0..9
card Tile farm "Farm" x4:
    text "No other has this text."
    cost = 2
card Tile well "Well" x3:
    text "As good as a {farm} for {farm.cost}."
    cost = 5
state:
    paid[Player]: 0..99 = 0
effect buy(p: Player, k: Kind):
    offer "Buy a {k}"
    paid[p] += k.cost
play at most 100:
    for each p in Player:
        choose by p "Which?":
            do buy(p, k) for k in Kind
outcome for p: least paid[p]
chapter tiles "Tiles":
    \"\"\"
    {{ table Kind: cost }}

    The {farm} comes first.
    \"\"\"
erratum dear "Dear":
    amend farm.cost: 2 -> 4
"""
    (tmp_path / "rules.regel").write_text(text, encoding="utf-8")
    game = "name: tiles\ntitle: Tiles\nsources: [rules.regel]\nlanguages: [en]\n"
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    output = command("explain", tmp_path, "farm.cost").out
    assert command("explain", tmp_path, "Kind.farm.cost").out == output
    for part in ("= 4 ", "read by  buy\n", "chapter tiles: table Kind", "the text of well", "erratum dear"):
        assert part in output, (part, output)
    named = command("explain", tmp_path, "farm.title").out
    assert "the text of well" in named and "booklet, chapter tiles  rules.regel:25" in named, named
    words = command("explain", tmp_path, "farm.text").out
    assert "Kind" not in words and "the text of well" not in words, words
    traced = command("run", tmp_path, "--trace", "--seed", "1").out
    assert "(rules.regel:15; farm.cost by erratum dear (rules.regel:28))" in traced, traced


def test_explain_shows_both_a_rule_and_a_card_of_its_name(command: Command, market: Path) -> None:
    """The rule says so, and the card is named with its type."""
    rules = market / "market.regel"
    rules.write_text(rules.read_text(encoding="utf-8") + "\ndefine tax(n: Int) -> Int = n + 1\n", encoding="utf-8")
    said = command("explain", market, "tax").out
    (card,) = [line.split() for line in said.splitlines() if "card of this name" in line]
    assert said.startswith("tax  define") and card[-1] == "Deed.tax"
    assert command("explain", market, "Deed.tax").out.startswith("tax  Deed card")
