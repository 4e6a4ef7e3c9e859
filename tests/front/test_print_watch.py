"""`regelwerk print --watch`: what is drawn anew when a file changes, and how it ends."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from regelwerk.loading.compilation import source_of
from regelwerk.printing.order import Order
from regelwerk.printing.watching import Watcher, keep_printing
from regelwerk.terminal.console import Screen
from regelwerk_printables.design import Design


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "market.regel"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_watching_ends_in_silence_when_it_is_interrupted(
    market: Path, out: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[set[object]]:
        yield set()
        raise KeyboardInterrupt

    monkeypatch.setattr("watchfiles.watch", interrupted)
    keep_printing(Order(source_of(market), ("cards",)), out, Screen())
    assert capfd.readouterr().err.endswith("Ctrl+C stops\n")


def test_watching_draws_only_what_has_changed(
    market: Path, out: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn: list[list[str]] = []
    whole = Design.cards

    def cards(self: Design, *arguments: object, **named: object) -> object:
        found = whole(self, *arguments, **named)  # type: ignore[arg-type]
        drawn.append([card.key for card in found])
        return found

    monkeypatch.setattr(Design, "cards", cards)
    watcher = Watcher(Order(source_of(market), ("cards",)))
    watcher.print_to(out, Screen())
    assert gc.isenabled()  # it pauses only while something is made
    edit(market, "price = 200", "price = 250")
    watcher.forget([market / "market.regel"], market)
    watcher.print_to(out, Screen())
    assert drawn == [["gift.bonn", "gift.ulm", "tax"], ["tax"]]
    pages = pypdfium2.PdfDocument(str(out / "market-cards-a4-en.pdf"))
    text = "".join(page.get_textpage().get_text_range() for page in pages)
    assert (text.count("Gift from Bonn"), text.count("Pay 250 at once.")) == (3, 2)
    edit(market, "price = 250", "price = ")
    watcher.forget([market / "market.regel"], market)
    watcher.print_to(out, Screen())
    assert "error[" in capsys.readouterr().err
    edit(market, "price = ", "price = 260 #")
