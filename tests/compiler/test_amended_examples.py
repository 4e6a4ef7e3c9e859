"""Tests of what the booklet tells around worked examples of which a variant amends lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.build import build
from regelwerk_compiler.driver import Options, check_game

SOURCE = """
players 2..3
state:
    money[Player]: 0..99 = 5
effect earn(p: Player, n: Int):
    money[p] += n
play at most 10:
    for each p in Player: do earn(p, 1)
outcome for p: most money[p]
chapter rules "Rules":
    \"\"\"
    {{ scenario earning }}
    \"\"\"
scenario earning "Two payments":
    text "Why."
    given money = A 1
    when do earn(A, 2)
    text "Between."
    when do earn(A, 2)
    expect money[A] is 5
    text "So."
variant rich "Rich":
    amend scenario.earning.given.money: A 1 -> A 2
    amend scenario.earning: money[A] is 5 -> money[A] is 6
variant told "Rich, and told":
    after rich
    amend scenario.earning.given.money: A 1 -> A 3
    amend scenario.earning: money[A] is 5 -> money[A] is 7
    amend scenario.earning.so: "So." -> "So now."
variant worded "Other words":
    amend scenario.earning.why: "Why." -> "Why then."
"""


@pytest.mark.parametrize(
    ("variant", "wanted"),
    [
        ("", ["Why.", "Between.", "So."]),
        ("rich", []),
        ("told", ["So now."]),
        ("worded", ["Why then.", "Between.", "So."]),
    ],
)
def test_an_example_keeps_the_texts_that_its_variant_gives(variant: str, wanted: list[str], tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: t\ntitle: T\nsources: [t.regel]\nlanguages: [en]\n", encoding="utf-8")
    (tmp_path / "t.regel").write_text(SOURCE, encoding="utf-8")
    checked = check_game(tmp_path, Options(variants=(variant,) if variant else ()))
    assert checked.game is not None and checked.texts is not None, checked.diagnostics
    (example,) = build(checked.game, checked.texts, history=checked.history).scenarios
    told = [example.why, *(words for _, words in example.asides), example.so]
    assert [words["en"] for words in told if words] == wanted
