"""Tests of a variant in a file that breaks in play, changes prose, takes values or adds rows, and of wrong requests."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from market_game import SOURCE, Command

# ---- rules that break in a variant

EMPTY = """\
variant leer "Leer":
    replace effect put_away(p: Player, c: Deed):
        offer "Put {c} away"
        move c to past
        choose by p "Which of the costly ones?":  # there are none
            do receive(p, 1) for d in hand[p] where d.price > 9_000
"""


def test_rules_that_break_in_a_variant_show_its_line_and_how_to_reproduce_it(
    command: Command, market: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "Ideen für später"
    folder.mkdir()
    path, record = folder / "leerer Stapel.regel", folder / "ein Spiel.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + EMPTY.replace("\n", "\r\n").encode())
    for options in ((), ("--trace",), ("--checked", "--quiet")):
        said = command("run", market, "--seed", 1, "--variant", path, "--record", record, *options)
        assert said.status == 1
        what, where, _, excerpt, marks, when, replay = said.err.splitlines()
        assert what.startswith("rule error: there is nothing to choose at put_away.1")
        assert where == f"  --> in put_away {path.as_posix()}:5 (variant leer)"
        assert excerpt == '5 |         choose by p "Which of the costly ones?":  # there are none'
        assert marks == "  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
        assert re.fullmatch(r"  at decision \d+: Player [ABC] chose put_away\((gift\.\w+|tax)\)", when)
        again = shlex.split(replay.removeprefix("  replay: regelwerk "))
        seen = command(*again)
        assert (again[0], again[1]) == ("replay", str(record))
        assert seen.status == 1
        assert seen.err.splitlines()[:6] == said.err.splitlines()[:6]


# ---- prose

CHAPTER = '''
chapter trade "Trade":
    """
    Deeds are
    dear.

    {{ scenario gift }}

    You begin with little. Keep it together.

    1. Play.
    """
'''
WORDED = """\
variant worded "Worded":
    amend chapter.trade.title: "Trade" -> "Trading"
    amend chapter.trade.prose: "begin with little" -> "begin with a thousand"
    amend chapter.trade.prose: -> "Then stop."
"""


def test_explain_shows_what_changed_one_passage_of_a_chapter(command: Command, market: Path, tmp_path: Path) -> None:
    source = market / "market.regel"
    source.write_text(SOURCE + CHAPTER, encoding="utf-8")
    line = source.read_text("utf-8").splitlines().index("    You begin with little. Keep it together.") + 1
    path = tmp_path / "worded.regel"
    path.write_text(WORDED, encoding="utf-8")

    def explained(name: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(command("explain", market, name, "--variant", path, "--json").out)
        return found

    second = explained("chapter.trade.2")
    assert second["texts"] == {"en": "You begin with a thousand. Keep it together."}
    assert second["history"] == [
        ["variant worded: Worded", "worded.regel:3", '"begin with little" -> "begin with a thousand"']
    ]
    assert [place["where"] for place in second["printed"]] == [second["where"]]
    assert (explained("chapter.trade.1")["history"], explained("chapter.trade.1")["texts"]["en"]) == (
        [],
        "Deeds are dear.",
    )
    assert json.loads(command("explain", market, "chapter.trade.2", "--json").out)["where"] == f"market.regel:{line}"
    whole = explained("chapter.trade")
    assert whole["names"] == {"en": "Trading"}
    assert whole["facts"] == [["passages", "chapter.trade.1 to chapter.trade.4"], ["shows", "scenario gift"]]
    assert [what for _, _, what in whole["history"]] == [
        'chapter.trade.title: "Trade" -> "Trading"',
        'chapter.trade.prose: "begin with little" -> "begin with a thousand"',
        'chapter.trade.prose: nothing -> "Then stop."',
    ]
    assert [what for _, _, what in explained("chapter.trade.prose")["history"]] == [
        what for _, _, what in whole["history"][1:]
    ]
    assert command("explain", market, "chapter.trade.5").status == 2


CHANGED_AGAIN = """
erratum corrected "Corrected":
    amend chapter.trade.prose: "with little" -> "with a lot"
    amend chapter.trade.prose: "Keep it" -> "Keep all"
    amend chapter.trade.prose: -> "Then stop."

variant other "Other":
    amend chapter.trade.prose: "You begin with a lot." -> "You have much. To begin is hard."
    amend chapter.trade.prose: "Deeds are dear." -> "Deeds are, with a lot of trouble, cheap. Stop."
    amend chapter.trade.prose: "Keep all together." ->
"""


def test_a_passage_that_is_changed_again_keeps_its_history(command: Command, market: Path) -> None:
    """The history has rewordings, removals and additions, but nothing from other passages with the same words."""
    rules = SOURCE + CHAPTER + CHANGED_AGAIN
    (market / "market.regel").write_text(rules, encoding="utf-8")

    def history(number: int) -> list[tuple[str, str]]:
        shown = command("explain", market, f"chapter.trade.{number}", "--variant", "other", "--json").out
        return [(by, what) for by, _, what in json.loads(shown)["history"]]

    corrected, other = "erratum corrected: Corrected", "variant other: Other"
    assert history(1) == [(other, '"Deeds are dear." -> "Deeds are, with a lot of trouble, cheap. Stop."')]
    assert history(2) == [
        (corrected, '"with little" -> "with a lot"'),
        (corrected, '"Keep it" -> "Keep all"'),
        (other, '"You begin with a lot." -> "You have much. To begin is hard."'),
        (other, '"Keep all together." -> nothing'),
    ]
    assert history(3) == []
    assert history(4) == [(corrected, 'nothing -> "Then stop."')]


# ---- wrong requests

VALUED = """\
variant valued(price: EUR, n: Int) "Gifts of {price}":
    amend gift.price: 500 -> price
    amend tax.copies: 2 -> n
"""


def test_a_variant_of_a_file_takes_values_when_it_is_also_named(command: Command, market: Path, tmp_path: Path) -> None:
    path = tmp_path / "valued.regel"
    path.write_text(VALUED, encoding="utf-8")
    said = command("check", market, "--variant", path)
    assert said.status == 1
    assert "E0906" in said.out and "--variant 'valued(price, n)'" in said.out
    options = ("--variant", path, "--variant", "valued(700, 2)")
    assert json.loads(command("explain", market, "gift.ulm.price", *options, "--json").out)["value"] == "700"
    record = tmp_path / "game.jsonl"
    played = command("run", market, "--seed", 2, *options, "--record", record)
    again = command("replay", record)
    assert (played.status, again.status) == (0, 0), again.err
    assert "receives 700" in played.out and "receives 700" in again.out


@pytest.mark.parametrize("text", ["", "# an idea\n", "define idle -> Int = 3\n"])
def test_a_file_without_a_variant_is_reported(command: Command, market: Path, tmp_path: Path, text: str) -> None:
    path = tmp_path / "empty.regel"
    path.write_text(text, encoding="utf-8")
    said = command("check", market, "--variant", path)
    assert said.status == 1
    assert "error[E0906]: this file has no variant" in said.out
    assert path.as_posix() in said.out


def test_an_unknown_variant_is_reported_once(command: Command, market: Path, tmp_path: Path) -> None:
    path = tmp_path / "later.regel"
    path.write_text("variant later:\n    needs sooner\n    amend gift.price: 500 => 900\n", encoding="utf-8")
    assert "write `->`" in command("check", market, "--variant", path).out
    path.write_text("variant later:\n    needs sooner\n    amend gift.price: 500 -> 900\n", encoding="utf-8")
    said = command("check", market, "--variant", path, "--oneline")
    assert "error[E0906]: there is no variant `sooner`" in said.out
    assert "E0905" not in said.out
    other = tmp_path / "sooner.regel"
    other.write_text("variant sooner:\n    amend gift.price: 500 -> 600\n", encoding="utf-8")
    assert command("check", market, "--variant", path, "--variant", other).status == 0


def test_more_members_bring_their_cards(command: Command, market: Path, tmp_path: Path) -> None:
    path = tmp_path / "towns.regel"
    path.write_text('variant towns "Towns":\n    add enum Town: essen "Essen"\n', encoding="utf-8")
    said = command("diff", market, "--variant", path)
    assert "Town.essen: - -> Essen" in said.out
    assert "gift.essen: - -> Gift from Essen x3: Receive 500." in said.out
    assert command("run", market, "--seed", 1, "--variant", path).status == 0


@pytest.mark.parametrize(
    ("option", "wish", "said"),
    [("--variant", "hihg", "E0906"), ("--without", "erratm", "E0906"), ("--variant", "gone.regel", "E0151")],
)
def test_an_unknown_request_is_quoted_as_typed(
    command: Command, market: Path, option: str, wish: str, said: str
) -> None:
    found = command("check", market, option, wish, "--oneline")
    assert found.status == 1
    assert found.out.startswith(f"{option}:1:1: error[{said}]: ")
