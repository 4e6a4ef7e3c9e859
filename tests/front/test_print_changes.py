"""Tests of `regelwerk print --changes` and `--changed-since`: what owners of an earlier edition need."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from market_game import Command
from test_print import BOOKLET, VARIANT, edit, names, text_of


@pytest.fixture
def rich(market: Path) -> Path:
    source = market / "market.regel"
    source.write_text(source.read_text(encoding="utf-8") + VARIANT + BOOKLET, encoding="utf-8")
    return market


def test_a_leaflet_lists_the_changes_of_a_variant(command: Command, rich: Path, out: Path) -> None:
    said = command("print", rich, "--variant", "dear", "--changes", "base", "--message", "Too\n cheap.", "-o", out)
    assert said.status == 0, said.err
    cards, leaflet = "market-dear-cards-since-base-a4-en.pdf", "market-dear-changes-since-base-a5-en.pdf"
    assert names(out) == [cards, leaflet]
    assert text_of(out / cards).count("Pay 300 at once.") == 2
    leaflet_text = " ".join(text_of(out / leaflet).split())
    for words in (
        "Market: what has changed Too cheap. • Taxes are higher",
        "Rules Taxes Before Now The toll is 700. You have 2 towns. The toll is 800. You have 2 towns.",
        "Cards Before Tax",
        "Pay 200 at once.",
        "Pay 300 at once.",
        "Tax – Taxes are higher",
    ):
        assert words in leaflet_text, leaflet_text
    assert "Gift" not in leaflet_text


def test_a_leaflet_lists_copies_new_cards_and_cancelled_rules(command: Command, rich: Path, out: Path) -> None:
    arguments = ("booklet", "-o", out)
    assert command("print", rich, "--variant", "many", "--changes", "dear", *arguments).status == 0
    leaflet_text = " ".join(text_of(out / "market-many-changes-since-dear-a5-en.pdf").split())
    assert "• More gifts No longer applied: Taxes are higher." in leaflet_text
    assert "Gift from Bonn: 3 → 4 cards" in leaflet_text and "Gift from Ulm: 3 → 4 cards" in leaflet_text
    older = out / "older"
    shutil.copytree(rich, older)
    edit(older, 'card Deed tax "Tax" x2:', 'card Deed toll_card "Toll" x2:')
    assert command("print", rich, "--changes", older, *arguments).status == 0
    leaflet_text = " ".join(text_of(out / "market-changes-since-older-a5-en.pdf").split())
    assert "New: Tax" in leaflet_text and "Take out: Toll" in leaflet_text


def test_removed_cards_are_named(command: Command, rich: Path, out: Path) -> None:
    removed = '\nvariant poor "Poor":\n    remove Deed.tax\n    amend gift.copies: 3 -> 2\n'
    edit(rich, "\nvariant dear", f"{removed}\nvariant dear")
    said = command("print", rich, "cards", "--variant", "poor", "--changed-since", "base", "-o", out)
    assert "no card is new or changed since base" in said.err
    assert "removed since base: Gift from Bonn (1), Gift from Ulm (1), Tax (2)" in said.err
    said = command("print", rich, "cards", "--changed-since", "poor", "-o", out)
    assert said.out.endswith("pages\n") and "removed since" not in said.err


def test_a_revision_with_a_link_that_leads_out_of_it_is_refused(command: Command, rich: Path, out: Path) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    (rich / "elsewhere").symlink_to("/etc")
    for words in (("init",), ("add", rich.name), ("commit", "-m", "First edition")):
        subprocess.run(["git", "-C", str(rich.parent), *who, *words], check=True, capture_output=True)
    (rich / "elsewhere").unlink()
    said = command("print", rich, "--changes", "HEAD", "-o", out)
    assert said.status == 2 and "cannot be unpacked: elsewhere is a link that leads out" in said.err


def test_a_revision_of_git_is_compared_with(command: Command, rich: Path, out: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
        subprocess.run(["git", "-C", str(rich.parent), *who, *words], check=True, capture_output=True)

    git("init")
    git("add", rich.name)
    git("commit", "-m", "First edition")
    edit(rich, "price = 200", "price = 250")
    said = command("print", rich, "--changes", "HEAD", "--html", "-o", out)
    assert said.status == 0, said.err
    assert names(out) == ["market-changes-since-HEAD-en.html"]
    leaflet_text = (out / names(out)[0]).read_text(encoding="utf-8")
    assert "Before: Tax. Pay 200 at once." in leaflet_text and "Now: Tax. Pay 250 at once." in leaflet_text
    git("commit", "-am", "Second edition")
    said = command("print", rich, "--changes", "HEAD", "-o", out)  # the name is the same, the revision is not
    assert (said.status, said.out) == (0, "") and "no card differs from HEAD" in said.err


LONG = '''
chapter long "Selling":
    """
    {}

    {}
    """
'''
SALE = (
    "A player who has carried goods into a town may sell them there at once, and takes the price that the table shows "
    "for the goods; who sells three of a kind takes 500 euros more. Then the next player has the turn, unless a token "
    "lies on the last space of the track, in which case the round ends."
)


def test_long_changed_passages_are_shown_side_by_side(command: Command, rich: Path, out: Path) -> None:
    source, text = rich / "market.regel", (rich / "market.regel").read_text(encoding="utf-8")
    other = "Nobody sells what is still on its way, whatever it may be worth by now."
    source.write_text(text + LONG.format(SALE, other), encoding="utf-8")
    older = out / "older"
    shutil.copytree(rich, older)
    words = ("A player", "Now a person"), ("goods", "wares"), ("sells", "trades"), ("euros", "coins")
    changed = SALE
    for before, after in words:
        changed = changed.replace(before, after)
    source.write_text(text + LONG.format(changed, other), encoding="utf-8")
    said = command("print", rich, "--changes", older, "booklet", "--html", "-o", out)
    assert said.status == 0, said.err
    leaflet_text = (out / "market-changes-since-older-en.html").read_text(encoding="utf-8")
    assert re.search(f"{re.escape(SALE)}</t[hd]><td>{re.escape(changed)}</td>", leaflet_text), leaflet_text[-3000:]
