"""Tests of the check of all variants: faults that only a variant has are found once, and quickly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from all_games import CARDS, checked
from regelwerk_compiler import variants
from regelwerk_compiler.amend import History
from regelwerk_compiler.checked.graph import Graph, Kind, Node
from regelwerk_compiler.declare.collect import Key
from regelwerk_compiler.driver import CheckResult, Options, check_game
from regelwerk_compiler.incremental import CheckCache, extent_of
from regelwerk_compiler.stages import Typed, declare_game
from regelwerk_compiler.variants import check_variants, trials
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics
from variant_games import THOROUGH

RULES = """
players 2..2
table Good "goods":
    key | price | name
    oil | 3 | "oil"
    tea | 4 | "tea"
state:
    money[Player]: 0..9 = 0
define reward -> Int = Good.oil.price
define bonus -> Int = 1
effect win(p: Player):
    says "{p} wins {reward} and {bonus}"
    money[p] += reward + bonus
play at most 10:
    for each p in Player:
        do win(p)
    finish
outcome for p:
    most money[p]
"""

START = """
setup:
    for each p in Player:
        money[p] = Good.oil.price
"""


def found(folder: Path, *changes: str) -> list[Diagnostic]:
    """The messages of the variants check for the rules with some changes."""
    (folder / "rules.regel").write_text(RULES + "\n".join(changes), encoding="utf-8")
    (folder / "game.yaml").write_text("name: toll\ntitle: Toll\nsources: [rules.regel]\n", encoding="utf-8")
    base = check_game(folder)
    assert base.diagnostics == []
    partial, whole = check_variants(base), check_variants(base, whole=True)
    assert shown(partial) == shown(whole)
    return partial


def shown(items: list[Diagnostic]) -> list[tuple[str, str, str, list[str]]]:
    return [
        (str(item.span), item.code, item.message, [f"{label.span} {label.text}" for label in item.labels])
        for item in items
    ]


def test_a_misspelt_name_in_a_variant_is_found(tmp_path: Path) -> None:
    (item,) = found(tmp_path, "variant more:\n    replace define reward -> Int = Good.oil.pricce\n")
    assert item.code == "E0206"
    assert item.span.text == "pricce"


def test_a_misspelt_slot_of_a_passage_is_shown_where_the_variant_has_it(tmp_path: Path) -> None:
    chapter = 'chapter money "Money":\n    """\n    You win\n    {reward} in a turn.\n    """\n'
    change = 'variant more:\n    amend chapter.money.prose: "in a turn" -> "and {bonuss} more"\n'
    (item,) = found(tmp_path, chapter, change)
    assert (item.code, item.span.text) == ("E0201", "bonuss")
    assert "amend chapter" in item.span.source.text.splitlines()[item.span.line - 1]


@pytest.mark.parametrize(
    ("change", "code", "shown"),
    [
        ('amend chapter.money.prose: -> "{{ table Godo }}"', "E0201", "Godo"),
        ('amend chapter.money.prose: "A table." -> "{{ table Good: weight }}"', "E0201", "weight"),
        ('amend chapter.money.prose: "A table." -> "{{ image Good }}"', "E0115", "{{ image Good }}"),
        ('amend chapter.money.prose: "in a turn" -> "{{ table Good }}"', "E0115", "{{ table Good }}"),
    ],
)
def test_a_wrong_insert_of_a_passage_is_found(tmp_path: Path, change: str, code: str, shown: str) -> None:
    chapter = 'chapter money "Money":\n    """\n    You win {reward} in a turn.\n\n    A table.\n    """\n'
    (item,) = found(tmp_path, chapter, f"variant more:\n    {change}\n")
    assert (item.code, item.span.text) == (code, shown)
    right = change.replace("Godo", "Good").replace("weight", "price").replace("image", "table")
    if "in a turn" not in change:
        assert found(tmp_path, chapter, f"variant more:\n    {right}\n") == []


def test_an_impossible_choice_of_an_example_of_a_variant_is_found(tmp_path: Path) -> None:
    """The option comes from the base, in a rule whose body the variant leaves alone."""
    rules = """
setup:
    for each p in Player:
        do buy(p)
effect buy(p: Player):
    choose by p "What?":
        take(g) "Take {g}" for g in Good:
            money[p] = g.price
scenario bought "Something is taken":
    given players A, B
    when do buy(A)
    expect A can take(oil)
"""
    change = (
        'variant cheap:\n    amend Good.oil.price: 3 -> 2\n    add scenario own "Own":\n        given players A, B\n'
    )
    (item,) = found(tmp_path, rules, change + "        when do buy(A)\n        expect A can take(oil, tea)\n")
    assert (item.code, item.span.text) == ("E0703", "take(oil, tea)")
    assert found(tmp_path, rules, change + "        when do buy(A)\n        expect A can take(tea)\n") == []


def test_a_fault_in_the_base_names_the_variant(tmp_path: Path) -> None:
    """A variant that removes a definition breaks the lines of the base that use it."""
    (item,) = found(tmp_path, "variant plain:\n    remove bonus\n")
    assert (item.code, item.span.text) == ("E0201", "bonus")
    assert [(label.span.text, label.text) for label in item.labels][-1] == ("plain", "with this variant")


def test_one_cause_in_two_variants_is_reported_once(tmp_path: Path) -> None:
    plain = "variant {0}:\n    remove bonus\n    amend Good.oil.price: 3 -> {1}\n"
    (item,) = found(tmp_path, plain.format("cheap", 5), plain.format("dear", 6))
    assert [label.span.text for label in item.labels if "variant" in label.text] == ["cheap", "dear"]


def test_a_wrong_expectation_is_found(tmp_path: Path) -> None:
    (item,) = found(tmp_path, "variant dear:\n    amend Good.oil.price: 30 -> 40\n")
    assert item.code == "E0902"


def test_a_variant_is_checked_with_those_that_it_needs(tmp_path: Path) -> None:
    changes = "variant more:\n    add define extra -> Int = 2\nvariant even_more:\n    needs more\n"
    assert [item.code for item in found(tmp_path, changes + "    replace define bonus -> Int = extra\n")] == ["W0702"]
    assert found(tmp_path, changes + "    replace define bonus -> Int = extra + extr\n")[-1].code == "E0201"


def test_an_erratum_left_out_is_checked(tmp_path: Path) -> None:
    erratum = "erratum rent_due:\n    add define rent -> Int = 4\n"
    (item,) = found(tmp_path, erratum + START.replace("Good.oil.price", "rent"))
    assert (item.code, item.span.text) == ("E0201", "rent")
    assert item.labels[-1].text == "without this erratum"


def test_a_variant_may_remove_the_only_use_of_a_rule(tmp_path: Path) -> None:
    assert found(tmp_path, "variant plain:\n    replace define reward -> Int = 5\n") == []
    (item,) = found(tmp_path, "variant spare:\n    add define spare -> Int = 5\n")
    assert (item.code, item.message) == ("W0702", "nothing uses `spare`")


def test_a_rule_unused_in_a_chosen_variant_is_not_reported(tmp_path: Path) -> None:
    rules = "effect pay(p: Player):\n    money[p] -= 1\nsetup:\n    for each p in Player: do pay(p)\n"
    erratum = "erratum rent:\n    amend Good.oil.price: 3 -> 4\n"
    found(tmp_path, rules + erratum, "variant plain:\n    remove setup\n    add define spare -> Int = 5\n")
    advice = {item.message: item.help for item in check_game(tmp_path, Options(variants=("plain",))).diagnostics}
    assert advice == {
        "nothing calls `pay`": "use this effect, or remove it, unless the game without `plain` needs it",
        "nothing uses `spare`": "use this define, or remove it",
    }


def test_a_recursion_that_a_variant_closes_is_found(tmp_path: Path) -> None:
    rules = "effect pay(p: Player):\n    do lose(p)\neffect lose(p: Player):\n    money[p] -= 1\n"
    loop = "variant loop:\n    replace effect lose(p: Player):\n        do pay(p)\n"
    call = "variant call:\n    replace effect win(p: Player):\n        do pay(p)\n"
    quiet = rules.replace("effect pay", "# allow W0702: for variants\neffect pay")
    assert [item.code for item in found(tmp_path, quiet + call + loop)] == ["E0401"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["auf_achse", "itc", "tokyo_metro"])
def test_the_variants_of_the_games_have_no_faults(game: str) -> None:
    base = checked(CARDS / game)
    assert base.table is not None
    assert [trial.change.name.name for trial in trials(base)] == list(base.table.changes)
    assert shown(check_variants(base)) == []
    if THOROUGH:  # games with faults, above, show that both checks find the same
        assert shown(check_variants(base, whole=True)) == []


# ---- variants that an edit does not affect ---------------------------------------------------------------------------

CHANGING = """
cardtype Deed "deeds":
    worth: 0..9 = 1
    play(p: Player)
state:
    deck: pile of Deed = all
define share(n: Int) -> Int = n
effect pay(p: Player, n: 0..3):
    says "{p} pays {n}"
    money[p] += share(n)
effect draw_deed(p: Player):
    for each d in deck:
        do d.play(p)
card Deed gift "Gift" x2:
    play(p):
        do pay(p, 1)
card Deed loan "Loan":
    worth = 2
    play(p):
        money[p] += this.worth
play at most 10:
    for each p in Player:
        do win(p)
        do draw_deed(p)
    finish
chapter pay_day "Pay day":
    \"\"\"
    Everybody gets {reward}.
    \"\"\"
invariant "there is money": no p in Player where money[p] < 0
variant generous:
    replace define share(n: Int) -> Int = n + 1
variant deeds:
    replace effect win(p: Player):
        do draw_deed(p)
variant worthy:
    amend Deed.loan.worth: 2 -> 3
variant dear:
    amend Good.oil.price: 3 -> 4
    replace effect win(p: Player):
        do pay(p, 2)
"""
EDITS = [
    ("effect pay(p: Player, n: 0..3)", "effect pay(p: Player, n: 0..1)"),
    ("share(n", "split(n"),
    ("        do pay(p, 1)\n", "        do pay(p, 0)\n"),
    ("        do pay(p, 1)\n", "        do win(p)\n"),
    ("    worth = 2\n", "    worth = 4\n"),
    ("    worth: 0..9 = 1", "    worth: 0..2 = 1"),
    ("oil | 3", "oil | 5"),
    ("Everybody gets {reward}", "Everybody gets {reward} and {bonus}"),
    ("draw_deed(p", "draw_deeds(p"),
    ("    deck: pile of Deed = all", "    deck: pile of Deed = all\n    tax: 0..1 = 0"),
]
TURNS = "play at most 10:\n    for each p in Player:\n        do win(p)\n    finish\n"
ALL = RULES.replace(TURNS, "") + CHANGING
BAD = "variant bad:\n    replace define bonus -> Int = Good.oil.pricce\n"


@pytest.mark.parametrize("edit", EDITS)
def test_a_fault_that_an_edit_brings_into_a_variant_is_found(tmp_path: Path, edit: tuple[str, str]) -> None:
    cache = CheckCache()
    check_variants(written(tmp_path, ALL), cache=cache)
    assert len(cache.trials) == 4
    assert edit[0] in ALL
    base = written(tmp_path, (ALL).replace(*edit))
    assert shown(check_variants(base, cache=cache)) == shown(check_variants(base))


def test_only_variants_that_an_edit_affects_are_checked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = CheckCache()
    check_variants(written(tmp_path, ALL + BAD), cache=cache)
    made: list[tuple[str, ...]] = []

    def noted(read: object, wanted: tuple[str, ...], *rest: object) -> object:
        made.append(wanted)
        return declare_game(read, wanted, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(variants, "declare_game", noted)
    edited = (ALL + BAD).replace("        do pay(p, 1)\n", "        do pay(p, 2)\n")
    assert [item.code for item in check_variants(written(tmp_path, edited), cache=cache)] == ["E0206"]
    assert made == [("generous",), ("bad",)]
    made.clear()
    check_variants(written(tmp_path, edited), cache=cache)
    assert made == [("bad",)]


@pytest.mark.slow
def test_names_reach_all_that_typed_trees_reach() -> None:
    some = 0
    for folder in (CARDS / "itc", CARDS / "auf_achse", CARDS / "tokyo_metro"):
        base = checked(folder)
        assert base.game is not None and base.table is not None and base.read is not None
        assert base.texts is not None and base.graph is not None
        typed = Typed(base.game, base.table, base.history)
        extent = extent_of(base.read, typed, base.texts, base.statements)
        declared = {*base.table.effects, *base.table.defines, *base.table.cards}
        for trial in trials(base):
            _, history = declare_game(base.read, trial.variants, trial.without, Diagnostics())
            names = reached(base.graph, changed_keys(base, history)) & declared
            assert names <= extent.reached(trial.variants, trial.without)
            some += len(names)
    assert some > 500


def changed_keys(base: CheckResult, history: History) -> Iterator[Key]:
    """The names of what has changed and is not the same in the base."""
    before, now = base.history.changes, history.changes
    return (key for key in {**before, **now} if before.get(key) != now.get(key))


def reached(graph: Graph, keys: Iterable[Key]) -> set[str]:
    """The callables that the change can affect, found in the typed trees; values of the state affect no check."""
    waiting = [node for key in keys for node in [*graph.named(key), Node(Kind.VARIABLE, key[:1]), called(key[0])]]
    found, labels = set[Node](), set[str]()
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            users = graph.users(node)
            labels.update(users)
            waiting += map(called, users)
            fixed = (reader for reader, read in graph.reads.items() if node in read)
            waiting += (one for one in fixed if one.kind not in (Kind.VARIABLE, Kind.LOCAL, Kind.LINE))
    return {label.partition(".")[0] for label in labels}


def called(label: str) -> Node:
    return Node(Kind.CALLABLE, tuple(label.split(".")))


def written(folder: Path, rules: str) -> CheckResult:
    (folder / "rules.regel").write_text(rules, encoding="utf-8")
    (folder / "game.yaml").write_text("name: toll\ntitle: Toll\nsources: [rules.regel]\n", encoding="utf-8")
    base = check_game(folder)
    assert base.game is not None, [item.message for item in base.diagnostics]
    return base
